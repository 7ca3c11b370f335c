import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildIndex } from "../core/build-index.ts"
import { EVIDENCE, evidenceOf, judge } from "../core/judge.ts"
import { rank } from "../core/rank.ts"
import { bundledVectors } from "../core/read-vectors.ts"
import { silenceOf } from "../core/silence.ts"
import type { Skill } from "../core/skill.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import { createLexicon } from "../lexicon/index.ts"
import { readCorpus, SHARED_CORPUS, toSkills } from "./corpus.ts"
import { createRandom, shuffled, usageRequests, withoutLines } from "./libraries.ts"
import { type Fit, fitLogistic, proofOf } from "./logistic.ts"
import { type LabelledQuery, readQueries } from "./queries.ts"

// Fits the constants of core/judge.ts and prints, for each size of library, what each bar would give.
// npm run calibrate -- [--corpus FOLDER] [--queries FILE] [--without-vectors]

const { values } = parseArgs({
  options: { corpus: { type: "string" }, queries: { type: "string" }, "without-vectors": { type: "boolean" } },
})
const corpus = values.corpus ?? SHARED_CORPUS
const file = values.queries ?? join(corpus, "dev.jsonl")
const SILENCES = join(import.meta.dirname, "../test/fixtures/silence.json")
const FOLDS = 10

/** One request against one library. */
interface Row {
  readonly library: string
  readonly request: string
  readonly kind: "dev" | "usage" | "silence"
  readonly isAnswerable: boolean
  /** False when nothing matched, or when the request is silent before any skill is looked at. */
  readonly isJudged: boolean
  readonly isAllowed: boolean
  readonly isRight: boolean
  readonly values: readonly number[]
}

const random = createRandom(7)
const lexicon = createLexicon()
const vectors = values["without-vectors"] === true ? undefined : bundledVectors()

const rowsOf = (library: string, index: SkillIndex, requests: readonly LabelledQuery[]): Row[] => {
  const ids = new Set([...index.skills.values()].map(({ skill }) => skill.id))
  return requests.map(({ id, set, query, relevant }): Row => {
    const kind = set === "usage" || set === "silence" ? set : "dev"
    const isAnswerable = [...relevant].some((one) => ids.has(one))
    const row = { library, request: id, kind, isAnswerable } as const
    const ranking = rank(index, query)
    const [first] = ranking.matches
    if (first === undefined || silenceOf(query) !== undefined)
      return { ...row, isJudged: false, isAllowed: false, isRight: false, values: [] }
    const isAllowed = judge(index, ranking, first).objection === undefined
    return {
      ...row,
      isJudged: true,
      isAllowed,
      isRight: relevant.has(first.entry.skill.id),
      values: evidenceOf(index, ranking, first),
    }
  })
}

const libraryRows = (
  library: string,
  skills: readonly Skill[],
  from: { dev: readonly LabelledQuery[]; outside: readonly Skill[]; usage: number },
): Row[] => {
  const index = buildIndex(skills, { lexicon, vectors })
  const usage = [...usageRequests(skills, from.usage, random), ...usageRequests(from.outside, from.usage, random)]
  return [...rowsOf(library, index, [...from.dev, ...silences]), ...rowsOf(library, withoutLines(index, usage), usage)]
}

const silences: LabelledQuery[] = JSON.parse(readFileSync(SILENCES, "utf8")).map(
  ({ text }: { text: string }, at: number) => ({
    id: `silence-${at}`,
    set: "silence",
    query: text,
    relevant: new Set(),
  }),
)

const full = toSkills(await readCorpus(corpus))
const some = corpus === SHARED_CORPUS ? toSkills(await readCorpus(corpus, "user365.json")) : full.slice(0, 365)
const someIds = new Set(some.map(({ id }) => id))
const dev = { some: readQueries(file, "user365"), full: readQueries(file, "full") }
const half = shuffled(full, random)
const rows: Row[] = [
  ...libraryRows("365", some, { dev: dev.some, outside: full.filter(({ id }) => !someIds.has(id)), usage: 150 }),
  ...libraryRows("2771", full, { dev: dev.full, outside: [], usage: 200 }),
  ...libraryRows("1385", half.slice(0, 1385), { dev: dev.full, outside: half.slice(1385), usage: 200 }),
]
for (const [size, times] of [
  [20, 12],
  [50, 8],
  [100, 6],
] as const) {
  for (let time = 0; time < times; time++) {
    const [inside, outside] = [shuffled(some, random).slice(0, size), some]
    const ids = new Set(inside.map(({ id }) => id))
    rows.push(
      ...libraryRows(String(size), inside, {
        dev: dev.some,
        outside: outside.filter(({ id }) => !ids.has(id)),
        usage: 20,
      }),
    )
  }
}

const judged = rows.filter(({ isJudged }) => isJudged)
const perLibrary = new Map<string, number>()
for (const { library } of judged) perLibrary.set(library, (perLibrary.get(library) ?? 0) + 1)
const fit = (some: readonly Row[]): Fit =>
  fitLogistic(
    some.map(({ values, isRight, library }) => ({ values, isRight, weight: 1 / (perLibrary.get(library) ?? 1) })),
  )

const foldOf = new Map(
  shuffled([...new Set(judged.map(({ request }) => request))], createRandom(5)).map((request, at) => [
    request,
    at % FOLDS,
  ]),
)
const proofs = new Map<Row, number>()
for (let fold = 0; fold < FOLDS; fold++) {
  const line = fit(judged.filter(({ request }) => foldOf.get(request) !== fold))
  for (const row of judged)
    if (foldOf.get(row.request) === fold && row.isAllowed) proofs.set(row, proofOf(line, row.values))
}

const share = (part: number, whole: number): string =>
  whole === 0 ? "    -" : ((100 * part) / whole).toFixed(1).padStart(5)

console.log(
  "cross-validated, in %: right of confident (answerable requests only) | fires on negatives, silences, usage lines of absent skills | fires right on dev, usage lines",
)
for (const library of ["20", "50", "100", "365", "1385", "2771"]) {
  for (const bar of [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.85, 0.9]) {
    const all = rows.filter((row) => row.library === library)
    const fires = (row: Row): boolean => (proofs.get(row) ?? 0) >= bar
    const count = (kind: Row["kind"], isAnswerable: boolean, test: (row: Row) => boolean): string => {
      const asked = all.filter((row) => row.kind === kind && row.isAnswerable === isAnswerable)
      return share(asked.filter(test).length, asked.length)
    }
    const fired = all.filter((row) => row.kind === "dev" && fires(row))
    const answered = fired.filter(({ isAnswerable }) => isAnswerable)
    const right = (some: readonly Row[]): number => some.filter(({ isRight }) => isRight).length
    const precision = `${share(right(fired), fired.length)} (${share(right(answered), answered.length)})`
    const wrong = [count("dev", false, fires), count("silence", false, fires), count("usage", false, fires)].join(" ")
    const good = [
      count("dev", true, (row) => fires(row) && row.isRight),
      count("usage", true, (row) => fires(row) && row.isRight),
    ].join(" ")
    console.log(`${library.padStart(5)} skills, bar ${bar.toFixed(2)}: ${precision} | ${wrong} | ${good}`)
  }
}

const line = fit(judged)
console.log(
  `\nbias ${line.bias.toFixed(2)}, weights ${EVIDENCE.map((kind, at) => `${kind} ${(line.weights[at] ?? 0).toFixed(2)}`).join(", ")}`,
)
