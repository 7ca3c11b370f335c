import { once } from "node:events"
import { get } from "node:http"
import { isJsonObject } from "../read-frame.ts"
import { toUpstreamFault } from "./upstream-fault.ts"

/** What a server says of itself. */
export type Health =
  | { readonly kind: "skill-map"; readonly cwd: string; readonly isMcpOn: boolean }
  /** Nothing listens, or what listens does not answer in time. */
  | { readonly kind: "silent"; readonly isListening: boolean }
  /** Some other program. */
  | { readonly kind: "foreign" }

/** A scan may keep a server busy for a while; a call must not wait for a dead one much longer. */
const MOST_MS = 3_000
const MOST_CHARACTERS = 64 * 1024

/**
 * Asks the server at an origin who it is. Follows no redirect, which could lead off this machine. Never throws. Not by
 * `fetch`: its first call holds up the process for 50 ms, and mostly there is nobody to ask.
 */
export const probeHealth = async (origin: string): Promise<Health> => {
  try {
    const request = get(`${origin}/api/health`, { agent: false, signal: AbortSignal.timeout(MOST_MS) })
    const [response] = await once(request, "response")
    return toHealth(await readStart(response))
  } catch (error) {
    return { kind: "silent", isListening: toUpstreamFault(error).kind !== "refused" }
  }
}

const toHealth = (text: string): Health => {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value) && typeof value.cwd === "string")
      return { kind: "skill-map", cwd: value.cwd, isMcpOn: value.mcp === true }
  } catch {
    // No JSON: no skill-map.
  }
  return { kind: "foreign" }
}

/** The beginning of a response; what does not fit in memory easily is not read. */
export const readStart = async (body: AsyncIterable<Uint8Array> | null): Promise<string> => {
  if (body === null) return ""
  const decoder = new TextDecoder()
  let text = ""
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MOST_CHARACTERS) break
  }
  return text
}
