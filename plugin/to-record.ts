/** A value with keys as such, anything else as an empty one: hosts hand over shapes that only their own version knows. */
export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? (value as Readonly<Record<string, unknown>>) : {}

/** A list as such, anything else as an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text as such, anything else as undefined. */
export const toText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
