import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { askGateway } from "../../test/gateway/ask-gateway.ts"
import { cleanEnvironment, INITIALIZE } from "../../test/gateway/gateway-process.ts"
import { makeProject } from "../../test/lab/project.ts"
import { readCorpus, SHARED_CORPUS, withCorpusFolder } from "../corpus.ts"
import { keepFigures, MACHINE } from "../figures.ts"
import { createRandom } from "../libraries.ts"
import { readQueries } from "../queries.ts"
import { askHeld } from "./ask-held.ts"
import { changeSkills } from "./change-skills.ts"
import { type Held, inLine, inVerdict, judgeFlatness } from "./flatness.ts"

// A client that never stops: calls of every kind to one built gateway, eight at a time, while skills come, change and go.
// npm run build && npm run soak:gateway -- [--calls 100000] [--seed 1]

const { values } = parseArgs({ options: { calls: { type: "string" }, seed: { type: "string" } } })
const CALLS = Number(values.calls ?? 100_000)
const SEED = Number(values.seed ?? 1)
const AT_ONCE = 8
const MOMENTS = 50
const BUILT = join(import.meta.dirname, "../../dist/gateway.js")
const WATCH = pathToFileURL(join(import.meta.dirname, "watch-loop.mjs")).href

const random = createRandom(SEED)
const queries = readQueries(join(SHARED_CORPUS, "dev.jsonl")).map(({ query }) => query)
const texts = await readCorpus(SHARED_CORPUS, "user365.json")

/** Any call a client may make, sound or not. */
const anyCall = (): { method: string; params: object } => {
  const query = queries[Math.floor(random() * queries.length)] ?? ""
  const folder = texts[Math.floor(random() * texts.length)]?.folder ?? ""
  const tool = (name: string, input: object) => ({ method: "tools/call", params: { name, arguments: input } })
  const kind = random()
  if (kind < 0.5) return tool("find", { query, limit: 1 + Math.floor(random() * 10) })
  if (kind < 0.6) return tool("find", { query: `mend clock ${Math.floor(random() * 1000)}` })
  if (kind < 0.7) return tool("outline", { name: folder.split("__").at(-1) })
  if (kind < 0.8) return tool("read-section", { name: folder.split("__").at(-1), heading: 1 })
  if (kind < 0.84) return tool("read-section", { name: "no-such-skill", heading: "x" })
  if (kind < 0.88) return tool("schema", {})
  if (kind < 0.881) return tool("doctor", {})
  if (kind < 0.89) return { method: "skills/list", params: {} }
  if (kind < 0.97) return { method: "tools/list", params: {} }
  return { method: "ping", params: {} }
}

const soak = async (folder: string): Promise<boolean> => {
  const project = makeProject()
  const skills = join(project.home, ".claude/skills")
  mkdirSync(skills, { recursive: true })
  cpSync(folder, skills, { recursive: true })
  const file = join(project.top, "held.json")
  const gateway = askGateway({
    args: ["--expose-gc", "--import", WATCH, BUILT],
    folder: project.folder,
    env: { ...cleanEnvironment(project), SOAK_FILE: file },
  })
  await gateway.ask({ jsonrpc: "2.0", method: "initialize", params: INITIALIZE })
  gateway.send({ jsonrpc: "2.0", method: "notifications/initialized" })
  console.log(`${CALLS} calls, ${AT_ONCE} at a time, seed ${SEED}; ${MACHINE}`)
  // The first call reads all skills; what a process stalls until then is told apart from what its later calls do.
  await gateway.ask({ jsonrpc: "2.0", ...anyCall() })
  const start = await askHeld(gateway.child, { calls: 0, file })
  console.log(`start: ${inLine(start)}`)
  const moments: Held[] = []
  let [calls, answers, next] = [0, 0, 0]
  while (calls < CALLS) {
    const until = Math.min(CALLS, calls + Math.ceil(CALLS / MOMENTS))
    const client = async (): Promise<void> => {
      while (calls < until) {
        if (++calls >= next) {
          changeSkills(skills, random)
          next = calls + 100
        }
        const answer = await gateway.ask({ jsonrpc: "2.0", ...anyCall() })
        if (answer.result !== undefined) answers++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const moment = await askHeld(gateway.child, { calls, file })
    console.log(inLine(moment))
    moments.push(moment)
  }
  const code = await gateway.end()
  project.remove()
  const flatness = judgeFlatness(moments)
  console.log(`${answers} of ${calls} calls answered, exit ${code}\n${inVerdict(flatness)}`)
  keepFigures("soak-gateway", { seed: SEED, calls, answers, start, moments, flatness })
  return answers === calls && code === 0 && flatness.faults.length === 0
}

process.exitCode = (await withCorpusFolder(texts, soak)) ? 0 : 1
