import { existsSync, mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type AskedGateway, askGateway } from "../test/gateway/ask-gateway.ts"
import { cleanEnvironment, INITIALIZE } from "../test/gateway/gateway-process.ts"
import { makeProject } from "../test/lab/project.ts"
import { type CorpusText, grow, readCorpus, SHARED_CORPUS, withCorpusFolder } from "./corpus.ts"
import { inWords, keepFigures, MACHINE, type Percentiles, percentiles } from "./figures.ts"
import { readQueries } from "./queries.ts"

// How long a client of the built gateway waits: for its start, for its first answer, for each later one.
// npm run build && npm run measure:gateway -- [--sizes 365,2771,5000] [--starts 10]

const { values } = parseArgs({ options: { sizes: { type: "string" }, starts: { type: "string" } } })
const STARTS = Number(values.starts ?? 10)
const BUILT = join(import.meta.dirname, "../dist/gateway.js")

/** Times in ms, from the client's side of the pipe. */
export interface GatewayTimes {
  readonly skills: number
  /** From the spawn of the process to the answers to `initialize` and `tools/list`. */
  readonly start: Percentiles
  /** The first `find` of a process, which reads every skill. */
  readonly firstFind: Percentiles
  readonly find: Percentiles
  readonly outline: Percentiles
  readonly readSection: Percentiles
  /** The first page of `skills/list` in a new process, for clients that browse. */
  readonly firstPage: Percentiles
}

const queries = readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query)

const call = (gateway: AskedGateway, name: string, input: object) =>
  gateway.ask({ jsonrpc: "2.0", method: "tools/call", params: { name, arguments: input } })

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const measureLibrary = async (texts: readonly CorpusText[]): Promise<GatewayTimes> =>
  withCorpusFolder(texts, async (folder) => {
    const project = makeProject()
    mkdirSync(join(project.home, ".claude"))
    renameSync(folder, join(project.home, ".claude/skills"))
    const open = (): AskedGateway =>
      askGateway({ args: [BUILT], folder: project.folder, env: cleanEnvironment(project) })
    const begin = async (gateway: AskedGateway): Promise<void> => {
      const handshake = gateway.ask({ jsonrpc: "2.0", method: "initialize", params: INITIALIZE })
      await Promise.all([handshake, gateway.ask({ jsonrpc: "2.0", method: "tools/list" })])
      gateway.send({ jsonrpc: "2.0", method: "notifications/initialized" })
    }
    const [starts, firstFinds, firstPages]: [number[], number[], number[]] = [[], [], []]
    const [finds, outlines, sections]: [number[], number[], number[]] = [[], [], []]
    for (let at = 0; at < STARTS; at++) {
      const from = performance.now()
      const gateway = open()
      await begin(gateway)
      starts.push(performance.now() - from)
      // Each start of two asks the one or the other first, so that neither finds the index open.
      if (at % 2 === 0) firstFinds.push(await timed(() => call(gateway, "find", { query: queries[at] })))
      else firstPages.push(await timed(() => gateway.ask({ jsonrpc: "2.0", method: "skills/list", params: {} })))
      await gateway.end()
    }
    const gateway = open()
    await begin(gateway)
    await call(gateway, "find", { query: queries[0] })
    for (const query of queries) finds.push(await timed(() => call(gateway, "find", { query })))
    const paths = texts.slice(0, 200).map((text) => join(project.home, ".claude/skills", text.folder, "SKILL.md"))
    for (const path of paths) {
      outlines.push(await timed(() => call(gateway, "outline", { path })))
      sections.push(await timed(() => call(gateway, "read-section", { path, heading: 1 })))
    }
    await gateway.end()
    project.remove()
    return {
      skills: texts.length,
      start: percentiles(starts),
      firstFind: percentiles(firstFinds),
      find: percentiles(finds),
      outline: percentiles(outlines),
      readSection: percentiles(sections),
      firstPage: percentiles(firstPages),
    }
  })

if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: run "npm run build" first`)
const all = await readCorpus(SHARED_CORPUS)
const reports: GatewayTimes[] = []
console.log(`the built gateway, ${STARTS} starts a library, times in ms as p50 / p95 / max; ${MACHINE}`)
console.log("skills | initialize + tools/list | first find | find | outline | read-section | first page of skills/list")
for (const size of (values.sizes ?? "365,2771,5000").split(",").map(Number)) {
  const texts = size === 365 ? await readCorpus(SHARED_CORPUS, "user365.json") : grow(all, size)
  const { skills, ...report } = await measureLibrary(texts)
  console.log([skills, ...Object.values(report).map(inWords)].join(" | "))
  reports.push({ skills, ...report })
}
keepFigures("gateway", { reports })
