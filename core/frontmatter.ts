import yaml from "js-yaml"
import { isRecord } from "./is-record.ts"

/** The two parts of a SKILL.md. */
export interface Frontmatter {
  /** The fields, as the host reads them; empty when there is no frontmatter. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Line of the text on which the body begins, from 1. */
  readonly bodyLine: number
  /** Text after the frontmatter. */
  readonly body: string
  /** True when only the lenient second reading succeeded. */
  readonly isLenient: boolean
  /** Why there are no fields; undefined when there are. */
  readonly fault: FrontmatterFault | undefined
}

export interface FrontmatterFault {
  readonly code: "no-frontmatter" | "frontmatter-language" | "yaml"
  readonly line: number
  readonly reason: string
}

/**
 * Splits a SKILL.md and reads its frontmatter as opencode does, so that what it loads is loaded here and what it
 * drops is named: the block opens with `---` on the very first line (a byte order mark may stand before it), ends at
 * the next line that begins with `---`, or with the file, and is read by the YAML parser that the host bundles. Where that fails, each
 * `key: value: more` line is read once more with its value taken literally.
 * Never throws.
 */
export const readFrontmatter = (text: string): Frontmatter => {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text
  const split = splitFrontmatter(source)
  if (split === undefined) return withoutFields(source, 1, { code: "no-frontmatter", line: 1, reason: "" })
  const { language, matter, body } = split
  const bodyLine = countLines(source, source.length - body.length) + 1
  const parts = { bodyLine, body }
  const read = READERS.get(/^ya?ml$/i.test(language) ? "yaml" : language)
  if (read === undefined)
    return withoutFields(body, bodyLine, { code: "frontmatter-language", line: 1, reason: language })
  const strict = attempt(read, matter)
  if (strict.fields !== undefined) return { ...parts, fields: strict.fields, isLenient: false, fault: undefined }
  // The host tries again only where the text itself, mark included, begins with a bare `---` line and closes.
  const isRescued = /^---\r?\n[\s\S]*?\r?\n---/.test(text)
  const lenient = isRescued ? attempt(read, toLiteralValues(matter)) : strict
  if (lenient.fields !== undefined) return { ...parts, fields: lenient.fields, isLenient: true, fault: undefined }
  return withoutFields(body, bodyLine, { code: "yaml", line: 1 + strict.line, reason: strict.reason })
}

const withoutFields = (body: string, bodyLine: number, fault: FrontmatterFault): Frontmatter => ({
  fields: {},
  bodyLine,
  body,
  isLenient: false,
  fault,
})

const OPENER = "---"

const splitFrontmatter = (source: string): { language: string; matter: string; body: string } | undefined => {
  if (!source.startsWith(OPENER) || source.charAt(OPENER.length) === "-") return undefined
  const firstEnd = source.search(/\r?\n/)
  const language = source.slice(OPENER.length, firstEnd < 0 ? source.length : firstEnd).trim()
  // Without a language the host hands the rest of the first line to the parser too.
  const open = language === "" ? OPENER.length : firstEnd < 0 ? source.length : firstEnd
  const close = source.indexOf(`\n${OPENER}`, OPENER.length)
  if (close < 0) return { language, matter: source.slice(open), body: "" }
  return {
    language,
    matter: source.slice(Math.min(open, close), close),
    body: source.slice(close + 4).replace(/^\r?\n?/, ""),
  }
}

type Reader = (matter: string) => unknown

const readYaml: Reader = (matter) => yaml.safeLoad(matter)

const READERS: ReadonlyMap<string, Reader> = new Map([
  ["", readYaml],
  ["yaml", readYaml],
  ["json", (matter: string): unknown => JSON.parse(matter)],
])

interface Attempt {
  readonly fields: Readonly<Record<string, unknown>> | undefined
  readonly line: number
  readonly reason: string
}

const attempt = (read: Reader, matter: string): Attempt => {
  try {
    const value = read(matter)
    const fields = isRecord(value) ? value : {}
    return { fields, line: 0, reason: "" }
  } catch (error) {
    // A YAML or JSON fault is data about the file; the caller turns it into a problem.
    return { fields: undefined, ...toFault(error) }
  }
}

const toFault = (error: unknown): { line: number; reason: string } => {
  const { reason, mark } = isRecord(error) ? error : {}
  const line = isRecord(mark) && typeof mark.line === "number" ? mark.line : 0
  return { line, reason: typeof reason === "string" ? reason : String(error) }
}

// The value of `key: a: b` becomes a literal block. Comments, continuation lines, quoted values and block markers
// stay; keys with hyphens too, as in the host.
const toLiteralValues = (matter: string): string =>
  matter
    .replace(/\r$/, "")
    .split(/\r?\n/)
    .map((line) => {
      // `\s*(.*)$` would try each of a million spaces anew where a line separator keeps `.` from the end.
      const [, key, raw = ""] = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*((?:\S.*)?)$/.exec(line) ?? []
      const value = raw.trim()
      const isLeftAlone = key === undefined || !value.includes(":") || /^(["']|[>|]$)/.test(value)
      return isLeftAlone ? line : `${key}: |-\n  ${value}`
    })
    .join("\n")

const countLines = (text: string, end: number): number => {
  let count = 0
  const breaks = /\r\n?|\n/g
  for (let found = breaks.exec(text); found !== null && found.index < end; found = breaks.exec(text)) count++
  return count
}
