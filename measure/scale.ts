import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { grow, readCorpus, SHARED_CORPUS, withCorpusFolder } from "./corpus.ts"
import { keepFigures, MACHINE } from "./figures.ts"
import type { Scale } from "./scale-one.ts"

// What a larger library costs: time and memory of its index, time of a search, and how each grows with the library.
// The index is opened over a real folder, as hosts do it: the files have just been written, so they come from memory
// and the disk is not what is measured. Times to build are those of the processor, since the wall clock of a busy
// machine tells of its other programs; the wall stands beside them.
// npm run scale -- [--sizes 365,2771,5000,50000]

const { values } = parseArgs({ options: { sizes: { type: "string" } } })
const SIZES = (values.sizes ?? "365,2771,5000,50000").split(",").map(Number)
const WATCH = pathToFileURL(join(import.meta.dirname, "soak/watch-loop.mjs")).href
const TSX = import.meta.resolve("tsx")

/** How a cost grows with the number of skills: 1 is in step with it, 0 not at all. */
interface Growth {
  readonly build: number
  readonly memory: number
  readonly search: number
}

/** Each size in a process of its own: what an earlier size left behind would count as memory of the next. */
const measureSize = (folder: string): Scale => {
  const scratch = mkdtempSync(join(tmpdir(), "skill-finder-scale-"))
  try {
    const one = join(import.meta.dirname, "scale-one.ts")
    const args = ["--expose-gc", "--max-old-space-size=8192", "--import", WATCH, "--import", TSX, one, folder]
    const env = { ...process.env, SOAK_FILE: join(scratch, "held.json") }
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env, maxBuffer: 1e7 }))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The slope of log(cost) over log(skills), by least squares. */
const exponentOf = (scales: readonly Scale[], cost: (scale: Scale) => number): number => {
  const points = scales.map((scale) => [Math.log(scale.skills), Math.log(cost(scale))] as const)
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0)
  return points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread
}

const growthOf = (scales: readonly Scale[]): Growth => ({
  build: exponentOf(scales, ({ buildCpuMs }) => buildCpuMs),
  memory: exponentOf(scales, ({ bytes }) => bytes),
  search: exponentOf(scales, ({ search }) => search.p50),
})

const printScale = ({ skills, bytes, search, again, ...scale }: Scale): void => {
  const build = `${(scale.buildCpuMs / 1000).toFixed(1)} s (${(scale.buildMs / 1000).toFixed(1)} s, stall ${scale.stallMs} ms)`
  const memory = `${(bytes / 1e6).toFixed(0)} MB, ${(bytes / skills / 1000).toFixed(1)} kB a skill`
  const times = [search, again].map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`)
  console.log([String(skills).padStart(6), build, memory, ...times, scale.lookMs.toFixed(1)].join(" | "))
}

console.log(`times in ms as p50 / p95 where nothing else is said; ${MACHINE}`)
console.log("skills | build: processor (wall, longest stall) | memory | search, first time | again | look at the disk")
const all = await readCorpus(SHARED_CORPUS)
const scales: Scale[] = []
for (const size of SIZES) {
  const texts = size === 365 ? await readCorpus(SHARED_CORPUS, "user365.json") : grow(all, size)
  const scale = await withCorpusFolder(texts, async (folder) => measureSize(folder))
  printScale(scale)
  scales.push(scale)
}
const growth = growthOf(scales)
const [build, memory, search] = [growth.build, growth.memory, growth.search].map((one) => one.toFixed(2))
console.log(`grows with the skills to the power of: build ${build}, memory ${memory}, search ${search}`)
keepFigures("scale", { scales, growth })
