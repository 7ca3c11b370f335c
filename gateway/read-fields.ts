import { readFrontmatter } from "../core/index.ts"

/** More values than any real frontmatter has; aliases in YAML can make a few lines expand to millions. */
const MOST_VALUES = 500
const LONGEST_TEXT = 2_000
const DEEPEST = 8

/**
 * The frontmatter of a SKILL.md as plain JSON. YAML can hold what JSON cannot (dates, cycles, infinite numbers) and
 * values that grow without bound when written out: they become texts, or are left out where the bounds are reached.
 */
export const readFields = (text: string): Record<string, unknown> => {
  const budget = { left: MOST_VALUES }
  return toPlainObject(readFrontmatter(text).fields, budget, 0)
}

interface Budget {
  left: number
}

const toPlain = (value: unknown, budget: Budget, depth: number): unknown => {
  if (budget.left-- <= 0 || depth > DEEPEST) return "…"
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (Array.isArray(value)) return value.slice(0, budget.left).map((one) => toPlain(one, budget, depth + 1))
  if (typeof value === "object" && value !== null) return toPlainObject(value, budget, depth + 1)
  if (typeof value === "string") return value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT)}…`
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  return typeof value === "boolean" || value === null ? value : String(value)
}

const toPlainObject = (value: object, budget: Budget, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .slice(0, budget.left)
      .map(([key, one]) => [key.slice(0, LONGEST_TEXT), toPlain(one, budget, depth)]),
  )
