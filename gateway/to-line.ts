import type { JsonObject } from "./read-frame.ts"
import { RPC_CODES } from "./rpc-error.ts"

/**
 * A message as one line. A result that JSON cannot hold (a cycle, a BigInt, nothing at all) becomes an error for the
 * same id, since the client waits for an answer.
 */
export const toLine = (message: JsonObject): string => {
  try {
    const isEmptyAnswer = Object.hasOwn(message, "result") && message.result === undefined
    if (!isEmptyAnswer) return `${withWholePairs(JSON.stringify(message))}\n`
  } catch {
    // What cannot be written is told below; the reason speaks of our own objects and helps no client.
  }
  return toErrorLine(message.id, RPC_CODES.unexpected, "unexpected failure: the result cannot be written as JSON")
}

// YAML can write half a surrogate pair, and a cut can leave one; only such halves are written as escapes. Clients that
// read strictly drop the whole line, and their call waits for ever. Escapes are taken one by one, since an escaped
// backslash may stand in front of a plain `ud83d`.
const withWholePairs = (json: string): string =>
  json.includes("\\ud")
    ? json.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (whole, half?: string) => (half === undefined ? whole : "\ufffd"))
    : json

/** An error answer as one line; `id` null for a line whose request cannot be told. */
export const toErrorLine = (id: unknown, code: number, message: string): string =>
  `${withWholePairs(JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }))}\n`
