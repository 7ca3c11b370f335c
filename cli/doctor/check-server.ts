import { existsSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import manifest from "../../package.json" with { type: "json" }
import { isAlive } from "../config/identify.ts"
import { SERVER_NAME } from "../config/parse-config.ts"
import { askServer, type ServerAnswers } from "./ask-server.ts"
import { type Check, fault, note, ok } from "./check.ts"
import { type Circumstances, readable } from "./circumstances.ts"
import { isRecord } from "./effective-config.ts"

/** What the checks of the server found. */
export interface ServerReport {
  readonly checks: readonly Check[]
  /** Undefined where the server could not be asked. */
  readonly answers: ServerAnswers | undefined
}

/** opencode waits 30 s; older releases waited 5. */
const ANSWER_TIMEOUT_MS = 30_000
const SLOW_MS = 5_000

const INIT = "run `skill-finder-mcp init`"
const MEND_TYPE = `take the entry out, then ${INIT}`

/** The MCP server's entry, the files it names, and what the server answers when it is started as the host starts it. */
export const checkServer = async (circumstances: Circumstances, query: string): Promise<ServerReport> => {
  const { server } = circumstances
  if (server === undefined) {
    return {
      checks: [fault("server", `no ${readable(circumstances)} names the MCP server ${SERVER_NAME}`, INIT)],
      answers: undefined,
    }
  }
  const where = server.files.join(" and ")
  const command = toCommand(server.value.command)
  const wrong = findWrong(circumstances, command)
  if (wrong !== undefined)
    return { checks: [fault("server", `${where}: ${wrong.fact}`, wrong.cure)], answers: undefined }
  const entry = ok("server", `${where}: ${command.join(" ")}`)
  const asked = await askServer({
    command,
    ...toSurroundings(circumstances, command),
    query,
    timeoutMs: ANSWER_TIMEOUT_MS,
    client: {
      name: "opencode",
      version: circumstances.opencode.kind === "found" ? circumstances.opencode.version : "1.18.0",
    },
  })
  if ("failure" in asked) {
    return {
      checks: [entry, fault("server-answers", `the MCP server does not work: ${asked.failure}`, INIT)],
      answers: undefined,
    }
  }
  return { checks: [entry, ...judge(asked.answers)], answers: asked.answers }
}

const toCommand = (value: unknown): string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? value : []

const findWrong = (
  { server, scan, environment }: Circumstances,
  command: readonly string[],
): { fact: string; cure: string } | undefined => {
  const value = server?.value ?? {}
  if (value.enabled === false || value.disabled === true) {
    return { fact: `${SERVER_NAME} is switched off`, cure: 'take "enabled": false out of its entry' }
  }
  if (value.type !== "local" || command.length === 0) {
    return { fact: "the entry has no type or no command; opencode refuses to start with it", cure: MEND_TYPE }
  }
  const identity = scan.identify.server(command)
  if (identity === "foreign") {
    return {
      fact: `the server ${SERVER_NAME} is not ours: ${command.join(" ")}`,
      cure: `rename that entry, then ${INIT}`,
    }
  }
  const program = command[0] ?? ""
  if (!isAlive(program)) return { fact: `${program}, which is to run the server, is not there`, cure: INIT }
  const script = command.find((argument) => /\.js$/.test(argument))
  if (script !== undefined && !existsSync(resolve(environment.cwd, script))) {
    return { fact: `the server's file ${script} is not there`, cure: INIT }
  }
  return undefined
}

// As the host does: its own environment and marks, then what the entry adds.
const toSurroundings = ({ server, environment }: Circumstances, command: readonly string[]) => {
  const { cwd, environment: added } = server?.value ?? {}
  const extra = isRecord(added) ? Object.entries(added).map(([name, value]) => [name, String(value)]) : []
  return {
    cwd: typeof cwd === "string" ? resolve(environment.cwd, cwd) : environment.cwd,
    env: {
      ...environment.env,
      AGENT: "1",
      OPENCODE: "1",
      OPENCODE_PID: String(process.pid),
      ...(command[0] === "opencode" ? { BUN_BE_BUN: "1" } : {}),
      ...Object.fromEntries(extra),
    },
  }
}

const judge = (answers: ServerAnswers): Check[] => {
  const { name, version, tools, found, ms, strayLines } = answers
  const names = tools.map((tool) => (isRecord(tool) ? String(tool.name) : ""))
  if (name !== SERVER_NAME) return [fault("server-answers", `a server called ${name} answers`, INIT)]
  if (!names.includes("find"))
    return [fault("server-answers", "the server has no tool find", "install the package again")]
  const { code, message } = isRecord(found.error) ? found.error : {}
  // Without a skill folder there is nothing to find; that has its own line.
  if (found.ok !== true && code !== "E_UNAVAILABLE") {
    const fact = `find does not work: ${message === undefined ? JSON.stringify(found) : String(message)}`
    return [fault("server-answers", fact, "mend what the line names, then run doctor again")]
  }
  const items = Array.isArray(found.items) ? found.items.length : 0
  const fact = `${name} ${version} answered initialize in ${ms.initialize} ms, tools/list (${tools.length} tools) in ${ms.list} ms, find (${items} candidates) in ${ms.find} ms`
  const notes: Check[] = []
  if (version !== manifest.version) {
    notes.push(note("server-answers", `the server is version ${version}; this is ${manifest.version}`, INIT))
  }
  if (ms.initialize + ms.list > SLOW_MS) {
    notes.push(
      note(
        "server-answers",
        "the server starts slowly: older releases of opencode wait 5 s",
        "free the machine, or look for a slow disk",
      ),
    )
  }
  if (strayLines > 0) {
    notes.push(
      note(
        "server-answers",
        `${strayLines} lines on its standard output are no protocol`,
        "report it as a fault of ours",
      ),
    )
  }
  return [ok("server-answers", fact), ...notes]
}
