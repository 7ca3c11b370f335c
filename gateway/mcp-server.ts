import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { Implementation } from "@modelcontextprotocol/sdk/types.js"
import type { Diagnostics } from "./diagnostics.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError, toRpcError } from "./rpc-error.ts"

/** One request under way. */
export interface Call {
  /** Aborted when the client cancels the request or goes away; nothing that is answered after that reaches it. */
  readonly signal: AbortSignal
}

/** Answers a request. What it throws reaches the client as an error: `rpcError` as it is, all else as -32603. */
export type Method = (params: JsonObject, call: Call) => JsonObject | Promise<JsonObject>

/** What a server is made of. */
export interface McpServerOptions {
  readonly info: Implementation
  /** Request methods by name, `initialize` among them; `ping` is answered by itself. */
  readonly methods: ReadonlyMap<string, Method>
  /** Told of unexpected failures of ours, and of what the client does wrong beyond what it is told itself. */
  readonly diagnostics: Diagnostics
}

/** The MCP side of the gateway. */
export interface McpServer {
  readonly connect: (transport: Transport) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * The SDK's low-level server with our own methods on it. All of them run as its fallback, which sees requests as they
 * came and sends results as they are: registered handlers would strip unknown keys and answer bad params with the
 * schema library's JSON under the wrong code. `initialize` is ours for the same reason.
 */
export const createMcpServer = ({ info, methods, diagnostics }: McpServerOptions): McpServer => {
  const server = new Server(info)
  server.removeRequestHandler("initialize")
  server.onerror = ({ message }) => diagnostics.debug(message)
  server.fallbackRequestHandler = async ({ method, params = {} }, { signal }) => {
    try {
      const run = methods.get(method)
      if (run === undefined) throw rpcError(RPC_CODES.unknownMethod, `unknown method: ${method.slice(0, LONGEST_ECHO)}`)
      const result: unknown = await run(params, { signal })
      if (!isJsonObject(result)) throw new Error(`${method} gave no result`)
      return result
    } catch (thrown) {
      const error = toRpcError(thrown)
      if (error !== thrown && !signal.aborted) diagnostics.report(`${method} failed`, thrown)
      throw error
    }
  }
  return { connect: (transport) => server.connect(transport), close: () => server.close() }
}

/** What a client sent is told back this far. */
const LONGEST_ECHO = 100
