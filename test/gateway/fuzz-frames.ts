import type { JsonObject } from "../../gateway/read-frame.ts"

/** A line to be sent and what the protocol owes it. */
export interface FuzzLine {
  readonly bytes: Buffer
  /** The id under which exactly one answer is owed, `null` for an error without id; undefined when none is. */
  readonly owed: string | number | null | undefined
  /** The id of a request that this line cancels. */
  readonly cancels?: unknown
}

/** A sequence of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]

const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "x",
  "\u0000",
  "🦓",
  [],
  {},
  [[]],
  { a: {} },
  "../..",
  "%2e%2e",
] as const

/** The line number `at` of a run: a sound request, or one bent, broken, blown up, mistyped or cancelled. */
export const fuzzLine = (random: Random, at: number): FuzzLine => {
  const kind = random()
  const request = soundRequest(random, at)
  if (kind < 0.3) return toFuzzLine(JSON.stringify(request))
  if (kind < 0.45) return toFuzzLine(JSON.stringify(mistyped(random, request)))
  if (kind < 0.6) return toFuzzLine(flipped(random, JSON.stringify(request)))
  if (kind < 0.7) return toFuzzLine(JSON.stringify(request).slice(0, Math.floor(random() * 200)))
  if (kind < 0.73) return toFuzzLine(JSON.stringify({ ...request, params: { filler: "x".repeat(random() * 200_000) } }))
  if (kind < 0.76) return toFuzzLine(JSON.stringify(pick(random, [[request], [], 1, "x", null, {}])))
  if (kind < 0.8) return toFuzzLine(nested(random, at))
  if (kind < 0.85)
    return toFuzzLine(JSON.stringify({ jsonrpc: "2.0", id: at, result: {}, ...(random() < 0.5 && { error: 1 }) }))
  if (kind < 0.9)
    return toFuzzLine(JSON.stringify({ jsonrpc: "2.0", method: pick(random, METHODS), params: request.params }))
  return cancelLine(random, at)
}

const METHODS = [
  "ping",
  "tools/list",
  "tools/call",
  "initialize",
  "nope",
  "notifications/initialized",
  "notifications/progress",
] as const

const soundRequest = (random: Random, at: number): JsonObject => ({
  jsonrpc: "2.0",
  id: random() < 0.5 ? at : `id-${at}`,
  ...pick<JsonObject>(random, [
    { method: "ping" },
    { method: "tools/list" },
    { method: "nope/nope", params: {} },
    { method: "tools/call", params: { name: "find", arguments: { query: "supply contract", limit: 2 } } },
    { method: "tools/call", params: { name: "find", arguments: { query: "" } } },
    { method: "tools/call", params: { name: "outline", arguments: { name: "pdf-forms" } } },
    { method: "tools/call", params: { name: "read-section", arguments: { name: "pdf-forms", heading: 1 } } },
    { method: "tools/call", params: { name: "outline", arguments: { path: "/etc/passwd" } } },
    {
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "f", version: "1" } },
    },
  ]),
})

// One member somewhere in the request gets another value, or goes.
const mistyped = (random: Random, request: JsonObject): JsonObject => {
  const copy = structuredClone(request) as Record<string, unknown>
  let place = copy
  for (let depth = 0; depth < 3 && random() < 0.6; depth++) {
    const [below] = Object.values(place).filter((one) => typeof one === "object" && one !== null)
    if (below !== undefined) place = below as Record<string, unknown>
  }
  const key = pick(random, [
    Object.keys(place)[Math.floor(random() * Object.keys(place).length)] ?? "params",
    "_meta",
    "cursor",
    "arguments",
  ])
  if (random() < 0.2) delete place[key]
  else place[key] = pick(random, ODD_VALUES)
  return copy
}

const flipped = (random: Random, text: string): Buffer => {
  const bytes = Buffer.from(text)
  for (let count = 0; count <= random() * 4; count++) {
    const byte = Math.floor(random() * 256)
    // A line feed would make two lines of one.
    bytes[Math.floor(random() * bytes.length)] = byte === 10 ? 11 : byte
  }
  return bytes
}

const nested = (random: Random, id: number): string => {
  const depth = Math.floor(random() * 20_000)
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"find","arguments":{"query":${"[".repeat(depth)}${"]".repeat(depth)}}}}`
}

const cancelLine = (random: Random, at: number): FuzzLine => {
  const number = at - 1 - Math.floor(random() * 3)
  const cancels = pick<unknown>(random, [number, `id-${number}`, at + 1, null, 1.5, {}])
  const bytes = Buffer.from(
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: cancels } }),
  )
  return { bytes, owed: undefined, cancels }
}

/** What is owed to a line, told from the specification alone and not by the code under test. */
const toFuzzLine = (text: string | Buffer): FuzzLine => {
  const bytes = Buffer.from(text)
  return { bytes, owed: owedTo(bytes.toString("utf8")) }
}

const owedTo = (line: string): FuzzLine["owed"] => {
  if (line.trim() === "") return undefined
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>
  const isId = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id))
  const isSound = jsonrpc === "2.0" && typeof method === "string"
  if (jsonrpc === "2.0" && !("method" in value) && (result !== undefined || error !== undefined)) return undefined
  const isParams = params === undefined || (typeof params === "object" && params !== null && !Array.isArray(params))
  // A notification gets no answer; whatever is no message gets one, under its id where it has one.
  if (isSound && isParams && !("id" in value)) return undefined
  return isId ? (id as string | number) : null
}
