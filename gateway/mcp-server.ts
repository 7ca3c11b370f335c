import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { Implementation, RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { Diagnostics } from "./diagnostics.ts"
import type { Method, Notify } from "./method.ts"
import { isJsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError, toRpcError } from "./rpc-error.ts"

/** What a server is made of. */
export interface McpServerOptions {
  readonly info: Implementation
  /** Request methods by name, `initialize` among them; `ping` is answered in any case. */
  readonly methods: ReadonlyMap<string, Method>
  /** Told of unexpected failures of ours, and of what the client does wrong beyond what it is told itself. */
  readonly diagnostics: Diagnostics
}

/** A transport that may have numbers of its own for the client's requests. */
export interface ClientTransport extends Transport {
  /** The client's id for a number of the transport's. */
  readonly idOf?: (number: RequestId) => RequestId | undefined
}

/** The MCP side of the gateway. */
export interface McpServer {
  readonly connect: (transport: ClientTransport) => Promise<void>
  /** Sends a notification as it is. */
  readonly notify: Notify
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
  if (methods.has("ping")) server.removeRequestHandler("ping")
  let idOf: ClientTransport["idOf"]
  server.onerror = ({ message }) => diagnostics.debug(message)
  server.fallbackRequestHandler = async ({ method, params = {} }, { signal, requestId }) => {
    try {
      const run = methods.get(method)
      if (run === undefined) throw rpcError(RPC_CODES.unknownMethod, `unknown method: ${method.slice(0, LONGEST_ECHO)}`)
      const result: unknown = await run(params, { signal, id: idOf?.(requestId) ?? requestId })
      if (!isJsonObject(result)) throw new Error(`${method} gave no result`)
      return result
    } catch (thrown) {
      const error = toRpcError(thrown)
      if (error !== thrown && !signal.aborted) diagnostics.report(`${method} failed`, thrown)
      throw error
    }
  }
  return {
    connect: (transport) => {
      idOf = transport.idOf
      return server.connect(transport)
    },
    // Past the SDK, which knows of no capability of ours and would refuse what they allow.
    notify: (method, params) =>
      void server.transport?.send({ jsonrpc: "2.0", method, ...(params && { params: { ...params } }) }),
    close: () => server.close(),
  }
}

/** What a client sent is told back this far. */
const LONGEST_ECHO = 100
