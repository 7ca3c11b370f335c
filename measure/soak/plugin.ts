import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { cleanEnvironment } from "../../test/gateway/gateway-process.ts"
import { makeProject } from "../../test/lab/project.ts"
import { readCorpus, SHARED_CORPUS, toSkills, withCorpusFolder } from "../corpus.ts"
import { inWords, keepFigures, MACHINE, type Percentiles } from "../figures.ts"
import { hostText } from "../host-v1.ts"
import { createRandom } from "../libraries.ts"
import { readQueries } from "../queries.ts"
import { askHeld } from "./ask-held.ts"
import { changeSkills } from "./change-skills.ts"
import { type Held, inLine, inVerdict, judgeFlatness } from "./flatness.ts"

// A host that runs for weeks: calls of both hooks of the built plugin, over 20 project directories and 300 sessions at a
// time, while sessions end, skills come, change and go, settings change and instances are made anew.
// npm run build && npm run soak:plugin -- [--calls 100000] [--seed 1]

/** What the host is to do; a file, since it is a process of its own. */
export interface HostPlan {
  readonly plugin: string
  readonly directories: readonly string[]
  readonly queries: readonly string[]
  readonly host: string
  readonly calls: number
  readonly moments: number
  readonly seed: number
}

/** What the host says while it runs. */
export type HostSaid =
  | { readonly kind: "progress" | "moment"; readonly calls: number }
  | {
      readonly kind: "end"
      readonly calls: number
      readonly figures: { readonly message: Percentiles; readonly step: Percentiles }
      readonly counts: Readonly<Record<string, number>>
    }

/** What the host holds, with what keeps no process open, files and watches, and its longest collection in ms. */
interface HostHeld extends Held {
  readonly files: number
  readonly watches: number
  readonly gcMs: number
}

const { values } = parseArgs({ options: { calls: { type: "string" }, seed: { type: "string" } } })
const CALLS = Number(values.calls ?? 100_000)
const SEED = Number(values.seed ?? 1)
const MOMENTS = 50
const PROJECTS = 20
const BUILT = join(import.meta.dirname, "../../dist/plugin/index.js")
const WATCH = pathToFileURL(join(import.meta.dirname, "watch-loop.mjs")).href

const random = createRandom(SEED)
const texts = await readCorpus(SHARED_CORPUS, "user365.json")

/** A settings file as a person leaves it, sound or not; some bring other roots or words, and with them another index. */
const anySettings = (folder: string): string => {
  const kind = random()
  if (kind < 0.5) return JSON.stringify({ lang: random() < 0.5 ? "en" : "ru", preload: random() < 0.7 })
  if (kind < 0.7) return JSON.stringify({ deny: { build: ["soaked-1"] }, boost: ["soaked-2"] })
  if (kind < 0.8) return JSON.stringify({ roots: [join(folder, `more-${Math.floor(random() * 3)}`)] })
  if (kind < 0.85) return JSON.stringify({ lexicon: { накладная: ["invoice"] } })
  return '{ "rule": true,'
}

interface Place {
  /** The user's own skills and the projects' folders for theirs. */
  readonly shared: string
  readonly own: readonly string[]
  readonly settings: string
  readonly top: string
}

/** Changes one thing that the host's plugin follows. */
const change = ({ shared, own, settings, top }: Place, calls: number): void => {
  // What all projects share wakes all their indexes; a person edits it far more rarely than a project.
  if (random() < 0.1) changeSkills(shared, random)
  else changeSkills(own[Math.floor(random() * own.length)] ?? shared, random)
  if (calls % 2_500 < 100) {
    if (random() < 0.3) rmSync(settings, { force: true })
    else writeFileSync(settings, anySettings(top))
  }
}

/** A skill that was deleted between search and preload is not offered: that is how it should be. */
const JUST_GONE = /fail-open: preload: ENOENT/

/** How often the plugin said that it failed or was late. */
const countLines = (file: string): Record<string, number> => {
  const lines = readFileSync(file, "utf8").split("\n")
  const count = (part: string): number => lines.filter((line) => line.includes(part)).length
  const reasons = lines.filter(
    (line) => !JUST_GONE.test(line) && (line.includes("fail-open") || !/^(\[skill-mcp\] |$)/.test(line)),
  )
  for (const line of new Set(reasons.map((reason) => reason.replace(/\d+/g, "N")).slice(0, 500)))
    console.log(`  ${line}`)
  return { failed: reasons.length, late: count("hint dropped after"), unready: count("index is still being built") }
}

