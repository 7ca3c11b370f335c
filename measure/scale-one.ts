import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { selectSkills } from "../core/build-index.ts"
import { openIndex } from "../core/open-index.ts"
import { search } from "../core/search.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import { SHARED_CORPUS, toRoot } from "./corpus.ts"
import { type Percentiles, percentiles } from "./figures.ts"
import { readQueries } from "./queries.ts"

// One size of scale.ts, in a process of its own with soak/watch-loop.mjs loaded: prints its figures as JSON.

/** What a library of one size costs. */
export interface Scale {
  readonly skills: number
  /** From opening the index to its first complete state, in slices: wall time and time of the processor. */
  readonly buildMs: number
  readonly buildCpuMs: number
  /** The longest stall of the event loop meanwhile. */
  readonly stallMs: number
  /** What the index holds, in the heap and beside it, without lexicon and word vectors. */
  readonly bytes: number
  /** Searches for terms not asked for since the last change, and the same searches again: each the best of three. */
  readonly search: Percentiles
  readonly again: Percentiles
  /** A look at the disk that finds nothing changed. */
  readonly lookMs: number
}

interface Memory {
  readonly stallMs: number
  readonly heapUsed: number
  readonly external: number
}

/** What the process holds after a collection, and its longest stall since the last time it was asked. */
const held = async (): Promise<Memory> => {
  const file = process.env.SOAK_FILE ?? ""
  rmSync(file, { force: true })
  // What ended just now is still referenced by the turn that ended it.
  await wait(100)
  process.kill(process.pid, "SIGUSR2")
  for (;;) {
    await wait(20)
    try {
      return JSON.parse(readFileSync(file, "utf8"))
    } catch {
      // Not written yet.
    }
  }
}

const bytesOf = ({ heapUsed, external }: Memory): number => heapUsed + external

/** What is there once in a process whatever the library: lexicon, word vectors, compiled code. */
const openEmpty = async (): Promise<{ close: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), "skill-finder-empty-"))
  const live = openIndex({ roots: () => [toRoot(folder)] })
  await live.ready
  rmSync(folder, { recursive: true })
  return live
}

/** On a busy machine the slower of some runs tell of its other programs. */
const RUNS = 3

const timeSearches = ({ pool, skills }: SkillIndex, queries: readonly string[]): Pick<Scale, "search" | "again"> => {
  const first: number[] = queries.map(() => Number.POSITIVE_INFINITY)
  const again = [...first]
  // One run more than is counted: the first searches of a process run code that is not compiled yet.
  for (let run = 0; run <= RUNS; run++) {
    const index = selectSkills(pool, skills)
    for (const times of [first, again]) {
      for (const [at, query] of queries.entries()) {
        const started = performance.now()
        search(index, query, { limit: 5 })
        const ms = performance.now() - started
        if (run > 0) times[at] = Math.min(times[at] ?? ms, ms)
      }
    }
  }
  return { search: percentiles(first), again: percentiles(again) }
}

const measureFolder = async (folder: string): Promise<Scale> => {
  const queries = readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query)
  const empty = await openEmpty()
  const before = await held()
  const [started, used] = [performance.now(), process.cpuUsage()]
  const live = openIndex({ roots: () => [toRoot(folder)] })
  await live.ready
  const buildMs = performance.now() - started
  const { user, system } = process.cpuUsage(used)
  const after = await held()
  const index = live.current()
  if (index === undefined) throw new Error(`no index over ${folder}`)
  const searches = timeSearches(index, queries)
  // The first watch looks once more by itself; let that end first.
  await wait(500)
  await live.refresh()
  const look = performance.now()
  await live.refresh()
  const lookMs = performance.now() - look
  live.close()
  empty.close()
  return {
    skills: index.skills.length,
    buildMs,
    buildCpuMs: (user + system) / 1000,
    stallMs: after.stallMs,
    bytes: bytesOf(after) - bytesOf(before),
    ...searches,
    lookMs,
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("the folder is not named: run measure/scale.ts")
process.stdout.write(JSON.stringify(await measureFolder(folder)))
