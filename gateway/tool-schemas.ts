import * as z from "zod"

/** Names of the gateway's own tools. */
export type ToolName = "find" | "outline" | "read-section" | "schema" | "doctor"

/** The most candidates that `find` gives, and gives when nothing is asked for. */
export const MOST_CANDIDATES = 10
/** Lines of a section given at once (contract, section 5). */
export const SECTION_LINES = { usual: 150, most: 600 } as const
/** The most headings that `outline` gives. */
export const MOST_HEADINGS = 40

const MOST_GLOBS = 200

const text = (description: string) => z.string({ error: "must be a text" }).describe(description)
const whole = (least: number, most: number, description: string) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error }).describe(description)
}

const NAME = text("The skill's name, as find gives it.").optional()
const PATH = text("Instead of name: the path of its SKILL.md, as find gives it.").optional()

/** What each tool takes. Anything else is refused, so that a misspelt argument is not passed over in silence. */
export const INPUTS = {
  find: z.strictObject({
    query: text("What the task is about: the person's own words and, beside them, English keywords and synonyms."),
    limit: whole(1, MOST_CANDIDATES, "How many candidates at most.").default(MOST_CANDIDATES),
    restrict_to: z
      .array(z.string({ error: "must be a list of texts" }), { error: "must be a list of texts" })
      .max(MOST_GLOBS, { error: `must be a list of at most ${MOST_GLOBS} texts` })
      .describe("Only skills whose names fit one of these patterns; * stands for any characters.")
      .optional(),
  }),
  outline: z.strictObject({ name: NAME, path: PATH }),
  "read-section": z.strictObject({
    name: NAME,
    path: PATH,
    heading: z
      .union([z.string(), z.int()], { error: "must be the heading's text or its number" })
      .describe("The heading's text, or its number in outline."),
    max_lines: whole(1, SECTION_LINES.most, "How many lines at most.").default(SECTION_LINES.usual),
  }),
  schema: z.strictObject({}),
  doctor: z.strictObject({}),
} as const

const HEADING = z.object({
  number: z.int(),
  level: z.int().describe("1 to 6"),
  text: z.string(),
  line: z.int(),
})

const PROBLEMS = z
  .object({ count: z.int(), dropped: z.int().describe("skill files that are not loaded"), see: z.literal("doctor") })
  .describe("Present when skill files have problems.")

/** What each tool gives when it succeeds. */
export const OUTPUTS = {
  find: z.object({
    items: z
      .array(
        z.object({
          name: z.string(),
          path: z.string(),
          score: z.number(),
          why: z.string(),
          description: z.string(),
          confident: z.boolean(),
          id: z
            .string()
            .optional()
            .describe("Opens the skill where the skill tool takes an id; absent when equal to name."),
          hidden: z.literal(true).optional().describe("Not in the host's catalog; it can be loaded all the same."),
          manual_only: z
            .literal(true)
            .optional()
            .describe("Its author wants it loaded only when the person asks for it."),
        }),
      )
      .describe("Candidates, best first."),
    next: z.string().describe("The next step."),
    note: z.string().optional(),
    problems: PROBLEMS.optional(),
  }),
  outline: z.object({
    name: z.string(),
    path: z.string(),
    frontmatter: z.looseObject({}),
    lines: z.int().describe("Lines of the whole file."),
    headings: z.array(HEADING),
    cut_headings: z.int().describe("How many headings are not shown."),
    next: z.string().describe("The next step."),
  }),
  "read-section": z.object({
    name: z.string(),
    path: z.string(),
    heading: HEADING,
    first_line: z.int(),
    last_line: z.int(),
    text: z.string(),
    cut_lines: z.int().describe("How many lines of the section are not shown."),
    next: z.string().optional().describe("How to read what was cut."),
  }),
  schema: z.object({
    server: z.object({ name: z.string(), version: z.string(), node: z.string() }),
    protocol_versions: z.array(z.string()),
    capabilities: z.looseObject({}),
    tools: z.array(
      z.object({
        name: z.string(),
        input: z.looseObject({}),
        output: z.looseObject({}),
      }),
    ),
    index: z.object({
      skills: z.int(),
      hidden: z.int(),
      manual_only: z.int(),
      roots: z.array(z.object({ path: z.string(), origin: z.string(), exists: z.boolean(), skills: z.int() })),
      problems: z.int(),
      build_ms: z.int().describe("How long the first build took."),
    }),
    extension: z.object({
      listed: z.int().describe("Skills that the MCP Skills extension lists."),
      unlisted: z.int().describe("Skills that only find, outline and read-section show."),
      reasons: z.array(z.object({ name: z.string(), path: z.string(), reason: z.string() })),
    }),
  }),
  doctor: z.object({
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        message: z.string(),
        cure: z.string().optional(),
        details: z.array(z.string()).optional(),
      }),
    ),
  }),
} as const

/** The checked arguments of a tool. */
export type Input<Name extends ToolName> = z.infer<(typeof INPUTS)[Name]>

/** What a tool gives when it succeeds, `ok` apart. */
export type Output<Name extends ToolName> = z.infer<(typeof OUTPUTS)[Name]>

/** The arguments of a tool as the client sees them, in JSON Schema. */
export const inputSchemaOf = (name: ToolName): JsonSchema => toJsonSchema(INPUTS[name])

/**
 * The results of a tool as the client sees them. Clients hold errors against it too, so that all but `ok` may be
 * absent.
 */
export const outputSchemaOf = (name: ToolName): JsonSchema => {
  const { shape } = OUTPUTS[name]
  const error = z.object({ code: z.string(), message: z.string() }).optional().describe("Present when ok is false.")
  return toJsonSchema(z.object({ ok: z.boolean(), ...z.object(shape).partial().shape, error }))
}

/** A schema of an object, as MCP wants it at the root. */
export interface JsonSchema extends Readonly<Record<string, unknown>> {
  readonly type: "object"
}

// As for input: a value with a default may be absent, and unknown keys of a result are left open to later versions.
const toJsonSchema = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", override: dropSafeBounds })
  return { ...rest, type: "object" }
}

// Every integer is bounded by what JavaScript can hold; a model need not read that.
const dropSafeBounds = ({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
