import type { JsonObject } from "../read-frame.ts"
import { isJsonObject } from "../read-frame.ts"

/** Fields of a SKILL.md, or why there are none. */
export type ParsedFields =
  | { readonly fields: JsonObject; readonly fault?: undefined }
  | { readonly fields?: undefined; readonly fault: string }

/** What clients are known to compare field by field. */
const MOST_DEPTH = 32
/** Aliases make a few lines expand to millions of values. */
const MOST_VALUES = 10_000
/** The parser compares each key with all before it: 20,000 keys kept every other call waiting for four seconds. */
const LONGEST_BLOCK = 32_768

/**
 * The frontmatter as JSON, verbatim: read as YAML 1.2, in which a date stays a text, and not as the host reads it.
 * Clients read the file anew and compare, so nothing may be added, left out or put right.
 */
export const parseFields = async (text: string): Promise<ParsedFields> => {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text
  const block = splitFrontmatter(source)
  if (block === undefined) return { fault: "its frontmatter does not stand between two lines `---`" }
  if (block.length > LONGEST_BLOCK) return { fault: `its frontmatter is longer than ${LONGEST_BLOCK} characters` }
  // Loaded at the first skill that is listed; our own tools do without it.
  const { parse } = await import("yaml")
  try {
    const fields: unknown = parse(block, { logLevel: "error" })
    if (!isJsonObject(fields)) return { fault: "its frontmatter is no YAML mapping" }
    const fault = toJsonFault(fields, { left: MOST_VALUES }, [])
    return fault === undefined ? { fields } : { fault }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error)
    return { fault: `its frontmatter is not valid YAML 1.2 (${reason})` }
  }
}

// Stricter than the host: other programs want the closing line to hold nothing else.
const splitFrontmatter = (source: string): string | undefined => {
  if (!/^---[ \t]*\r?\n/.test(source)) return undefined
  const rest = source.slice(source.indexOf("\n") + 1)
  const close = rest.search(/^---[ \t]*\r?$/m)
  return close < 0 ? undefined : rest.slice(0, close)
}

const toJsonFault = (value: unknown, budget: { left: number }, around: readonly unknown[]): string | undefined => {
  if (budget.left-- <= 0) return `its frontmatter expands to more than ${MOST_VALUES} values`
  if (typeof value === "number") {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? undefined
      : `its frontmatter has the number ${value}, which JSON cannot hold`
  }
  if (typeof value === "bigint" || value === undefined) return "its frontmatter has a value that JSON cannot hold"
  if (typeof value !== "object" || value === null) return undefined
  if (around.includes(value)) return "its frontmatter contains itself"
  if (around.length >= MOST_DEPTH) return `its frontmatter is nested deeper than ${MOST_DEPTH} levels`
  if (Object.hasOwn(value, "__proto__")) return "its frontmatter has a field __proto__, which clients refuse"
  for (const one of Object.values(value)) {
    const fault = toJsonFault(one, budget, [...around, value])
    if (fault !== undefined) return fault
  }
  return undefined
}
