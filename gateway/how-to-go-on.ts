import type { Heading, Skill } from "../core/index.ts"
import { SECTION_LINES } from "./tool-schemas.ts"

/** A section of which only the beginning was given. */
export interface CutSection {
  readonly skill: Pick<Skill, "name" | "path">
  /** The whole outline of the skill. */
  readonly headings: readonly Heading[]
  readonly section: Heading
  /** The last line given. */
  readonly shownTo: number
  /** The last line there is. */
  readonly end: number
  /** True when more lines asked for would give more. */
  readonly mayGrow: boolean
}

/** Says what remains of a cut section and which calls read it, in words that a model can act on. */
export const howToGoOn = ({ skill, headings, section, shownTo, end, mayGrow }: CutSection): string => {
  const rest = `lines ${shownTo + 1} to ${end} are not shown`
  const lines = end - section.line + 1
  const name = `name ${JSON.stringify(skill.name)}`
  if (mayGrow && lines <= SECTION_LINES.most) {
    return `${rest}: call read-section again with ${name}, heading ${section.number}, max_lines ${lines}`
  }
  const inside = headings.filter(({ line }) => line > section.line && line <= end)
  // The cut fell into the section of the last heading before it: that one is read anew, whole.
  const first = inside.findLast(({ line }) => line <= shownTo + 1) ?? inside[0]
  if (first === undefined) return `${rest} and have no heading of their own: read them in ${skill.path}`
  const numbers = coverFrom(first, inside)
  const shown = numbers.slice(0, MOST_NAMED).join(", ") + (numbers.length > MOST_NAMED ? " and so on" : "")
  const calls = `call read-section with ${name}, max_lines ${SECTION_LINES.most} and, one after another, heading ${shown}`
  const isGap = first.line > shownTo + 1
  return isGap
    ? `${rest}: ${calls}; lines ${shownTo + 1} to ${first.line - 1} only in ${skill.path}`
    : `${rest}: ${calls}`
}

const MOST_NAMED = 10

// Headings whose sections, one after another, hold all lines from the first on.
const coverFrom = (first: Heading, inside: readonly Heading[]): number[] => {
  const numbers: number[] = []
  for (let at: Heading | undefined = first; at !== undefined; ) {
    const { number, level }: Heading = at
    numbers.push(number)
    at = inside.find((heading) => heading.number > number && heading.level <= level)
  }
  return numbers
}
