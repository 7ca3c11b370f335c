import type * as z from "zod"
import { SkillFinderError } from "../core/index.ts"
import type { JsonObject } from "./read-frame.ts"

/**
 * Checks the arguments of a tool and fills in what was left out.
 * @throws SkillFinderError `E_INVALID_INPUT` naming each fault and what is allowed, in plain words.
 */
export const readInput = <Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  input: JsonObject,
): z.infer<Schema> => {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  const known = Object.keys(schema.shape)
  const faults = read.error.issues.map((issue) => toFault(issue, input, known))
  throw new SkillFinderError("E_INVALID_INPUT", `${name}: ${[...new Set(faults)].join("; ")}`)
}

const toFault = (issue: z.core.$ZodIssue, input: JsonObject, known: readonly string[]): string => {
  if (issue.code === "unrecognized_keys") {
    const allowed = known.length === 0 ? "it takes no arguments" : `it takes ${known.join(", ")}`
    return `no argument is called ${issue.keys.map((key) => clipped(key)).join(", ")}; ${allowed}`
  }
  const key = String(issue.path[0])
  if (!Object.hasOwn(input, key)) return `${key} is missing; it ${issue.message}`
  return `${key} ${issue.message}, not ${describe(input[key])}`
}

const describe = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(clipped(value))
  if (Array.isArray(value)) return "such a list"
  return typeof value === "object" && value !== null ? "an object" : String(value)
}

const LONGEST_ECHO = 60

const clipped = (text: string): string => (text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}…`)
