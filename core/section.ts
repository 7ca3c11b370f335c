import { SkillFinderError } from "./error.ts"
import { type Heading, outline } from "./outline.ts"

/** One heading with the text below it, up to the next heading of the same or a higher level. */
export interface Section {
  readonly heading: Heading
  /** All headings of the file. */
  readonly headings: readonly Heading[]
  /** The lines, without their line ends. */
  readonly lines: readonly string[]
  /** Line of the file on which the section begins, from 1. */
  readonly firstLine: number
  /** Line of the file on which `lines` end. */
  readonly lastLine: number
  /** How many lines of the section were cut off; 0 when it is whole. */
  readonly cutLines: number
}

/** Lines of a section given at once, at the most. */
export const MOST_SECTION_LINES = 600
/** Lines of a section given when nothing is asked for. */
export const USUAL_SECTION_LINES = 150

/**
 * Cuts one section out of a SKILL.md.
 * @param text the whole file.
 * @param wanted the heading's text (exact, then without regard to case and spaces, then a beginning that fits only one) or its number in the outline.
 * @param maxLines 1 to 600, 150 by default.
 * @throws SkillFinderError `E_SECTION_NOT_FOUND` naming the headings there are, `E_INVALID_INPUT` for a bad `maxLines`.
 */
export const readSection = (text: string, wanted: string | number, maxLines = USUAL_SECTION_LINES): Section => {
  if (!Number.isInteger(maxLines) || maxLines < 1 || maxLines > MOST_SECTION_LINES) {
    throw new SkillFinderError(
      "E_INVALID_INPUT",
      `max_lines is ${maxLines}; give a whole number from 1 to ${MOST_SECTION_LINES}`,
    )
  }
  const headings = outline(text)
  const heading = findHeading(headings, wanted)
  const next = headings.find(({ number, level }) => number > heading.number && level <= heading.level)
  const all = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)
  // A line end at the very end of the file begins no line of its own.
  if (all.at(-1) === "") all.pop()
  const whole = all.slice(heading.line - 1, next === undefined ? undefined : next.line - 1)
  const lines = whole.slice(0, maxLines)
  const lastLine = heading.line + lines.length - 1
  return { heading, headings, lines, firstLine: heading.line, lastLine, cutLines: whole.length - lines.length }
}

const findHeading = (headings: readonly Heading[], wanted: string | number): Heading => {
  const number =
    typeof wanted === "number"
      ? wanted
      : /^\s*#?\d+\s*$/.test(wanted)
        ? Number(wanted.replace(/[#\s]/g, ""))
        : undefined
  const candidates = typeof wanted === "string" ? byText(headings, wanted) : []
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return only
  if (candidates.length > 1) {
    throw new SkillFinderError(
      "E_SECTION_NOT_FOUND",
      `"${wanted}" fits several headings; give the number: ${list(candidates)}`,
    )
  }
  const numbered = headings.find((heading) => heading.number === number)
  if (numbered !== undefined) return numbered
  throw new SkillFinderError(
    "E_SECTION_NOT_FOUND",
    `no heading "${wanted}"; there are: ${list(headings) || "no headings at all"}`,
  )
}

const byText = (headings: readonly Heading[], wanted: string): Heading[] => {
  const folded = fold(wanted)
  const tests: ((text: string) => boolean)[] = [
    (text) => text === wanted,
    (text) => fold(text) === folded,
    (text) => folded !== "" && fold(text).startsWith(folded),
  ]
  for (const fits of tests) {
    const found = headings.filter(({ text }) => fits(text))
    if (found.length > 0) return found
  }
  return []
}

const fold = (text: string): string =>
  text.normalize("NFKC").replace(/^#+/, "").replace(/\s+/g, " ").trim().toLowerCase()

const LISTED = 40

const list = (headings: readonly Heading[]): string => {
  const shown = headings.slice(0, LISTED).map(({ number, text }) => `${number} "${text}"`)
  const rest = headings.length - shown.length
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ")
}
