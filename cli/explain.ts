import { type Explanation, explain as explainSkill, type Judgement } from "../core/index.ts"
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
    if (call.options.json === true) print(JSON.stringify(toJson(request, explanation), undefined, 2))
    else printExplanation(request, explanation)
    return 0
  },
}

const toJson = (request: string, { skill, ...rest }: Explanation): object => ({
  query: request,
  name: skill.name,
  path: skill.path,
  ...rest,
})

const printExplanation = (request: string, explanation: Explanation): void => {
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
  const advice = whatWouldChange(explanation)
  if (advice.length > 0) print("", "What would change it:", ...advice.map((line) => `  - ${line}`))
}

const verdict = ({ place, isNamed, silence, coverage, score, judgement, winner, skill }: Explanation): string => {
  if (isNamed) return "The request names this skill outright: it is first and confident."
  const standing =
    place === undefined
      ? "It is no candidate: none of the request's words stands in it."
      : `Candidate number ${place}, score ${score.toFixed(2)}, coverage ${Math.round(coverage * 100)} %${winner === undefined ? "" : `; the first is ${winner}`}.`
  const gate = place === 1 && judgement !== undefined ? toGate(judgement) : "Only the first candidate can be confident."
  const manual = skill.isManualOnly
    ? " It is marked disable-model-invocation: the plugin never offers it on its own."
    : ""
  const quiet = silence === undefined ? "" : ` The plugin says nothing to this request anyway (${silence}).`
  return `${standing} ${gate}${manual}${quiet}`
}

const toGate = ({ isConfident, proof, bar, objection }: Judgement): string => {
  const sure = `proof ${proof.toFixed(2)}, ${bar.toFixed(2)} asked for in a library of this size`
  if (isConfident) return `Confident (${sure}): the plugin preloads and hints it.`
  return `Not confident, so the plugin stays silent: ${objection ?? sure}.`
}

const whatWouldChange = ({ terms, skill, isNamed, judgement, place }: Explanation): string[] => {
  if (isNamed || (place === 1 && judgement?.isConfident === true)) return []
  const missing = terms.filter(({ fields }) => fields.length === 0).map(({ word }) => word)
  return [
    `name the skill in the request: "use the ${skill.name} skill"`,
    ...(missing.length > 0
      ? [`put these words into its description, where they fit: ${missing.slice(0, 6).join(", ")}`]
      : []),
    ...(missing.some((word) => /[а-я]/i.test(word))
      ? ['add a word to "lexicon" in skill-mcp.config.json: { "слово": ["word"] }']
      : []),
  ]
}
