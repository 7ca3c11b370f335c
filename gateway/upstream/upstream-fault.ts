/**
 * Why the upstream gave no answer:
 * - `refused` nobody listens: the request was not executed
 * - `session` it no longer knows our session: the request was not executed
 * - `off` something answers there, but no MCP: the request was not executed
 * - `rejected` it does not take this request (too large, say): it was not executed
 * - `lost` the connection ended, or stayed silent, after the request was sent: it may have been executed
 */
export type FaultKind = "refused" | "session" | "off" | "rejected" | "lost"

/** A failure of the connection, as against an answer of the upstream that says no. */
export interface UpstreamFault extends Error {
  readonly kind: FaultKind
}

const faults = new WeakSet<object>()

/** Makes such a failure. */
export const upstreamFault = (kind: FaultKind, message: string, cause?: unknown): UpstreamFault => {
  const fault = Object.assign(new Error(message, { cause }), { kind })
  faults.add(fault)
  return fault
}

/** True for a failure of the connection. */
export const isUpstreamFault = (value: unknown): value is UpstreamFault => value instanceof Error && faults.has(value)

/** What a failed `fetch` means. Its error hides the system's code in `cause`. */
export const toUpstreamFault = (error: unknown): UpstreamFault => {
  if (isUpstreamFault(error)) return error
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined)
  const reason = error instanceof Error ? error.message : String(error)
  return code !== undefined && NOT_CONNECTED.has(code)
    ? upstreamFault("refused", `no connection (${code})`, error)
    : upstreamFault("lost", `the connection ended (${code ?? reason})`, error)
}

/** Failures before anything was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
])

const codeOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "code" in value && typeof value.code === "string"
    ? value.code
    : undefined
