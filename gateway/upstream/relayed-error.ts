import type { McpError } from "@modelcontextprotocol/sdk/types.js"

/** An error that the upstream answered with. */
export interface RelayedError extends Error {
  readonly code: number
  readonly data?: unknown
}

const relayed = new WeakSet<object>()

/** The upstream's own words: the SDK put a prefix before them. */
export const relayedError = ({ code, message, data }: McpError): RelayedError => {
  const prefix = `MCP error ${code}: `
  const error = new Error(message.startsWith(prefix) ? message.slice(prefix.length) : message)
  relayed.add(error)
  return Object.assign(error, { code, ...(data !== undefined && { data }) })
}

/** True for such an error. */
export const isRelayedError = (value: unknown): value is RelayedError => value instanceof Error && relayed.has(value)
