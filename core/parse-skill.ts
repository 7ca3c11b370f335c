import { type Frontmatter, readFrontmatter } from "./frontmatter.ts"
import { toQuotation } from "./neutralise.ts"
import { headingsOf } from "./outline.ts"
import type { Problem, ProblemCode, Root, Skill } from "./skill.ts"

/** What a file gave: a skill or none, and what is to be said of it. */
export interface ParsedSkill {
  readonly skill: Skill | undefined
  readonly problems: readonly Problem[]
}

/** Where a text came from. */
export interface SkillSource {
  readonly path: string
  readonly realPath: string
  readonly root: Root
  /** The id the host gives the skill by its path. */
  readonly id: string
  readonly text: string
}

const MOST_HEADINGS = 60
const MOST_ALIASES = 60
const EXCERPT_LENGTH = 4_000
/** Headings are looked for in this much of a body; what an index does not need costs the event loop nothing. */
const OUTLINED_LENGTH = 64_000

/**
 * Reads the text of one SKILL.md. What the host loads gives a skill, what it drops gives a problem with the reason
 * and the line. Never throws; a pure function of its input.
 */
export const parseSkill = (source: SkillSource): ParsedSkill => {
  const front = readFrontmatter(source.text)
  const drop = (code: ProblemCode, line: number, message: string): ParsedSkill => ({
    skill: undefined,
    problems: [{ code, path: source.path, line, message, isDropped: true }],
  })
  if (front.fault !== undefined) return drop(front.fault.code, front.fault.line, toFaultMessage(front.fault))
  const { name = source.root.hasFlatFiles ? source.id : undefined, description } = front.fields
  if (name === undefined)
    return drop("no-name", 1, "no name in the frontmatter: opencode does not load the skill; add `name: <folder name>`")
  const lineOf = (key: string): number => lineOfKey(source.text, key)
  if (name === "__proto__") return drop("name-type", lineOf("name"), "opencode loses a skill of this name; rename it")
  if (typeof name !== "string") {
    return drop(
      "name-type",
      lineOf("name"),
      `name is ${describe(name)}, not text: opencode does not load the skill; put it in quotes`,
    )
  }
  if (description !== undefined && typeof description !== "string") {
    return drop(
      "description-type",
      lineOf("description"),
      `description is ${describe(description)}, not text: opencode does not load the skill; write it as one quoted line`,
    )
  }
  const problems: Problem[] = front.isLenient
    ? [
        {
          code: "lenient",
          path: source.path,
          line: lineOfUnquotedColon(source.text),
          message:
            'the frontmatter is not valid YAML (a value with ": " in it needs quotes); opencode and we read it leniently, other programs may not',
          isDropped: false,
        },
      ]
    : []
  return { skill: toSkill(source, front, name, description), problems }
}

const toSkill = (source: SkillSource, front: Frontmatter, name: string, description: string | undefined): Skill => ({
  name,
  id: source.id,
  description,
  path: source.path,
  realPath: source.realPath,
  root: source.root,
  isManualOnly:
    front.fields["disable-model-invocation"] === true || front.fields["disable-model-invocation"] === "true",
  headings: headingsOf(front.body.slice(0, OUTLINED_LENGTH), front.bodyLine)
    .slice(0, MOST_HEADINGS)
    .map(({ text }) => detached(text.slice(0, 300))),
  aliases: [...namedAliases(front.fields), ...usageLines(front.body), ...quotedPhrases(description ?? "")]
    .slice(0, MOST_ALIASES)
    .map((text) => detached(text.slice(0, 300))),
  excerpt: detached(
    front.body
      .slice(0, EXCERPT_LENGTH * 2)
      .replace(/```[\s\S]*?(```|$)/g, " ")
      .slice(0, EXCERPT_LENGTH),
  ),
})

// A slice keeps the whole file's text alive; a copy through bytes lets it go.
const detached = (text: string): string => (text.length < 13 ? text : Buffer.from(text, "utf8").toString("utf8"))

const namedAliases = (fields: Readonly<Record<string, unknown>>): string[] =>
  ["aliases", "keywords", "tags", "triggers", "when_to_use", "when-to-use"].flatMap((key) => toTexts(fields[key]))

const toTexts = (value: unknown): string[] => {
  if (typeof value === "string") return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

// A heading or a bold line that announces uses, and the list items right below it.
const USAGE =
  /^(?:#{1,6}\s+|\*\*)?.{0,40}?(?:when\s+to\s+(?:use|apply|activate|invoke)|use\s+(?:this\s+skill\s+)?when|use\s+cases|triggers?(?:\s+phrases)?|когда\s+(?:использовать|применять|нужен)|триггеры|применение).{0,40}$/i
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/
const USAGE_LENGTH = 24_000

const usageLines = (body: string): string[] => {
  const found: string[] = []
  let isUsage = false
  for (const line of body.slice(0, USAGE_LENGTH).split(/\r\n?|\n/)) {
    if (line.length > 600) continue
    const item = ITEM.exec(line)?.[1]
    if (item === undefined) {
      if (USAGE.test(line)) isUsage = true
      else if (/^#{1,6}\s/.test(line)) isUsage = false
    } else if (isUsage && found.length < 30) found.push(item)
  }
  return found
}

const quotedPhrases = (description: string): string[] =>
  [...description.slice(0, 4_000).matchAll(/["“«']([^"“”«»']{4,80})["”»']/g)]
    .map(([, phrase = ""]) => phrase)
    .slice(0, 20)

const toFaultMessage = (fault: { code: string; reason: string }): string => {
  if (fault.code === "no-frontmatter")
    return "no frontmatter: the first line must be `---`, followed by name and description; opencode does not load the skill"
  if (fault.code === "frontmatter-language")
    return `the frontmatter opens with \`---${toQuotation(fault.reason)}\`, which is not YAML: opencode does not load the skill; open it with \`---\` alone`
  return `the frontmatter is not valid YAML (${toQuotation(fault.reason)}): opencode does not load the skill; put values with special characters in quotes`
}

const describe = (value: unknown): string => {
  if (value === null) return "empty"
  if (Array.isArray(value)) return "a list"
  if (value instanceof Date) return "a date"
  return typeof value === "object" ? "a map" : `a ${typeof value}`
}

const lineOfKey = (text: string, key: string): number => {
  const at = text.split(/\r\n?|\n/, 200).findIndex((line) => new RegExp(`^\\s*["']?${key}["']?\\s*:`).test(line))
  return at < 0 ? 1 : at + 1
}

const lineOfUnquotedColon = (text: string): number => {
  const at = text.split(/\r\n?|\n/, 200).findIndex((line) => /^[a-zA-Z_]\w*\s*:\s*[^"'>|\s].*:(\s|$)/.test(line))
  return at < 0 ? 1 : at + 1
}
