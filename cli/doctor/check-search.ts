import { type Skill, type SkillIndex, search } from "../../core/index.ts"
import { type Check, fault, ok } from "./check.ts"

/** A probe of the search: a skill asked for by its own name must come first. */
export const checkSearch = (index: SkillIndex, skill: Skill | undefined): Check[] => {
  if (skill === undefined) return []
  const started = performance.now()
  const [first] = search(index, probeFor(skill), { limit: 3 })
  const ms = (performance.now() - started).toFixed(1)
  if (first?.name === skill.name) return [ok("search", `"${skill.name}" is found by its name in ${ms} ms`)]
  const got = first === undefined ? "nothing" : `"${first.name}"`
  return [
    fault(
      "search",
      `asked for "${skill.name}" by its name, the search gives ${got}`,
      "give the skill a name of letters, digits and hyphens",
    ),
  ]
}

/** The request that names a skill outright. */
export const probeFor = ({ name }: Skill): string => `/${name}`
