import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { advise } from "../core/advise.ts"
import { openIndex } from "../core/open-index.ts"
import { readSkillBody } from "../core/read-skill.ts"
import { renderHint, renderPreload, renderRule } from "../core/render.ts"
import { search } from "../core/search.ts"
import { DEFAULT_SETTINGS } from "../core/settings.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import { type CorpusText, grow, readCorpus, SHARED_CORPUS, toRoot, withCorpusFolder } from "./corpus.ts"
import { inWords, keepFigures, MACHINE, type Percentiles, percentiles } from "./figures.ts"
import { readQueries } from "./queries.ts"

// Where the time goes along the plugin's path: opening a live index, searching, forming the three blocks.
// npm run latency -- [--sizes 12,365,2771,5000]

const { values } = parseArgs({ options: { sizes: { type: "string" } } })

interface LatencyReport {
  readonly library: string
  readonly skills: number
  /** Wall time until the first complete index stands, in slices. */
  readonly openMs: number
  /** The longest that the event loop stood still meanwhile. */
  readonly stallMs: number
  /** A refresh that finds nothing changed. */
  readonly idleRefreshMs: number
  readonly heapMb: number
  readonly cold: { readonly search: Percentiles; readonly blocks: Percentiles }
  readonly warm: { readonly search: Percentiles; readonly blocks: Percentiles }
}

const queries = readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query)
const longQuery = `Проверь, пожалуйста, отчёт. ${queries.join("\n")}`.repeat(3).slice(0, 20_000)

const measureLibrary = async (library: string, texts: readonly CorpusText[]): Promise<LatencyReport> =>
  withCorpusFolder(texts, async (folder) => {
    const before = process.memoryUsage().heapUsed
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    const live = openIndex({ roots: () => [toRoot(folder)] })
    await live.ready
    const openMs = performance.now() - started
    delay.disable()
    // The first watch looks once more by itself; let that end before the next figure.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const idle = performance.now()
    await live.refresh()
    const idleRefreshMs = performance.now() - idle
    const index = live.current()
    if (index === undefined) throw new Error(`no index over ${folder}`)
    const cold = await measureRequests(index)
    const warm = await measureRequests(index)
    live.close()
    const heapMb = (process.memoryUsage().heapUsed - before) / 1e6
    return { library, skills: index.skills.length, openMs, stallMs: delay.max / 1e6, idleRefreshMs, heapMb, cold, warm }
  })

const measureRequests = async (index: SkillIndex): Promise<LatencyReport["cold"]> => {
  const searches: number[] = []
  const blocks: number[] = []
  for (const query of [...queries, longQuery]) {
    const started = performance.now()
    search(index, query, { limit: 5 })
    searches.push(performance.now() - started)
    const again = performance.now()
    const advice = advise(index, query, { settings: DEFAULT_SETTINGS })
    const skill = advice.preload?.skill
    renderRule("ru")
    if (skill !== undefined) renderPreload({ name: skill.name, body: await readSkillBody(skill), lang: "ru" })
    renderHint({ candidates: advice.hint, lang: "ru", argument: "name" })
    blocks.push(performance.now() - again)
  }
  return { search: percentiles(searches), blocks: percentiles(blocks) }
}

const printReport = (one: LatencyReport): void => {
  const times = [one.cold.search, one.warm.search, one.cold.blocks, one.warm.blocks]
  const head = [one.openMs.toFixed(0), one.stallMs.toFixed(0), one.idleRefreshMs.toFixed(2), one.heapMb.toFixed(0)]
  console.log([one.library.padEnd(8), String(one.skills), ...head, ...times.map(inWords)].join(" | "))
}

const all = await readCorpus(SHARED_CORPUS)
const samples = await readCorpus(join(import.meta.dirname, "../examples/skills"))
const sizes = (values.sizes ?? "12,365,2771,5000").split(",").map(Number)
const reports: LatencyReport[] = []
console.log(`${queries.length + 1} requests a library, times in ms as p50 / p95 / max; ${MACHINE}`)
console.log(
  "library | skills | open | stall | idle refresh | heap MB | search cold | search warm | blocks cold | blocks warm",
)
for (const size of sizes) {
  const texts =
    size <= samples.length ? samples : size === 365 ? await readCorpus(SHARED_CORPUS, "user365.json") : grow(all, size)
  const name = size <= samples.length ? "samples" : size === 365 ? "user365" : size === all.length ? "full" : "grown"
  const report = await measureLibrary(name, texts)
  printReport(report)
  reports.push(report)
}
keepFigures("latency", { requests: queries.length + 1, reports })
