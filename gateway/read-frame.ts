import type { RequestId } from "@modelcontextprotocol/sdk/types.js"
import { RPC_CODES, type RpcCode } from "./rpc-error.ts"

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>

/** What one line of the client says. */
export type Frame =
  | {
      readonly kind: "request"
      readonly id: RequestId
      readonly method: string
      readonly params: JsonObject | undefined
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject | undefined }
  /** An answer to a request of ours. */
  | { readonly kind: "response"; readonly message: JsonObject }
  | Fault
  /** A blank line, or an error for a frame that had no id: nobody waits for an answer. */
  | { readonly kind: "nothing" }

/** A line that is no valid message; the client is told. */
export interface Fault {
  readonly kind: "fault"
  /** The id of the request it was meant to be, where it can be told. */
  readonly id: RequestId | null
  readonly code: RpcCode
  readonly message: string
}

/** Reads one line as a JSON-RPC 2.0 message of MCP. Never throws: what is wrong is a fault to be answered. */
export const readFrame = (line: string): Frame => {
  // A shell on Windows may put a byte order mark in front of the first line.
  const text = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line
  if (text.trim() === "") return { kind: "nothing" }
  try {
    return toFrame(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.slice(0, LONGEST_REASON) : "it cannot be read"
    return { kind: "fault", id: null, code: RPC_CODES.malformedLine, message: `not valid JSON: ${reason}` }
  }
}

/** The parser quotes what it could not read; of a long line that would be much. */
const LONGEST_REASON = 120

const toFrame = (value: unknown): Frame => {
  if (Array.isArray(value)) return invalid(null, "batches are not supported: send one message a line")
  if (!isJsonObject(value)) return invalid(null, "a message must be a JSON object")
  const { jsonrpc, method, params } = value
  const hasId = Object.hasOwn(value, "id")
  const id = toRequestId(value.id) ?? null
  if (jsonrpc !== "2.0") return invalid(id, 'jsonrpc must be "2.0"')
  if (!Object.hasOwn(value, "method")) return toResponse(value, id)
  if (typeof method !== "string") return invalid(id, "method must be a string")
  if (hasId && id === null) return invalid(null, "id must be a string or a whole number")
  if (params !== undefined && !isJsonObject(params)) return invalid(id, "params must be a JSON object")
  return id === null ? { kind: "notification", method, params } : { kind: "request", id, method, params }
}

const toResponse = (value: JsonObject, id: RequestId | null): Frame => {
  const isAnswer = Object.hasOwn(value, "result") || Object.hasOwn(value, "error")
  if (!isAnswer) return invalid(id, "a message needs a method")
  return id === null ? { kind: "nothing" } : { kind: "response", message: value }
}

const invalid = (id: RequestId | null, message: string): Fault => ({
  kind: "fault",
  id,
  code: RPC_CODES.invalidRequest,
  message: `invalid request: ${message}`,
})

// A number that JavaScript cannot hold exactly would come back as another id.
const toRequestId = (value: unknown): RequestId | undefined =>
  typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value)) ? value : undefined

/** True for a JSON object, false for an array or null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
