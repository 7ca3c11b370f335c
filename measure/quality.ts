import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildIndex } from "../core/build-index.ts"
import { search } from "../core/search.ts"
import { plainMiniSearch } from "./baseline.ts"
import { readCorpus, SHARED_CORPUS, toSkills } from "./corpus.ts"
import { phrasingGain } from "./phrasings.ts"
import { type LabelledQuery, readQueries } from "./queries.ts"

// How often the right skill is found, and how often the gate is right, over labelled requests.
// npm run measure -- [--corpus FOLDER] [--queries FILE] [--only IDS.json] [--json]

/** One ranked answer and whether its first candidate was confident. */
interface Answer {
  readonly query: LabelledQuery
  readonly place: number | undefined
  readonly isConfident: boolean
}

interface Scores {
  readonly n: number
  readonly hit1: number
  readonly hit5: number
  readonly mrr: number
}

interface Gate {
  /** Share of confident first candidates that are right. */
  readonly precision: number
  /** Share of answerable requests with a right confident candidate. */
  readonly firesRight: number
  /** Share of unanswerable requests with a confident candidate. */
  readonly falseFires: number
  readonly negatives: number
}

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    queries: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean" },
  },
})

const measureLibrary = async (label: string, source: { corpus: string; only?: string; queries: LabelledQuery[] }) => {
  const skills = toSkills(await readCorpus(source.corpus, source.only))
  const index = buildIndex(skills)
  const plain = plainMiniSearch(skills)
  const ours = source.queries.map((query): Answer => {
    const candidates = search(index, query.query, { limit: 10 })
    return {
      query,
      place: placeOf(
        query,
        candidates.map(({ skill }) => skill.id),
      ),
      isConfident: candidates[0]?.confident ?? false,
    }
  })
  const theirs = source.queries.map(
    (query): Answer => ({ query, place: placeOf(query, plain(query.query)), isConfident: false }),
  )
  const sets = [...new Set(source.queries.filter(({ relevant }) => relevant.size > 0).map(({ set }) => set)), "all"]
  return {
    label,
    skills: skills.length,
    sets: sets.map((set) => ({ set, ours: scoresOf(ours, set), plain: scoresOf(theirs, set) })),
    gate: gateOf(ours),
    phrasings: phrasingGain(index, source.queries),
  }
}

const placeOf = ({ relevant }: LabelledQuery, ids: readonly string[]): number | undefined => {
  const at = ids.findIndex((id) => relevant.has(id))
  return at < 0 ? undefined : at + 1
}

const scoresOf = (answers: readonly Answer[], set: string): Scores => {
  const asked = answers.filter(({ query }) => query.relevant.size > 0 && (set === "all" || query.set === set))
  const share = (value: (place: number) => number): number =>
    asked.reduce((sum, { place }) => sum + (place === undefined ? 0 : value(place)), 0) / Math.max(1, asked.length)
  return {
    n: asked.length,
    hit1: share((place) => Number(place === 1)),
    hit5: share((place) => Number(place <= 5)),
    mrr: share((place) => 1 / place),
  }
}

const gateOf = (answers: readonly Answer[]): Gate => {
  const confident = answers.filter(({ isConfident }) => isConfident)
  const right = confident.filter(({ place }) => place === 1).length
  const negatives = answers.filter(({ query }) => query.relevant.size === 0)
  return {
    precision: right / Math.max(1, confident.length),
    firesRight: right / Math.max(1, answers.length - negatives.length),
    falseFires: negatives.filter(({ isConfident }) => isConfident).length / Math.max(1, negatives.length),
    negatives: negatives.length,
  }
}

const percent = (share: number): string => (share * 100).toFixed(1).padStart(5)

const printReport = (report: Awaited<ReturnType<typeof measureLibrary>>): void => {
  console.log(`\n${report.label}: ${report.skills} skills\n`)
  console.log("set              n   hit@1  hit@5    MRR | plain MiniSearch: hit@1  hit@5    MRR")
  for (const { set, ours, plain } of report.sets) {
    const cells = [ours, plain].map(({ hit1, hit5, mrr }) => `${percent(hit1)}  ${percent(hit5)}  ${percent(mrr)}`)
    console.log(`${set.padEnd(14)} ${String(ours.n).padStart(4)}  ${cells[0]} |                   ${cells[1]}`)
  }
  const { precision, firesRight, falseFires, negatives } = report.gate
  console.log(
    `\nconfident: right ${percent(precision)} % of the time, on ${percent(firesRight)} % of answerable requests, on ${percent(falseFires)} % of ${negatives} unanswerable ones`,
  )
  const { n, user, agent } = report.phrasings
  if (n > 0) {
    console.log(
      `find, ${n} paraphrases: the user's words ${percent(user.hit1)} ${percent(user.hit5)}, with an agent's keywords and synonyms ${percent(agent.hit1)} ${percent(agent.hit5)}`,
    )
  }
}

const corpus = values.corpus ?? SHARED_CORPUS
const file = values.queries ?? join(SHARED_CORPUS, "dev.jsonl")
const reports =
  values.corpus === undefined && values.only === undefined
    ? [
        await measureLibrary("user365", { corpus, only: "user365.json", queries: readQueries(file, "user365") }),
        await measureLibrary("full", { corpus, queries: readQueries(file, "full") }),
      ]
    : [
        await measureLibrary(corpus, {
          corpus,
          queries: readQueries(file),
          ...(values.only === undefined ? {} : { only: values.only }),
        }),
      ]
if (values.json === true) console.log(JSON.stringify(reports, undefined, 2))
else reports.forEach(printReport)
