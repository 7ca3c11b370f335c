import { equalsOf } from "./equals.ts"
import { SkillFinderError } from "./error.ts"
import { type Judgement, judge } from "./judge.ts"
import { firstLeads } from "./lead.ts"
import { namedSkills, nameKey, nearestNames, skillsByKey } from "./named-skills.ts"
import { rank } from "./rank.ts"
import { search } from "./search.ts"
import { type Silence, silenceOf } from "./silence.ts"
import type { Skill } from "./skill.ts"
import { FIELDS, type SkillIndex } from "./skill-index.ts"
import type { WeighedSlot } from "./weigh-slots.ts"

/** Why a skill is or is not a candidate for a request. */
export interface Explanation {
  readonly skill: Skill
  /** Its place among the candidates, from 1; undefined when it is none. */
  readonly place: number | undefined
  readonly isNamed: boolean
  /** True when it is proven: the first, or one that fits as well. */
  readonly isConfident: boolean
  /** True when it is ahead of all others by a margin, or named: only then it is preloaded. */
  readonly isAhead: boolean
  readonly silence: Silence | undefined
  readonly score: number
  readonly coverage: number
  readonly judgement: Judgement | undefined
  readonly terms: readonly ExplainedTerm[]
  /** Names of the skills that fit as well, when it is one of the first. */
  readonly equals: readonly string[]
  /** The first candidate, when it is another skill. */
  readonly winner: string | undefined
}

/** What became of one meaningful word of the request. */
export interface ExplainedTerm {
  readonly word: string
  /** The term by which it matched, or the word's own term. */
  readonly term: string
  /** Its share of the whole request, 0-1. */
  readonly weight: number
  /** Fields of the skill in which it stands. */
  readonly fields: readonly string[]
  /** How much of it the skill accounts for, 0-1. */
  readonly share: number
  /** False when no skill of the library has it. */
  readonly isKnown: boolean
}

/**
 * Explains one skill's standing for a request.
 * @throws SkillFinderError `E_NOT_FOUND` with the nearest names when no skill bears the name.
 */
export const explain = (index: SkillIndex, query: string, name: string): Explanation => {
  const skills = skillsByKey(index, nameKey(name))
  const skill = skills.find((one) => one.name === name) ?? skills[0]
  if (skill !== undefined) return explainSkill(index, query, skill)
  const nearest = nearestNames(index, name)
  throw new SkillFinderError(
    "E_NOT_FOUND",
    `no skill is called "${name}"${nearest.length > 0 ? `; the nearest names: ${nearest.join(", ")}` : ""}`,
  )
}

/** The same for a skill of the index. */
export const explainSkill = (index: SkillIndex, query: string, skill: Skill): Explanation => {
  const candidates = search(index, query, { limit: Number.POSITIVE_INFINITY })
  const at = candidates.findIndex((one) => one.skill === skill)
  // The plugin offers no manual-only skill on its own: none of them stands in this one's way.
  const accepts = (one: Skill): boolean => one === skill || !one.isManualOnly
  const offered = search(index, query, { limit: Number.POSITIVE_INFINITY, accepts })
  const { slots, matches, ...rest } = rank(index, query)
  const ranking = { ...rest, slots, matches: matches.filter(({ entry }) => accepts(entry.skill)) }
  const match = ranking.matches.find(({ entry }) => entry.skill === skill)
  const total = slots.reduce((sum, { idf }) => sum + idf, 0)
  const winner = candidates[0]?.name
  const equals = equalsOf(ranking)
  return {
    skill,
    place: at < 0 ? undefined : at + 1,
    isNamed: namedSkills(index, query).includes(skill),
    isConfident: offered.some((one) => one.skill === skill && one.confident),
    isAhead: offered[0]?.skill === skill && firstLeads(index, offered, { query, boost: [] }),
    silence: silenceOf(query),
    score: match?.score ?? 0,
    coverage: match?.coverage ?? 0,
    judgement: match === undefined ? undefined : judge(index, ranking, match),
    terms: slots.map((slot) =>
      toExplainedTerm(
        slot,
        match?.matches.find((one) => one.slot === slot),
        total,
      ),
    ),
    equals:
      match !== undefined && equals.includes(match)
        ? equals.filter((one) => one !== match).map((one) => one.entry.skill.name)
        : [],
    winner: winner === skill.name ? undefined : winner,
  }
}

const toExplainedTerm = (
  slot: WeighedSlot,
  found: { term: string; fields: number; share: number } | undefined,
  total: number,
): ExplainedTerm => ({
  word: slot.word,
  term: found?.term ?? slot.term,
  weight: total === 0 ? 0 : slot.idf / total,
  fields: FIELDS.filter((_, at) => ((found?.fields ?? 0) & (1 << at)) !== 0),
  share: found?.share ?? 0,
  isKnown: slot.isKnown,
})
