import { inputSchemaOf, type JsonSchema, outputSchemaOf, type ToolName } from "./tool-schemas.ts"

/** A tool as `tools/list` shows it. */
export interface Tool {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: typeof READS_ONLY
}

const READS_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

const TEXTS: Readonly<Record<ToolName, { readonly title: string; readonly description: string }>> = {
  find: {
    title: "Find skills",
    description:
      "Call this FIRST in a task. Finds the installed skills that fit it, those hidden from the catalog too, and gives candidates with their descriptions. Query: the user's words, then lines of English keywords plus synonyms, one phrasing a line. Nothing is loaded: verify a description, then load the skill with the skill tool.",
  },
  outline: {
    title: "Outline of a skill",
    description:
      "Lists the headings of one skill with their line numbers, and its frontmatter, without loading the skill. For long skills, before read-section.",
  },
  "read-section": {
    title: "Read a section of a skill",
    description:
      "Reads one section of a skill, by its heading's text or its number in outline, without loading the rest of the skill.",
  },
  schema: {
    title: "About this server",
    description:
      "Describes this server: versions, capabilities, the shapes of its tools and what is in the skill index.",
  },
  doctor: {
    title: "Check this server",
    description:
      "Checks this server's health: skill folders, each faulty skill file with its cure, settings, and a probe search. For when find misses a skill that should be there.",
  },
}

const NAMES: readonly ToolName[] = ["find", "outline", "read-section", "schema", "doctor"]

/** The gateway's own tools, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = NAMES.map((name) => ({
  name,
  ...TEXTS[name],
  inputSchema: inputSchemaOf(name),
  outputSchema: outputSchemaOf(name),
  annotations: READS_ONLY,
}))

/** What the model is told of this server as a whole; the plugin's rule says when to call `find`. */
export const INSTRUCTIONS = [
  "skill-mcp finds skills: folders with instructions for one kind of task, more of them than the catalog shows.",
  "1. Call find with the person's own words plus English keywords and synonyms.",
  "2. If a candidate's description fits, load that skill with the host's skill tool and follow it.",
  "3. Where there is no such tool, or only a part of a long skill is needed: outline, then read-section with a heading's number.",
  "An empty answer means that nothing matched: try other words once, then work without a skill.",
].join("\n")

/** True for the name of one of our own tools. */
export const isToolName = (name: unknown): name is ToolName => NAMES.some((one) => one === name)
