import { RPC_CODES, rpcError } from "../rpc-error.ts"
import type { View } from "./catalogue.ts"
import type { ServedSkill } from "./check-skill.ts"
import { type PlacedSkill, SCHEME, toSegment } from "./skill-uri.ts"

/** A file or folder of a skill, by names. */
export interface Located {
  readonly placed: PlacedSkill
  readonly checked: ServedSkill
  /** Below the skill's folder; none for the folder itself. */
  readonly names: readonly string[]
}

/**
 * Where a URI leads: to the innermost skill that is served and around it, and to names below its folder. Only the one
 * spelling is taken that this server gives; so there is none for "..", for a slash inside a name or for an absolute
 * path, and what is not below a skill has no URI at all.
 * @throws RpcError -32602 when it leads nowhere; with the reason when it leads to a skill that may not be served.
 */
export const locateResource = async (uri: string, view: View): Promise<Located> => {
  const segments = uri.split("/")
  let reason = ""
  for (let count = segments.length; count > 3; count--) {
    const placed = view.byFolder.get(segments.slice(0, count).join("/"))
    if (placed === undefined) continue
    const names = segments.slice(count).map(toName)
    if (!names.every((name) => name !== undefined)) break
    const checked = await view.check(placed.skill)
    if (checked.fault === undefined) return { placed, checked, names }
    reason ||= `: the skill is not served, since ${checked.fault}`
  }
  throw noSuchResource(uri, reason)
}

/** What a client is told of a URI that leads nowhere. */
export const noSuchResource = (uri: string, reason = ""): Error =>
  rpcError(RPC_CODES.invalidParams, `no such resource: ${uri.slice(0, LONGEST_ECHO)}${reason}`)

const LONGEST_ECHO = 200

/** @throws RpcError -32602 for what is no URI of skills. */
export const readUri = (uri: unknown): string => {
  if (typeof uri === "string" && uri.startsWith(`${SCHEME}://`)) return uri
  throw rpcError(RPC_CODES.invalidParams, `invalid params: uri must be a text that begins with ${SCHEME}://`)
}

// The name that a segment stands for; undefined for any segment that `toSegment` would not have written.
const toName = (segment: string): string | undefined => {
  try {
    const name = decodeURIComponent(segment)
    const isName = name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name)
    return isName && toSegment(name) === segment ? name : undefined
  } catch {
    // A percent sign without its digits, or bytes that are no UTF-8.
    return undefined
  }
}
