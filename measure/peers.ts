import { join } from "node:path"
import { type CorpusText, grow, readCorpus, SHARED_CORPUS, toBodies, toSkills } from "./corpus.ts"
import { type Ask, ENGINES } from "./engines.ts"
import { inWords, keepFigures, MACHINE, type Percentiles, percentiles } from "./figures.ts"
import { type LabelledQuery, readQueries } from "./queries.ts"
import { type Places, placesOf, scoresOf, setsOf } from "./scores.ts"

// Ours beside the peers in one process, over the same skills and requests: what is found, and how long it takes.
// Exits 1 when a peer is ahead on a set. npm run peers

/** Times in ms. A fresh engine's answers are apart from those to requests it has met: some keep what they computed. */
interface EngineTimes {
  readonly name: string
  readonly buildMs: number
  readonly first: Percentiles
  readonly again: Percentiles
}

interface PeerReport {
  readonly label: string
  readonly skills: number
  readonly engines: readonly EngineTimes[]
  /** Hits in shares of 1, by set and engine; none where the skills are copies of labelled ones. */
  readonly sets: readonly {
    readonly set: string
    readonly n: number
    readonly engines: Readonly<Record<string, Hits>>
  }[]
}

interface Hits {
  readonly hit1: number
  readonly hit5: number
}

const measure = async (label: string, texts: readonly CorpusText[], queries: readonly LabelledQuery[]) => {
  const [skills, bodies] = [toSkills(texts), toBodies(texts)]
  const engines: EngineTimes[] = []
  const places: (readonly [string, Places])[] = []
  for (const { name, build } of ENGINES) {
    const started = performance.now()
    const ask = await build(skills, bodies)
    const buildMs = performance.now() - started
    engines.push({ name, buildMs, first: await timesOf(ask), again: await timesOf(ask) })
    if (queries.length > 0) places.push([name, await placesOf(queries, ask)])
  }
  const sets = setsOf(queries).map((set) => ({
    set,
    n: scoresOf(places[0]?.[1] ?? new Map(), set).n,
    engines: Object.fromEntries(places.map(([name, found]) => [name, scoresOf(found, set)])),
  }))
  return { label, skills: skills.length, engines, sets: queries.length > 0 ? sets : [] }
}

const requests = readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query)

const timesOf = async (ask: Ask): Promise<Percentiles> => {
  const times: number[] = []
  for (const request of requests) {
    const started = performance.now()
    await ask(request)
    times.push(performance.now() - started)
  }
  return percentiles(times)
}

const print = ({ label, skills, engines, sets }: PeerReport): void => {
  console.log(`\n${label}: ${skills} skills`)
  console.log("engine      | build ms | first answers p50 / p95 / max ms | the same requests again")
  for (const { name, buildMs, first, again } of engines)
    console.log(`${name.padEnd(11)} | ${buildMs.toFixed(0).padStart(8)} | ${inWords(first)} | ${inWords(again)}`)
  for (const { set, n, engines: found } of sets) {
    const cells = Object.entries(found).map(
      ([name, { hit1, hit5 }]) => `${name} ${(hit1 * 100).toFixed(1)} / ${(hit5 * 100).toFixed(1)}`,
    )
    console.log(`${set.padEnd(14)} ${String(n).padStart(4)}  ${cells.join(" | ")}`)
  }
}

/** Sets on which a peer finds more than we do, in words. */
const behind = ({ label, sets }: PeerReport): string[] =>
  sets.flatMap(({ set, engines: { ours, ...peers } }) =>
    Object.entries(peers)
      .filter(([, { hit1, hit5 }]) => hit1 > (ours?.hit1 ?? 0) || hit5 > (ours?.hit5 ?? 0))
      .map(([name]) => `${label}, ${set}: ${name} is ahead`),
  )

console.log(`${requests.length} requests; ${MACHINE}`)
const all = await readCorpus(SHARED_CORPUS)
const dev = join(SHARED_CORPUS, "dev.jsonl")
const reports: PeerReport[] = []
for (const [label, texts, queries] of [
  ["user365", await readCorpus(SHARED_CORPUS, "user365.json"), readQueries(dev, "user365")],
  ["full", all, readQueries(dev, "full")],
  ["grown", grow(all, 5_000), []],
] as const) {
  const report = await measure(label, texts, queries)
  print(report)
  reports.push(report)
}
const lost = reports.flatMap(behind)
console.log(lost.length === 0 ? "\nahead or level on every set" : `\n${lost.join("\n")}`)
keepFigures("peers", { reports })
process.exitCode = lost.length === 0 ? 0 : 1
