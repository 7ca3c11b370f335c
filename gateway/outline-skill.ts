import { type Heading, MOST_OUTLINED, outline, readFrontmatter } from "../core/index.ts"
import { type Library, lookAtSkills } from "./library.ts"
import { locateSkill } from "./locate-skill.ts"
import { readFields } from "./read-fields.ts"
import { readInside } from "./read-inside.ts"
import { type Input, MOST_HEADINGS, type Output } from "./tool-schemas.ts"

/** Lists the headings of one skill. */
export const outlineSkill = async (
  input: Input<"outline">,
  library: Library,
  signal: AbortSignal,
): Promise<Output<"outline">> => {
  const look = await lookAtSkills(library, signal)
  const skill = await locateSkill(input, look, library)
  const text = await readInside(skill, look.roots)
  const all = outline(text)
  const headings = mostTelling(all)
  return {
    name: skill.name,
    path: skill.path,
    frontmatter: readFields(text),
    lines: countLines(text),
    headings: headings.map(toShown),
    cut_headings: all.length - headings.length,
    next: `${adviseOn(skill.name, all, headings)}${readFrontmatter(text).body.length > MOST_OUTLINED ? BEYOND : ""}`,
  }
}

/** Of many headings the upper levels are kept, since their sections hold the rest; of the last level the first ones. */
const mostTelling = (all: readonly Heading[]): readonly Heading[] => {
  if (all.length <= MOST_HEADINGS) return all
  const kept = new Set([...all].sort((a, b) => a.level - b.level || a.number - b.number).slice(0, MOST_HEADINGS))
  return all.filter((heading) => kept.has(heading))
}

const LONGEST_HEADING = 200

/** A heading as clients see it: the text in a bounded length. */
export const toShown = ({ number, level, text, line }: Heading) => ({
  number,
  level,
  text: text.length <= LONGEST_HEADING ? text : `${text.slice(0, LONGEST_HEADING)}…`,
  line,
})

/** Lines of a file, a line end at its very end counting for none. */
const countLines = (text: string): number => {
  const lines = text.split(/\r\n?|\n/)
  return lines.at(-1) === "" ? lines.length - 1 : lines.length
}

const BEYOND = `; headings behind the first ${MOST_OUTLINED} characters are not listed: read the file itself for those`

const adviseOn = (name: string, all: readonly Heading[], shown: readonly Heading[]): string => {
  if (all.length === 0) return "the skill has no headings: load it whole"
  const read = `read-section with name ${JSON.stringify(name)} and a heading's number or text`
  if (shown.length === all.length) return read
  return `${all.length - shown.length} of ${all.length} headings, the lower ones, are not shown: they lie in the sections of those that are; ${read} (1 to ${all.length}, those not shown too)`
}
