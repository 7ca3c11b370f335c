import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { readStart } from "./probe-health.ts"
import { type UpstreamFault, upstreamFault } from "./upstream-fault.ts"

/**
 * What a status says. A lost session and MCP switched off are both 404, told apart by the body; both, and all other
 * refusals below 500, come before the request is looked at.
 */
export const toRefusal = async (response: Response): Promise<UpstreamFault> => {
  const { status } = response
  const text = await readStart(response.body).catch(() => "")
  const { error } = parseObject(text)
  const message = isJsonObject(error) && typeof error.message === "string" ? error.message : text.slice(0, LONGEST_ECHO)
  const isRpc = isJsonObject(error) && typeof error.code === "number"
  if (isRpc && (status === 404 || status === 400) && /session|initializ/i.test(message))
    return upstreamFault("session", message)
  const kind = status >= 500 ? "lost" : status === 404 ? "off" : "rejected"
  return upstreamFault(kind, `HTTP ${status}: ${message}`)
}

const LONGEST_ECHO = 200

/** The object in a text of unknown content; an empty one when there is none. */
export const parseObject = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
