import type { RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { Client } from "./initialize.ts"
import type { JsonObject } from "./read-frame.ts"

/** Answers a request. What it throws reaches the client as an error: `rpcError` as it is, all else as -32603. */
export type Method = (params: JsonObject, call: Call) => JsonObject | Promise<JsonObject>

/** One request under way. */
export interface Call {
  /** Aborted when the client cancels the request or goes away; nothing that is answered after that reaches it. */
  readonly signal: AbortSignal
  /** The id that the client gave it. */
  readonly id: RequestId
  /** Who asks; undefined before a client has introduced itself. */
  readonly client?: Client | undefined
}

/** Sends a notification to the client, if it is one that the client is to get. */
export type Notify = (method: string, params?: JsonObject) => void
