import { noSuchCursor, readCursor, toCursor } from "./cursor.ts"
import type { Client } from "./initialize.ts"
import type { Call, Method } from "./method.ts"
import type { Part, PartResources } from "./part.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError } from "./rpc-error.ts"

/** Capabilities of the parts over those of the server itself. */
export const joinCapabilities = async (
  own: JsonObject,
  parts: readonly Part[],
  client: Client,
): Promise<JsonObject> => {
  const joined: Record<string, unknown> = { ...own }
  for (const { capabilities } of parts) {
    for (const [key, value] of Object.entries(await capabilities(client))) {
      const before = joined[key]
      joined[key] = isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value
    }
  }
  return joined
}

/** The methods of the parts: their own ones, and those for resources over all of them. */
export const joinMethods = (parts: readonly Part[]): [string, Method][] => {
  const resources = parts.flatMap((part) => part.resources ?? [])
  const own = parts.flatMap(({ methods }) => [...(methods ?? [])])
  if (resources.length === 0) return own
  return [
    ...own,
    ["resources/list", ({ cursor }, call) => listResources(resources, cursor, call)],
    ["resources/templates/list", ({ cursor }, call) => listTemplates(resources, cursor, call)],
    ["resources/read", (params, call) => readResource(resources, params, call)],
  ]
}

/** Which part the page begins in, and where there. */
type Position = readonly [number, string]

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isInteger(value[0]) &&
  value[0] >= 0 &&
  typeof value[1] === "string"

// A page goes on into the next part where one ends: some clients ask for the first page only.
const listResources = async (parts: readonly PartResources[], cursor: unknown, call: Call): Promise<JsonObject> => {
  const [first, start] = readCursor(cursor, isPosition) ?? [0, undefined]
  if (first >= parts.length) throw noSuchCursor()
  const resources: JsonObject[] = []
  for (const [at, part] of parts.entries()) {
    if (at < first) continue
    const { items, nextCursor } = await part.list(at === first ? start : undefined, call)
    resources.push(...items)
    if (nextCursor !== undefined) return { resources, nextCursor: toCursor([at, nextCursor]) }
  }
  return { resources }
}

const listTemplates = async (parts: readonly PartResources[], cursor: unknown, call: Call): Promise<JsonObject> => {
  readCursor(cursor, isNever)
  const templates = await Promise.all(parts.map((part) => part.templates(call)))
  return { resourceTemplates: templates.flat() }
}

// All templates are on one page, so no cursor is one of ours.
const isNever = (_: unknown): _ is never => false

const readResource = (
  parts: readonly PartResources[],
  params: JsonObject,
  call: Call,
): JsonObject | Promise<JsonObject> => {
  const { uri } = params
  if (typeof uri !== "string") throw rpcError(RPC_CODES.invalidParams, "invalid params: uri must be a text")
  const scheme = uri.slice(0, Math.max(uri.indexOf(":"), 0)).toLowerCase()
  const part = parts.find(({ schemes }) => schemes.includes(scheme))
  if (part !== undefined) return part.read({ ...params, uri }, call)
  const known = parts.flatMap(({ schemes }) => schemes.map((one) => `${one}://`)).join(" and ")
  throw rpcError(
    RPC_CODES.invalidParams,
    `no such resource: ${uri.slice(0, LONGEST_ECHO)}; there are only ${known} resources`,
  )
}

const LONGEST_ECHO = 200
