import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildIndex } from "../core/build-index.ts"
import { search } from "../core/search.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import { type Ambiguity, ambiguityOf } from "./ambiguity.ts"
import { readCorpus, SHARED_CORPUS, toBodies, toSkills } from "./corpus.ts"
import { ENGINES } from "./engines.ts"
import { keepFigures } from "./figures.ts"
import { phrasingGain } from "./phrasings.ts"
import { type LabelledQuery, readQueries } from "./queries.ts"
import { type Places, placesOf, scoresOf, setsOf } from "./scores.ts"

// How often the right skill is found, ours and the peers' on the same requests, and how often the gate is right.
// npm run measure -- [--corpus FOLDER] [--queries FILE] [--only IDS.json]

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
  options: { corpus: { type: "string" }, queries: { type: "string" }, only: { type: "string" } },
})

const measureLibrary = async (label: string, source: { corpus: string; only?: string; queries: LabelledQuery[] }) => {
  const texts = await readCorpus(source.corpus, source.only)
  const [skills, bodies] = [toSkills(texts), toBodies(texts)]
  const index = buildIndex(skills)
  const places: (readonly [string, Places])[] = []
  for (const { name, build } of ENGINES)
    places.push([name, await placesOf(source.queries, await build(skills, bodies))] as const)
  return {
    label,
    skills: skills.length,
    sets: setsOf(source.queries).map((set) => ({
      set,
      n: scoresOf(places[0]?.[1] ?? new Map(), set).n,
      engines: Object.fromEntries(places.map(([name, found]) => [name, scoresOf(found, set)])),
    })),
    gate: gateOf(index, source.queries),
    ambiguity: {
      ambiguous: ambiguityOf(
        index,
        source.queries.filter(({ set }) => set === "ambiguous"),
      ),
      all: ambiguityOf(index, source.queries),
    },
    phrasings: phrasingGain(index, source.queries),
  }
}

const gateOf = (index: SkillIndex, queries: readonly LabelledQuery[]): Gate => {
  const answers = queries.map(({ query, relevant }) => {
    const [first] = search(index, query, { limit: 1 })
    const isConfident = first?.confident ?? false
    return { isAnswerable: relevant.size > 0, isConfident, isRight: isConfident && relevant.has(first?.skill.id ?? "") }
  })
  const share = (part: readonly unknown[], whole: readonly unknown[]): number => part.length / Math.max(1, whole.length)
  const confident = answers.filter(({ isConfident }) => isConfident)
  const right = confident.filter(({ isRight }) => isRight)
  const negatives = answers.filter(({ isAnswerable }) => !isAnswerable)
  return {
    precision: share(right, confident),
    firesRight: share(
      right,
      answers.filter(({ isAnswerable }) => isAnswerable),
    ),
    falseFires: share(
      negatives.filter(({ isConfident }) => isConfident),
      negatives,
    ),
    negatives: negatives.length,
  }
}

const percent = (share: number): string => (share * 100).toFixed(1).padStart(5)

const printReport = (report: Awaited<ReturnType<typeof measureLibrary>>): void => {
  console.log(`\n${report.label}: ${report.skills} skills; hit@1, hit@5, MRR in %\n`)
  console.log(`${"set".padEnd(14)}    n  ${ENGINES.map(({ name }) => name.padEnd(19)).join(" | ")}`)
  for (const { set, n, engines } of report.sets) {
    const cells = Object.values(engines).map(({ hit1, hit5, mrr }) => [hit1, hit5, mrr].map(percent).join("  "))
    console.log(`${set.padEnd(14)} ${String(n).padStart(4)}  ${cells.join(" | ")}`)
  }
  const { precision, firesRight, falseFires, negatives } = report.gate
  console.log(
    `\nconfident: right ${percent(precision)} % of the time, on ${percent(firesRight)} % of answerable requests, on ${percent(falseFires)} % of ${negatives} unanswerable ones`,
  )
  printAmbiguity("the ambiguous set", report.ambiguity.ambiguous)
  printAmbiguity("all requests that several skills answer", report.ambiguity.all)
  const { n, user, agent } = report.phrasings
  if (n > 0) {
    console.log(
      `find, ${n} paraphrases: the user's words ${percent(user.hit1)} ${percent(user.hit5)}, with an agent's keywords and synonyms ${percent(agent.hit1)} ${percent(agent.hit5)}`,
    )
  }
}

const printAmbiguity = (of: string, { n, hinted, hintedSeveral, undecided, preloaded, preloadedRight }: Ambiguity) =>
  console.log(
    `${of}: ${n}, hinted ${hinted}, with two right skills or more ${hintedSeveral}; preloaded ${preloaded} (${preloadedRight} right), hinted without a preload ${undecided}`,
  )

const corpus = values.corpus ?? SHARED_CORPUS
const file = values.queries ?? join(SHARED_CORPUS, "dev.jsonl")
const isShared = values.corpus === undefined && values.only === undefined
const reports = isShared
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
reports.forEach(printReport)
if (isShared) keepFigures("quality", { reports })
