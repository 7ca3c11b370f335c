import type { UpstreamGroup } from "../../core/index.ts"
import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { GROUPS, KNOWN_TOOLS, READS } from "./known-tools.ts"

/** A tool as its server lists it; keys that we do not know stay on it. */
export interface UpstreamTool extends JsonObject {
  readonly name: string
  readonly inputSchema: JsonObject
}

/** Which of the upstream's tools the client sees. */
export interface ToolChoice {
  readonly groups: readonly UpstreamGroup[]
  /** Names of our own tools. */
  readonly reserved: ReadonlySet<string>
}

/** The chosen tools, and what is wrong with the others. */
export interface ChosenTools {
  readonly tools: readonly UpstreamTool[]
  readonly problems: readonly string[]
}

/**
 * Chooses among the tools that an upstream lists: those of the groups, and with all groups those of later versions too.
 * They stay as they are; annotations are added where there are none, so that a host can tell reads from writes.
 */
export const chooseTools = (listed: readonly unknown[], { groups, reserved }: ToolChoice): ChosenTools => {
  const isChosen = toFilter(groups)
  const problems: string[] = []
  const tools = new Map<string, UpstreamTool>()
  for (const tool of listed) {
    if (!isTool(tool)) problems.push("skill-map lists a tool without a name or schema: it is left out")
    else if (reserved.has(tool.name))
      problems.push(`skill-map lists a tool named ${JSON.stringify(tool.name)}, as one of ours is: it is left out`)
    else if (tools.has(tool.name)) problems.push(`skill-map lists ${JSON.stringify(tool.name)} twice: the first counts`)
    else if (isChosen(tool.name)) tools.set(tool.name, annotated(tool))
  }
  return { tools: [...tools.values()], problems }
}

/** The same before any upstream was seen: what version 1.12.2 has, in our own words. */
export const chooseKnownTools = (choice: ToolChoice): readonly UpstreamTool[] => chooseTools(KNOWN_TOOLS, choice).tools

const isTool = (value: unknown): value is UpstreamTool =>
  isJsonObject(value) && typeof value.name === "string" && value.name !== "" && isJsonObject(value.inputSchema)

const toFilter = (groups: readonly UpstreamGroup[]): ((name: string) => boolean) => {
  const all = Object.values(GROUPS).flat()
  const chosen = new Set(groups.flatMap((group) => GROUPS[group]))
  const isEverything = chosen.size === all.length
  return (name) => chosen.has(name) || (isEverything && !all.includes(name))
}

/** Writes that take something away for good. */
const DESTRUCTIVE: ReadonlySet<string> = new Set(["cancel_job", "fail_job", "delete_finding"])
const WRITES: ReadonlySet<string> = new Set(
  Object.values(GROUPS)
    .flat()
    .filter((name) => !READS.has(name)),
)

const annotated = (tool: UpstreamTool): UpstreamTool => {
  const { name } = tool
  if (isJsonObject(tool.annotations)) return tool
  if (READS.has(name)) {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    return { ...tool, annotations }
  }
  if (!WRITES.has(name)) return tool
  const annotations = {
    readOnlyHint: false,
    destructiveHint: DESTRUCTIVE.has(name),
    idempotentHint: false,
    openWorldHint: false,
  }
  return { ...tool, annotations }
}
