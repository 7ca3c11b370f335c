import type { JsonObject } from "./read-frame.ts"
import { RPC_CODES } from "./rpc-error.ts"

/**
 * A message as one line. A result that JSON cannot hold (a cycle, a BigInt, nothing at all) becomes an error for the
 * same id, since the client waits for an answer.
 */
export const toLine = (message: JsonObject): string => {
  try {
    const isEmptyAnswer = Object.hasOwn(message, "result") && message.result === undefined
    if (!isEmptyAnswer) return `${JSON.stringify(message)}\n`
  } catch {
    // What cannot be written is told below; the reason speaks of our own objects and helps no client.
  }
  return toErrorLine(message.id, RPC_CODES.unexpected, "unexpected failure: the result cannot be written as JSON")
}

/** An error answer as one line; `id` null for a line whose request cannot be told. */
export const toErrorLine = (id: unknown, code: number, message: string): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } })}\n`
