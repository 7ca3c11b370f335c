import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { parseObject } from "./read-refusal.ts"

/** A call of claim_job as the gateway carries it out. */
export interface Claim {
  /** What goes to the upstream: everything but a `wait` that the gateway waits itself. */
  readonly input: JsonObject
  /** Equal for claims that any job of one serves as well as one of the other. */
  readonly key: string
  readonly filter: unknown
  /** How long the caller is ready to wait. 0 for a single attempt. */
  readonly seconds: number
}

/** What the upstream said to a claim. */
export type ReadClaim =
  | { readonly kind: "job"; readonly id: string | undefined; readonly filter: unknown; readonly result: JsonObject }
  | { readonly kind: "empty"; readonly result: JsonObject }
  | { readonly kind: "refusal"; readonly result: JsonObject }

const LONGEST_WAIT_S = 3_600

/** Reads the arguments of a claim. A `wait` that is none stays in, for the upstream to refuse in its own words. */
export const toClaim = (input: JsonObject): Claim => {
  const { wait, ...rest } = input
  const isWait = typeof wait === "number" && Number.isSafeInteger(wait) && wait > 0
  const passed = isWait || wait === undefined ? rest : input
  const sorted = Object.entries(passed).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    input: passed,
    key: JSON.stringify(sorted),
    filter: passed.filter,
    seconds: isWait ? Math.min(wait, LONGEST_WAIT_S) : 0,
  }
}

/** Reads the answer to a claim. What is neither a refusal nor empty is a job, even where it has no id that we can see. */
export const readClaim = (result: JsonObject, filter: unknown): ReadClaim => {
  if (result.isError === true) return { kind: "refusal", result }
  const text = textOf(result)
  const data = isJsonObject(result.structuredContent) ? result.structuredContent : parseObject(text)
  if (text.trim() === "null" && !isJsonObject(result.structuredContent)) return { kind: "empty", result }
  return { kind: "job", id: typeof data.id === "string" ? data.id : undefined, filter, result }
}

const textOf = ({ content }: JsonObject): string => {
  const part: unknown = Array.isArray(content) ? content[0] : undefined
  return isJsonObject(part) && typeof part.text === "string" ? part.text : ""
}
