import { isHidden, LAYER_LIMITS, renderRule, type Settings, type Skill } from "../../core/index.ts"
import { type Check, note, ok } from "./check.ts"
import { isRecord } from "./effective-config.ts"

/** What is counted. */
export interface Counted {
  readonly skills: readonly Skill[]
  readonly settings: Settings
  /** The server's tools as it lists them; undefined where it could not be asked. */
  readonly tools: readonly unknown[] | undefined
}

/** From here on opencode's own list weighs more than an answer does: 5 % of a context of 200,000. */
const HEAVY_LIST_TOKENS = 10_000
/** A rough measure for English; Russian text takes more tokens. */
const CHARACTERS_PER_TOKEN = 4

/** About how many tokens a request carries for skills: opencode's own list, our tools, and our three layers. */
export const checkTokens = ({ skills, settings, tools }: Counted): Check => {
  const listed = skills.filter((skill) => !isHidden(skill))
  const list = listed.length === 0 ? 0 : toTokens(listed.map(toListing).join("\n").length)
  const parts = [
    `opencode's list of ${listed.length} skills ${list}`,
    ...(tools === undefined ? [] : [`our tools ${toTokens(tools.map(toShown).join("").length)}`]),
    `the rule ${settings.rule && settings.hint ? toTokens(renderRule(settings.lang).length) : 0}`,
    `a hint at most ${settings.hint ? toTokens(LAYER_LIMITS.hint) : 0}`,
    `a preload at most ${settings.preload && settings.hint ? toTokens(LAYER_LIMITS.preload) : 0}`,
  ]
  const fact = `tokens in a request, estimated at ${CHARACTERS_PER_TOKEN} characters each: ${parts.join(", ")}`
  if (list < HEAVY_LIST_TOKENS) return ok("tokens", fact)
  const longest = [...listed].sort((a, b) => lengthOf(b) - lengthOf(a) || (a.name < b.name ? -1 : 1)).slice(0, 3)
  const names = longest.map((skill) => `${skill.name} (${lengthOf(skill)} characters)`).join(", ")
  return note("tokens", fact, `shorten the longest descriptions: ${names}`)
}

// Of a tool the model sees name, description and input; the rest is for programs.
const toShown = (tool: unknown): string =>
  isRecord(tool) ? JSON.stringify([tool.name, tool.description, tool.inputSchema]) : ""

const lengthOf = ({ description = "" }: Skill): number => description.length

const toTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

// As opencode 1.18 writes it into the system prompt.
const toListing = ({ name, description = "", path }: Skill): string =>
  `  <skill>\n    <name>${name}</name>\n    <description>${description}</description>\n    <location>${path}</location>\n  </skill>`
