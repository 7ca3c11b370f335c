import { selectSkills } from "./build-index.ts"
import { type Explanation, explainSkill } from "./explain.ts"
import type { SkillIndex } from "./skill-index.ts"
import { holdSkill, releaseSkill, removeUnheld } from "./skill-pool.ts"

/** A line that a skill's description lacks for a request, and what would come of it. */
export interface Remedy {
  readonly line: string
  /** The skill's standing for the same request with that line at the end of its description. */
  readonly explanation: Explanation
}

/** A line with more words than that is no description any more. */
const MOST_WORDS = 8

/**
 * Tries out what one more line in the description would change: the words of the request that the skill does not
 * account for. Undefined where there are none, or where the skill is confident anyway.
 */
export const remedyFor = (index: SkillIndex, query: string, explanation: Explanation): Remedy | undefined => {
  const { skill, terms, isNamed, isConfident } = explanation
  if (isNamed || isConfident) return undefined
  const missing = [...new Set(terms.filter(({ share }) => share < 1).map(({ word }) => word))].slice(0, MOST_WORDS)
  if (missing.length === 0) return undefined
  const line = `${missing.some((word) => /\p{Script=Cyrillic}/u.test(word)) ? "Когда" : "Use when"}: ${missing.join(", ")}`
  const changed = { ...skill, description: `${skill.description ?? ""}\n${line}`.trim() }
  const tried = holdSkill(index.pool, changed)
  const others = index.skills.filter((entry) => entry.skill !== skill)
  try {
    return { line, explanation: explainSkill(selectSkills(index.pool, [...others, tried]), query, changed) }
  } finally {
    releaseSkill(tried)
    removeUnheld(index.pool, tried)
  }
}
