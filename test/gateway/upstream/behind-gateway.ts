import process from "node:process"
import { after } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { isJsonObject, type JsonObject } from "../../../gateway/read-frame.ts"
import { OFFLINE } from "../../lab/offline.ts"
import { type Files, makeProject, type Project } from "../../lab/project.ts"
import { cleanEnvironment, FROM_SOURCE } from "../gateway-process.ts"
import { LIBRARY } from "../skills.ts"
import { createStandIn, type StandIn } from "./stand-in.ts"

/** A real SDK client in front of the real gateway process. */
export interface Front {
  readonly client: Client
  readonly pid: number
  /** Notifications that the client got, but progress. */
  readonly told: { readonly method: string; readonly params: JsonObject }[]
  readonly stderr: () => string
  readonly call: (name: string, input?: JsonObject, options?: CallOptions) => Promise<JsonObject>
  readonly request: (method: string, params?: JsonObject) => Promise<JsonObject>
  /** How often the client was told so. */
  readonly count: (method: string, uri?: string) => number
  readonly close: () => Promise<void>
}

/** The same with the stand-in behind it. */
export interface Behind extends Front {
  readonly project: Project
  readonly standIn: StandIn
}

interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { progress: number }) => void
}

export interface Plan {
  readonly upstream?: JsonObject
  /** What lies in the project. */
  readonly files?: Files
  /** Whether the stand-in runs before the gateway starts. */
  readonly isRunning?: boolean
  /** Whether the client lists the tools at the start, as hosts do, and the connection is waited for. */
  readonly isAwake?: boolean
}

const opened: Behind[] = []
after(async () => {
  for (const { client, standIn, project } of opened) {
    await client.close()
    await standIn.stop()
    project.remove()
  }
})

export const startBehind = async ({
  upstream,
  files = {},
  isRunning = true,
  isAwake = true,
}: Plan = {}): Promise<Behind> => {
  const settings = { lang: "en", ...(upstream && { upstream }) }
  const project = makeProject({
    files,
    homeFiles: { ...LIBRARY, ".config/opencode/skill-mcp.config.json": JSON.stringify(settings) },
  })
  const standIn = createStandIn(project.folder)
  if (isRunning) await standIn.start()
  const behind: Behind = { project, standIn, ...(await startFront(project)) }
  opened.push(behind)
  if (isAwake && isRunning) {
    await behind.request("tools/list")
    await until("the tools are announced", () => behind.count("tools/list_changed") > 0)
    behind.told.length = 0
  }
  return behind
}

/** Starts a gateway in a project and a client in front of it. */
export const startFront = async (project: Project): Promise<Front> => {
  const client = new Client({ name: "test", version: "1" })
  const told: Front["told"] = []
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params: params ?? {} })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...OFFLINE, ...FROM_SOURCE],
    cwd: project.folder,
    env: { ...cleanEnvironment(project), SKILL_MCP_DEBUG: "1" },
    stderr: "pipe",
  })
  let stderr = ""
  transport.stderr?.on("data", (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  await client.connect(transport)
  const request: Front["request"] = (method, params = {}) =>
    client.request({ method, params: { ...params } }, ResultSchema)
  return {
    client,
    pid: transport.pid ?? 0,
    told,
    stderr: () => stderr,
    call: (name, input, options = {}) =>
      client.request({ method: "tools/call", params: { name, ...(input && { arguments: input }) } }, ResultSchema, {
        timeout: 60_000,
        ...options,
      }),
    request,
    count: (method, uri) =>
      told.filter((one) => one.method === `notifications/${method}` && (uri === undefined || one.params.uri === uri))
        .length,
    close: () => client.close(),
  }
}

/** Waits until something holds, and fails where it does not come to. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>, mostMs = 30_000): Promise<void> => {
  const end = Date.now() + mostMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not come to pass that ${what}`)
    await sleep(20)
  }
}

/** The upstream's part of the client's list of resources; the skills are listed there too. */
export const listUpstreamResources = async ({ request }: Front): Promise<JsonObject[]> => {
  const { resources } = await request("resources/list")
  const all: JsonObject[] = Array.isArray(resources) ? resources : []
  return all.filter(({ uri }) => String(uri).startsWith("skillmap:"))
}

/** The same for templates. */
export const listUpstreamTemplates = async ({ request }: Front): Promise<JsonObject[]> => {
  const { resourceTemplates } = await request("resources/templates/list")
  const all: JsonObject[] = Array.isArray(resourceTemplates) ? resourceTemplates : []
  return all.filter(({ uriTemplate }) => String(uriTemplate).startsWith("skillmap:"))
}

/** The text of a result. */
export const textOf = ({ content }: JsonObject): string => {
  const part: unknown = Array.isArray(content) ? content[0] : undefined
  return isJsonObject(part) ? String(part.text) : ""
}

/** The message of an `E_UNAVAILABLE` result, proven to be one. */
export const unavailableMessage = (result: JsonObject): string => {
  const { ok, error } = Object(result.structuredContent)
  if (result.isError !== true || ok !== false || error?.code !== "E_UNAVAILABLE")
    throw new Error(`not E_UNAVAILABLE: ${JSON.stringify(result)}`)
  if (textOf(result) !== JSON.stringify(result.structuredContent)) throw new Error("text and data differ")
  return String(error.message)
}
