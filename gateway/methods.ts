import { readClient } from "./initialize.ts"
import type { Method } from "./mcp-server.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError } from "./rpc-error.ts"
import { CAPABILITIES, SERVER_INFO } from "./server-info.ts"
import type { Toolbox } from "./toolbox.ts"
import { INSTRUCTIONS, isToolName, TOOLS } from "./tools.ts"

/**
 * The requests this server answers, `ping` apart.
 * @param openTools called once, at the first call of a tool: what it loads would make every client wait at the start.
 */
export const createMethods = (openTools: () => Promise<Toolbox>): ReadonlyMap<string, Method> => {
  let opened: Promise<Toolbox> | undefined
  const tools = (): Promise<Toolbox> => {
    opened ??= openTools()
    return opened
  }
  return new Map<string, Method>([
    [
      "initialize",
      (params) => ({
        protocolVersion: readClient(params).protocolVersion,
        capabilities: CAPABILITIES,
        serverInfo: SERVER_INFO,
        instructions: INSTRUCTIONS,
      }),
    ],
    ["tools/list", ({ cursor }) => listTools(cursor)],
    [
      "tools/call",
      async ({ name, arguments: input = {} }, { signal }) => {
        if (!isToolName(name)) throw unknownTool(name)
        if (!isJsonObject(input)) throw rpcError(RPC_CODES.invalidParams, "invalid params: arguments must be an object")
        return (await tools()).call(name, input, signal)
      },
    ],
  ])
}

// All tools are on one page, so no cursor is one of ours.
const listTools = (cursor: unknown): JsonObject => {
  if (cursor === undefined) return { tools: TOOLS }
  throw rpcError(RPC_CODES.invalidParams, "invalid params: no such cursor; all tools are on the first page")
}

const unknownTool = (name: unknown): Error => {
  const names = TOOLS.map((tool) => tool.name).join(", ")
  const wrong = typeof name === "string" ? `unknown tool: ${name.slice(0, LONGEST_ECHO)}` : "tools/call needs a name"
  return rpcError(RPC_CODES.invalidParams, `${wrong}; there are ${names}`)
}

const LONGEST_ECHO = 100
