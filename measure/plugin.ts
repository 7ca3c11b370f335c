import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { serveV1 } from "../plugin/serve-v1.ts"
import { type CorpusText, grow, readCorpus, SHARED_CORPUS, toSkills, withCorpusFolder } from "./corpus.ts"
import { inWords, keepFigures, MACHINE, type Percentiles, percentiles } from "./figures.ts"
import { callHook, type HooksV1, hostText, requestV1 } from "./host-v1.ts"
import { readQueries } from "./queries.ts"

// What the plugin costs a request of opencode V1: time of its hooks, characters added, and how much of a request is
// the same as the one before it (what a provider's prompt cache can keep), beside a run without the plugin.
// npm run measure:plugin

/** What the plugin costs over one library; times in ms, shares from 0 to 1. */
export interface PluginCost {
  readonly skills: number
  readonly indexing: Percentiles
  readonly fresh: Percentiles
  readonly later: Percentiles
  readonly hostCharacters: number
  readonly addedCharacters: number
  readonly samePrefix: number
  readonly samePrefixWithout: number
}

const queries = readQueries(join(SHARED_CORPUS, "dev.jsonl"), "user365")
  .filter(({ set }) => set !== "negative")
  .map(({ query }) => query)
const FOLLOW_UP = "да, продолжай"
const TURNS = 20
const STEPS = 3

const samePrefix = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** A session of twenty turns of three steps, every third message a follow-up. */
const runSession = async (hooks: HooksV1 | undefined, host: string): Promise<{ added: number; shared: number }> => {
  let before = ""
  let [added, shared, whole] = [0, 0, 0]
  const texts: string[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    texts.push(turn % 3 === 2 ? FOLLOW_UP : (queries[turn * 7] ?? FOLLOW_UP))
    for (let tools = 0; tools < STEPS; tools++) {
      const { system } = await requestV1(hooks, { session: "long", texts, host })
      const wire = `${system}\n${texts.map((text, at) => `${text}\n${"tool result ".repeat(at < turn ? 200 * STEPS : 200 * tools)}`).join("\n")}`
      added += system.length - host.length
      shared += samePrefix(before, wire)
      whole += wire.length
      before = wire
    }
  }
  return { added: added / (TURNS * STEPS), shared: shared / whole }
}

const measure = async (texts: readonly CorpusText[]): Promise<PluginCost> =>
  withCorpusFolder(texts, async (folder) => {
    const home = join(folder, ".home")
    const directory = join(home, "project")
    mkdirSync(join(home, ".claude"), { recursive: true })
    mkdirSync(directory)
    symlinkSync(folder, join(home, ".claude", "skills"))
    process.env.HOME = home
    const host = hostText(toSkills(texts))
    const hooks = await serveV1({ directory })
    const building: number[] = []
    for (let at = 0; at < 40; at++) {
      building.push((await requestV1(hooks, { session: `b${at}`, texts: [queries[at] ?? ""], host })).ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await waitForHint(hooks, host)
    const fresh: number[] = []
    const later: number[] = []
    for (const [at, query] of queries.entries()) {
      for (const times of [fresh, later])
        times.push((await requestV1(hooks, { session: `w${at}`, texts: [query], host })).ms)
    }
    const [ours, none] = [await runSession(hooks, host), await runSession(undefined, host)]
    const cost: PluginCost = {
      skills: texts.length,
      indexing: percentiles(building),
      fresh: percentiles(fresh),
      later: percentiles(later),
      hostCharacters: host.length,
      addedCharacters: ours.added,
      samePrefix: ours.shared,
      samePrefixWithout: none.shared,
    }
    printCost(cost)
    await callHook(hooks, "dispose")
    return cost
  })

const printCost = ({ skills, indexing, fresh, later, ...cost }: PluginCost): void => {
  const { addedCharacters: added, hostCharacters, samePrefix, samePrefixWithout } = cost
  const add = `+${added.toFixed(0)} characters (about ${(added / 4).toFixed(0)} tokens) of ${hostCharacters}`
  const same = `${(samePrefix * 100).toFixed(1)} % (${(samePrefixWithout * 100).toFixed(1)} % without)`
  console.log([`${String(skills).padStart(5)} skills`, ...[indexing, fresh, later].map(inWords), add, same].join(" | "))
}

const waitForHint = async (hooks: HooksV1, host: string): Promise<void> => {
  for (let at = 0; at < 600; at++) {
    const { system } = await requestV1(hooks, { session: `r${at}`, texts: [queries[at % queries.length] ?? ""], host })
    if (system.includes("<skill_hint source")) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

console.log(`${MACHINE}; hook times in ms as p50 / p95 / max`)
console.log(
  "library | while indexing | new message | later step | added to a request, mean of a 20-turn session | the same as the request before it",
)
const all = await readCorpus(SHARED_CORPUS)
const libraries = [await readCorpus(SHARED_CORPUS, "user365.json"), all, grow(all, 5_000)]
const reports: PluginCost[] = []
for (const texts of libraries) reports.push(await measure(texts))
keepFigures("plugin", { reports })
process.exit(0)