const soak = async (folder: string): Promise<boolean> => {
  const project = makeProject()
  const directories = Array.from({ length: PROJECTS }, (_, at) => join(project.top, "projects", `p${at}`))
  // Half of the projects bring skills of their own; in the others the folder appears when the first one does.
  const own = directories.map((directory) => join(directory, ".opencode/skills"))
  for (const directory of directories) mkdirSync(join(directory, ".git"), { recursive: true })
  for (const [at, skills] of own.entries()) if (at % 2 === 0) mkdirSync(skills, { recursive: true })
  const config = join(project.home, ".config/opencode")
  const shared = join(project.home, ".claude/skills")
  for (const one of [config, shared]) mkdirSync(one, { recursive: true })
  cpSync(folder, shared, { recursive: true })
  const place: Place = { shared, own, settings: join(config, "skill-mcp.config.json"), top: project.top }
  const soaked = Array.from({ length: 20 }, (_, at) => ({ name: `soaked-${at}`, description: "Mends clocks" }))
  const plan: HostPlan = {
    plugin: pathToFileURL(BUILT).href,
    directories,
    queries: readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query),
    host: hostText([...toSkills(texts), ...soaked]),
    calls: CALLS,
    moments: MOMENTS,
    seed: SEED,
  }
  const [planFile, file, log] = ["plan.json", "held.json", "log"].map((name) => join(project.top, name))
  if (planFile === undefined || file === undefined || log === undefined) return false
  writeFileSync(planFile, JSON.stringify(plan))
  const args = ["--expose-gc", "--import", WATCH, "--import", import.meta.resolve("tsx")]
  const host = spawn(process.execPath, [...args, join(import.meta.dirname, "plugin-host.ts"), planFile], {
    env: { ...cleanEnvironment(project), SOAK_FILE: file, SKILL_MCP_DEBUG: "1" },
    stdio: ["ignore", "inherit", openSync(log, "w"), "ipc"],
  })
  console.log(`${CALLS} hook calls, ${PROJECTS} directories, seed ${SEED}; ${MACHINE}`)
  const moments: HostHeld[] = []
  let end: Extract<HostSaid, { kind: "end" }> | undefined
  const listen = async (said: HostSaid): Promise<void> => {
    if (said.kind === "progress") return change(place, said.calls)
    if (said.kind === "end") {
      end = said
      return
    }
    const moment = await askHeld<HostHeld>(host, { calls: said.calls, file })
    console.log(`${inLine(moment)}, longest collection ${moment.gcMs} ms, ${moment.watches} watches`)
    if (said.calls > 0) moments.push(moment)
    host.send("seen")
  }
  host.on("message", (said: HostSaid) => void listen(said))
  const [code] = await once(host, "exit")
  const lines = countLines(log)
  project.remove()
  // The last look is at a host whose projects are all closed.
  const closed = moments.pop()
  const flatness = judgeFlatness(moments)
  const faults = [
    ...flatness.faults,
    ...(closed === undefined || end === undefined || code !== 0 ? [`the host ended early with ${code}`] : []),
    ...((closed?.watches ?? 0) > 0 ? [`${closed?.watches} watches are left when all projects are closed`] : []),
    ...(lines.failed === 0 ? [] : [`${lines.failed} times the plugin failed open`]),
  ]
  const judged = { ...flatness, faults }
  console.log(`all projects closed: ${closed === undefined ? "-" : inLine(closed)}, ${closed?.watches} watches`)
  if (end !== undefined) {
    const { message, step } = end.figures
    console.log(`hook times in ms as p50 / p95 / max: new message ${inWords(message)}, later step ${inWords(step)}`)
  }
  console.log({ ...end?.counts, ...lines })
  console.log(inVerdict(judged))
  keepFigures("soak-plugin", { seed: SEED, ...end, ...lines, moments, closed, flatness: judged })
  return faults.length === 0
}

if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: run "npm run build" first`)
process.exitCode = (await withCorpusFolder(texts, soak)) ? 0 : 1
