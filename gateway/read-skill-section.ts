import { readSection } from "../core/index.ts"
import { howToGoOn } from "./how-to-go-on.ts"
import { type Library, lookAtSkills } from "./library.ts"
import { locateSkill } from "./locate-skill.ts"
import { toShown } from "./outline-skill.ts"
import { readInside } from "./read-inside.ts"
import type { Input, Output } from "./tool-schemas.ts"

/** Gives one section of a skill and, where it is cut, the next call to make. */
export const readSkillSection = async (
  { heading, max_lines, ...reference }: Input<"read-section">,
  library: Library,
  signal: AbortSignal,
): Promise<Output<"read-section">> => {
  const look = await lookAtSkills(library, signal)
  const skill = await locateSkill(reference, look, library)
  const text = await readInside(skill, look.roots)
  const section = readSection(text, heading, max_lines)
  const shown = fitted(section.lines)
  const cutLines = section.cutLines + section.lines.length - shown.length
  const lastLine = section.firstLine + shown.length - 1
  return {
    name: skill.name,
    path: skill.path,
    heading: toShown(section.heading),
    first_line: section.firstLine,
    last_line: lastLine,
    text: shown.join("\n"),
    cut_lines: cutLines,
    ...(cutLines > 0 && {
      next: howToGoOn({
        skill,
        headings: section.headings,
        section: section.heading,
        shownTo: lastLine,
        end: lastLine + cutLines,
        mayGrow: shown.length === section.lines.length,
      }),
    }),
  }
}

/** Characters given at once: more than 600 lines of prose, less than what floods a model's context. */
const MOST_CHARACTERS = 100_000

// Whole lines as far as they fit; a first line that alone is longer is cut inside.
const fitted = (lines: readonly string[]): readonly string[] => {
  let room = MOST_CHARACTERS
  const end = lines.findIndex((line) => {
    room -= line.length + 1
    return room < 0
  })
  if (end < 0) return lines
  return end > 0 ? lines.slice(0, end) : [`${(lines[0] ?? "").slice(0, MOST_CHARACTERS)}… [the line is cut here]`]
}
