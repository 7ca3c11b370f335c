/** JSON-RPC's own error codes and the one of MCP that this gateway gives for its own methods. */
export const RPC_CODES = {
  malformedLine: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  unexpected: -32603,
  /** Of MCP 2026-07-28: the request claims a revision that is not spoken here. */
  unsupportedVersion: -32022,
} as const

/** One of these codes. */
export type RpcCode = (typeof RPC_CODES)[keyof typeof RPC_CODES]

/** An error that reaches the client as it is. */
export interface RpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

const ours = new WeakSet<object>()

/** Makes an error whose code and message the client is to see. The SDK's own class would put a prefix before it. */
export const rpcError = (code: RpcCode, message: string, data?: unknown): RpcError => {
  const error = Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
  ours.add(error)
  return error
}

/** Makes an error that another server answered with: its code, whatever it is, is the client's to see. */
export const relayError = (code: number, message: string, data?: unknown): RpcError => {
  const error = Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
  ours.add(error)
  return error
}

/**
 * What the client is told of a thrown value: our own errors as they are, anything else as an unexpected failure. A
 * foreign error's `code` (an errno, an HTTP status) means nothing to the client and is not passed on.
 */
export const toRpcError = (thrown: unknown): RpcError => {
  if (isRpcError(thrown)) return thrown
  const reason = thrown instanceof Error ? thrown.message : describe(thrown)
  return rpcError(RPC_CODES.unexpected, `unexpected failure: ${reason}`)
}

const isRpcError = (value: unknown): value is RpcError => value instanceof Error && ours.has(value)

// String() throws on objects without a prototype and on some symbols' hosts.
const describe = (thrown: unknown): string => {
  try {
    return String(thrown)
  } catch {
    return `a value of type ${typeof thrown} was thrown`
  }
}
