import { isRival } from "./equals.ts"
import { namedSkills } from "./named-skills.ts"
import type { Candidate } from "./search.ts"
import type { SkillIndex } from "./skill-index.ts"

/** The request that candidates were found for. */
export interface Asked {
  readonly query: string
  readonly boost: readonly string[]
}

/**
 * True when the first candidate is named in the request, settled by the user's boost, or ahead of the second by a margin:
 * only then is it worth more than a place in a list.
 */
export const firstLeads = (index: SkillIndex, candidates: readonly Candidate[], { query, boost }: Asked): boolean => {
  const [first, second] = candidates
  if (first === undefined || second === undefined) return first !== undefined
  return (
    !isRival(second.score, first.score) ||
    (boost.includes(first.name) && second.coverage === first.coverage) ||
    namedSkills(index, query).includes(first.skill)
  )
}

/** The proven candidates whose score is near the first one's: none of them is worth more than the others. */
export const fitEqually = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ confident, score }) => confident && isRival(score, candidates[0]?.score ?? 0))
