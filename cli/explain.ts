import { type Explanation, explain as explainSkill, type Remedy, remedyFor } from "../core/index.ts"
import { type Command, UsageError } from "./command.ts"
import { LIBRARY_HELP, LIBRARY_OPTIONS, openLibrary } from "./library.ts"
import { paint, print, toTable } from "./terminal.ts"

/** `explain "request" skill`: why a skill is or is not a candidate, and what would change it. */
export const explain: Command = {
  arguments: '"request" SKILL [options]',
  summary: "Says why a skill is or is not a candidate for a request: terms, coverage, threshold, what would change it.",
  options: { json: { type: "boolean" }, ...LIBRARY_OPTIONS },
  help: { json: "print JSON", ...LIBRARY_HELP },
  run: async (call) => {
    const [request = "", name, ...rest] = call.words
    if (name === undefined || rest.length > 0)
      throw new UsageError('give the request in quotes and then one skill name: explain "request" SKILL')
    const { index } = await openLibrary(call, "roots")
    const explanation = explainSkill(index, request, name)
    const remedy = remedyFor(index, request, explanation)
    if (call.options.json === true) print(JSON.stringify(toJson(request, explanation, remedy), undefined, 2))
    else printExplanation(request, explanation, remedy)
    return 0
  },
}

const toJson = (request: string, { skill, ...rest }: Explanation, remedy: Remedy | undefined): object => ({
  query: request,
  name: skill.name,
  path: skill.path,
  ...rest,
  ...(remedy !== undefined && { remedy: { line: remedy.line, ...toStanding(remedy.explanation) } }),
})

const toStanding = ({ place, coverage, isConfident, judgement }: Explanation): object => ({
  place,
  coverage,
  isConfident,
  judgement,
})

const printExplanation = (request: string, explanation: Explanation, remedy: Remedy | undefined): void => {
  const { skill, terms } = explanation
  print(`${paint("bold", skill.name)}  ${paint("dim", skill.path)}`, `request: ${request}`, "", verdict(explanation))
  if (terms.length === 0) print("", "The request has no meaningful words: only stop words, numbers or marks.")
  else {
    print(
      "",
      toTable(terms, [
        { title: "word", cell: ({ word }) => word, style: "bold" },
        { title: "weight", cell: ({ weight }) => `${Math.round(weight * 100)} %` },
        { title: "matched by", cell: ({ term, fields }) => (fields.length > 0 ? term : "") },
        { title: "in", cell: ({ fields }) => fields.join(", ") },
        { title: "counts", cell: ({ share, weight }) => `${Math.round(share * weight * 100)} %` },
        {
          title: "",
          cell: ({ isKnown, fields }) => (fields.length > 0 ? "" : isKnown ? "not in this skill" : "in no skill"),
        },
      ]),
    )
  }
  const { judgement } = explanation
  if (judgement !== undefined) {
    print(
      "",
      toTable(judgement.evidence, [
        { title: "evidence", cell: ({ kind }) => kind, style: "bold" },
        { title: "value", cell: ({ value }) => value.toFixed(2) },
        { title: "counts", cell: ({ counts }) => counts.toFixed(2) },
      ]),
    )
  }
  const advice = whatWouldChange(explanation, remedy)
  if (advice.length > 0) print("", "What would change it:", ...advice.map((line) => `  - ${line}`))
}

const verdict = (explanation: Explanation): string => {
  const { place, isNamed, silence, coverage, score, winner, skill } = explanation
  if (isNamed) return "The request names this skill outright: it is first and confident."
  const standing =
    place === undefined
      ? "It is no candidate: none of the request's words stands in it."
      : `Candidate number ${place}, score ${score.toFixed(2)}, coverage ${Math.round(coverage * 100)} %${winner === undefined ? "" : `; the first is ${winner}`}.`
  const manual = skill.isManualOnly
    ? " It is marked disable-model-invocation: the plugin never offers it on its own."
    : ""
  const quiet = silence === undefined ? "" : ` The plugin says nothing to this request anyway (${silence}).`
  return `${standing} ${toGate(explanation)}${manual}${quiet}`
}

const toGate = ({ place, isConfident, isAhead, judgement, equals }: Explanation): string => {
  if (!isConfident && place !== 1) return "Only the first candidate, and one that fits as well, can be confident."
  if (judgement === undefined) return ""
  const sure = `proof ${judgement.proof.toFixed(2)}, ${judgement.bar.toFixed(2)} asked for in a library of this size`
  if (!isConfident) return `Not confident, so the plugin stays silent: ${judgement.objection ?? sure}.`
  if (isAhead) return `Confident (${sure}): the plugin preloads and hints it.`
  const beside = equals.length > 0 ? `, and so are ${equals.join(", ")}, which fit as well` : ""
  return `Confident (${sure})${beside}: the plugin hints it and preloads nothing, since none is ahead.`
}

const whatWouldChange = (explanation: Explanation, remedy: Remedy | undefined): string[] => {
  const { terms, skill, isNamed, isConfident, isAhead, equals } = explanation
  if (isNamed || (isConfident && isAhead)) return []
  const isMissing = terms.some(({ word, fields }) => fields.length === 0 && /\p{Script=Cyrillic}/u.test(word))
  return [
    `name the skill in the request: "use the ${skill.name} skill"`,
    ...(remedy === undefined ? [] : [toRemedy(remedy)]),
    ...(equals.length > 0
      ? [`tell it from ${equals.join(", ")}: say in each description what the others do not do, and ask for that`]
      : []),
    ...(isMissing ? ['add a word to "lexicon" in skill-mcp.config.json: { "слово": ["word"] }'] : []),
  ]
}

const toRemedy = ({ line, explanation }: Remedy): string => {
  const { place, coverage, judgement, isConfident } = explanation
  const proof = judgement === undefined ? "" : `, proof ${judgement.proof.toFixed(2)} of ${judgement.bar.toFixed(2)}`
  const gate = isConfident ? "confident" : "still not confident"
  return `one line more in its description, where it is true: "${line}" makes it number ${place}, coverage ${Math.round(coverage * 100)} %${proof}: ${gate}`
}
