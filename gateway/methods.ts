import { type Client, readClient } from "./initialize.ts"
import { joinCapabilities, joinMethods } from "./join-parts.ts"
import type { Call, Method } from "./method.ts"
import { withModernEra } from "./modern-era.ts"
import type { Part } from "./part.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError } from "./rpc-error.ts"
import { CAPABILITIES, SERVER_INFO } from "./server-info.ts"
import type { Session } from "./session.ts"
import { spareOpencode } from "./spare-opencode.ts"
import type { Toolbox } from "./toolbox.ts"
import { INSTRUCTIONS, isToolName, TOOLS } from "./tools.ts"

/** What the methods work with. */
export interface MethodsOptions {
  /** Called at the first call of a tool, and at each after it: what it loads would make every client wait at the start. */
  readonly openTools: () => Promise<Pick<Toolbox, "call">>
  /** What is offered beside our own tools, in the order in which lists show it. */
  readonly parts: readonly Part[]
  readonly session: Session
  /** Whether the settings want resources and the Skills extension to be declared to opencode too. */
  readonly isWantedByOpencode: () => Promise<boolean>
}

/** The requests this server answers, in every revision it speaks. */
export const createMethods = ({
  openTools,
  parts,
  session,
  isWantedByOpencode,
}: MethodsOptions): ReadonlyMap<string, Method> => {
  const capabilities = async (client: Client): Promise<JsonObject> =>
    spareOpencode(await joinCapabilities(CAPABILITIES, parts, client), client, isWantedByOpencode)
  const methods = new Map<string, Method>([
    ["initialize", (params) => initialize(params, capabilities, session)],
    ["ping", () => ({})],
    ["tools/list", ({ cursor }, call) => listTools(cursor, parts, call)],
    [
      "tools/call",
      async (params, call) => {
        const { name, arguments: input = {} } = params
        if (!isToolName(name)) return callPart(params, parts, call)
        if (!isJsonObject(input)) throw rpcError(RPC_CODES.invalidParams, "invalid params: arguments must be an object")
        const declared = call.client === undefined ? CAPABILITIES : await capabilities(call.client)
        return (await openTools()).call(name, input, { signal: call.signal, capabilities: declared })
      },
    ],
    ...joinMethods(parts),
  ])
  return withModernEra(methods, { session, capabilities, instructions: INSTRUCTIONS })
}

const initialize = async (
  params: JsonObject,
  toCapabilities: (client: Client) => Promise<JsonObject>,
  session: Session,
): Promise<JsonObject> => {
  const client = readClient(params)
  const capabilities = await toCapabilities(client)
  session.begin(client, capabilities)
  return {
    protocolVersion: client.protocolVersion,
    capabilities,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  }
}

// All tools are on one page, so no cursor is one of ours.
const listTools = async (cursor: unknown, parts: readonly Part[], call: Call): Promise<JsonObject> => {
  if (cursor === undefined) return { tools: [...TOOLS, ...(await partTools(parts, call))] }
  throw rpcError(RPC_CODES.invalidParams, "invalid params: no such cursor; all tools are on the first page")
}

const partTools = async (parts: readonly Part[], call: Call): Promise<readonly JsonObject[]> =>
  (await Promise.all(parts.map(({ tools }) => tools?.list(call) ?? []))).flat()

const callPart = async (params: JsonObject, parts: readonly Part[], call: Call): Promise<JsonObject> => {
  const { name } = params
  const owner = parts.find(({ tools }) => typeof name === "string" && tools?.has(name) === true)
  if (owner?.tools === undefined || typeof name !== "string") throw unknownTool(name, await partTools(parts, call))
  return owner.tools.call({ ...params, name }, call)
}

const unknownTool = (name: unknown, others: readonly JsonObject[]): Error => {
  const names = [...TOOLS, ...others].map((tool) => tool.name).join(", ")
  const wrong = typeof name === "string" ? `unknown tool: ${name.slice(0, LONGEST_ECHO)}` : "tools/call needs a name"
  return rpcError(RPC_CODES.invalidParams, `${wrong}; there are ${names}`)
}

const LONGEST_ECHO = 100
