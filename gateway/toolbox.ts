import { SkillFinderError } from "../core/index.ts"
import { describeServer } from "./describe-server.ts"
import { examine } from "./examine.ts"
import { createSurveyor } from "./extension/survey-skills.ts"
import { find } from "./find.ts"
import { type Library, type LibraryOptions, openLibrary } from "./library.ts"
import { outlineSkill } from "./outline-skill.ts"
import type { JsonObject } from "./read-frame.ts"
import { readInput } from "./read-input.ts"
import { readSkillSection } from "./read-skill-section.ts"
import { INPUTS, type ToolName } from "./tool-schemas.ts"

/** The tools at work on one library. */
export interface Toolbox {
  /** Calls a tool. A failure that the caller can act on is a result too; anything else rejects. */
  readonly call: (name: ToolName, input: JsonObject, call: ToolCall) => Promise<ToolResult>
  /** The library they work on. */
  readonly library: Library
  readonly close: () => void
}

/** A call under way. */
interface ToolCall {
  readonly signal: AbortSignal
  /** What was declared to the client that calls. */
  readonly capabilities: JsonObject
}

/** A tool's result as it goes to the client: the same data twice, since some clients show only one of the two. */
export interface ToolResult extends JsonObject {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }]
  readonly structuredContent: JsonObject
  readonly isError?: true
}

/** Opens the tools. Only this module and what it imports know of `core/`, so that a client's first requests do not wait for it. */
export const openToolbox = (options: LibraryOptions): Toolbox => {
  const library = openLibrary(options)
  const run = toRunners(library)
  return {
    call: async (name, input, call) => {
      try {
        return toResult({ ok: true, ...(await run[name](input, call)) })
      } catch (error) {
        if (!(error instanceof SkillFinderError)) throw error
        const { code, message } = error
        return { ...toResult({ ok: false, error: { code, message } }), isError: true }
      }
    },
    library,
    close: library.close,
  }
}

type Runner = (input: JsonObject, call: ToolCall) => Promise<JsonObject>

const toRunners = (library: Library): Readonly<Record<ToolName, Runner>> => {
  const surveyor = createSurveyor(library)
  return {
    find: async (input, { signal }) => find(readInput("find", INPUTS.find, input), library, signal),
    outline: async (input, { signal }) => outlineSkill(readInput("outline", INPUTS.outline, input), library, signal),
    "read-section": async (input, { signal }) =>
      readSkillSection(readInput("read-section", INPUTS["read-section"], input), library, signal),
    schema: async (input, { signal, capabilities }) => {
      readInput("schema", INPUTS.schema, input)
      return describeServer(library, { surveyor, capabilities, signal })
    },
    doctor: async (input, { signal }) => {
      readInput("doctor", INPUTS.doctor, input)
      const { checks } = await examine(library, surveyor, signal)
      // Unhealthy is an ordinary result: only its `ok` says so.
      return { ok: checks.every(({ ok }) => ok), checks }
    },
  }
}

const toResult = (data: JsonObject): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(data) }],
  structuredContent: data,
})
