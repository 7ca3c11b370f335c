import { compare } from "./compare.ts"
import { equalsOf } from "./equals.ts"
import { judge } from "./judge.ts"
import { namedSkills } from "./named-skills.ts"
import { type Match, type Ranking, rank } from "./rank.ts"
import type { Skill } from "./skill.ts"
import { FIELDS, type SkillIndex } from "./skill-index.ts"

/** A skill that matched a request. The field names are public API. */
export interface Candidate {
  readonly name: string
  /** Absolute path of the SKILL.md. */
  readonly path: string
  /** Score within one search, higher is better; not comparable between libraries. */
  readonly score: number
  /** The reason in words: `matched name+description: bug, bounty`. */
  readonly why: string
  /** Empty for a hidden skill. */
  readonly description: string
  /** True when the match is proven: see `judge.ts`. */
  readonly confident: boolean
  /** Idf-weighted share of the request's meaningful terms that the skill accounts for, 0-1. */
  readonly coverage: number
  readonly skill: Skill
}

/** What a search may be told. */
export interface SearchOptions {
  /** The most candidates returned; 10 by default. */
  readonly limit?: number
  /** Skills for which this is false are no candidates. */
  readonly accepts?: (skill: Skill) => boolean
  /** Names that win ties of equal coverage; never adds a candidate. */
  readonly boost?: readonly string[]
}

const USUAL_LIMIT = 10

/**
 * Finds the skills for a request, best first: confident ones, then by score, then by name. A skill named outright
 * is first and confident; skills that fit equally well are confident together. Equal input gives equal output. A boosted name wins a tie of
 * equal coverage. An empty request gives no candidates.
 */
export const search = (index: SkillIndex, query: string, options: SearchOptions = {}): Candidate[] => {
  const { limit = USUAL_LIMIT, accepts = () => true, boost = [] } = options
  const found = rank(index, query)
  const named = namedSkills(index, query).filter(accepts)
  const accepted = found.matches.filter(({ entry }) => accepts(entry.skill))
  const ranking = { ...found, matches: withBoost(accepted, new Set(boost)) }
  const proven = provenMatches(index, ranking, boost)
  const candidates = [
    ...named.map((skill) => toNamedCandidate(skill, ranking)),
    ...ranking.matches
      .filter(({ entry }) => !named.includes(entry.skill))
      .map((match) => toCandidate(match, proven.includes(match))),
  ]
  return [...candidates.filter(({ confident }) => confident), ...candidates.filter((one) => !one.confident)].slice(
    0,
    limit,
  )
}

const provenMatches = (index: SkillIndex, ranking: Ranking, boost: readonly string[]): readonly Match[] => {
  const [first] = ranking.matches
  if (first === undefined) return []
  const settled = withoutTies(ranking, first, boost)
  return judge(index, settled, first).isConfident ? equalsOf(settled) : []
}

const toCandidate = (match: Match, confident: boolean): Candidate => ({
  name: match.entry.skill.name,
  path: match.entry.skill.path,
  score: match.score,
  why: toWhy(match),
  description: match.entry.skill.description ?? "",
  confident,
  coverage: match.coverage,
  skill: match.entry.skill,
})

const toNamedCandidate = (skill: Skill, ranking: Ranking): Candidate => {
  const match = ranking.matches.find(({ entry }) => entry.skill === skill)
  const found = match === undefined ? undefined : toCandidate(match, true)
  return {
    name: skill.name,
    path: skill.path,
    score: Math.max(found?.score ?? 0, ranking.matches[0]?.score ?? 0),
    why: "named in the request",
    description: skill.description ?? "",
    confident: true,
    coverage: 1,
    skill,
  }
}

const WHY_TERMS = 6

const toWhy = (match: Match): string => {
  if (match.matches.length === 0) return "near in meaning"
  const bits = match.matches.reduce((all, { fields }) => all | fields, 0)
  const fields = FIELDS.filter((_, at) => (bits & (1 << at)) !== 0)
  const words = [...match.matches].sort(
    (a, b) => b.slot.idf * b.share - a.slot.idf * a.share || compare(a.slot.term, b.slot.term),
  )
  return `matched ${fields.join("+")}: ${words
    .slice(0, WHY_TERMS)
    .map(({ slot, term }) => (slot.term === term ? slot.word : `${slot.word} (${term})`))
    .join(", ")}`
}

// A boosted skill goes in front of the first one of equal coverage that is not boosted.
const withBoost = (matches: readonly Match[], boost: ReadonlySet<string>): readonly Match[] => {
  if (boost.size === 0) return matches
  const order = [...matches]
  for (const match of matches.filter(({ entry }) => boost.has(entry.skill.name))) {
    const from = order.indexOf(match)
    const to = order.findIndex(({ entry, coverage }) => coverage === match.coverage && !boost.has(entry.skill.name))
    if (to >= 0 && to < from) order.splice(to, 0, ...order.splice(from, 1))
  }
  return order
}

// The user has settled such a tie: the twin does not count against the boosted skill's lead.
const withoutTies = (ranking: Ranking, first: Match, boost: readonly string[]): Ranking =>
  boost.includes(first.entry.skill.name)
    ? { ...ranking, matches: ranking.matches.filter((match) => match === first || match.coverage !== first.coverage) }
    : ranking
