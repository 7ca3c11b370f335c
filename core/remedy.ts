import { addSkill } from "./build-index.ts"
import { type Explanation, explainEntry } from "./explain.ts"
import type { SkillIndex } from "./skill-index.ts"

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
 * account for. Undefined where there are none, or where the skill is confident anyway. The index is changed meanwhile
 * and then as it was.
 */
export const remedyFor = (index: SkillIndex, query: string, explanation: Explanation): Remedy | undefined => {
  const { skill, terms, isNamed, isConfident } = explanation
  if (isNamed || isConfident) return undefined
  const missing = [...new Set(terms.filter(({ share }) => share < 1).map(({ word }) => word))].slice(0, MOST_WORDS)
  if (missing.length === 0) return undefined
  const line = `${missing.some((word) => /\p{Script=Cyrillic}/u.test(word)) ? "Когда" : "Use when"}: ${missing.join(", ")}`
  try {
    addSkill(index, { ...skill, description: `${skill.description ?? ""}\n${line}`.trim() })
    const tried = index.skills.get(index.idsByPath.get(skill.path) ?? -1)
    return tried && { line, explanation: explainEntry(index, query, tried) }
  } finally {
    addSkill(index, skill)
  }
}
