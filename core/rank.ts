import { compare } from "./compare.ts"
import { fieldBit, fieldsAt, frequencyOf, idfOf, postingsOf } from "./postings.ts"
import { bestOf, scoreSkills } from "./score-skills.ts"
import type { IndexedSkill, SkillIndex } from "./skill-index.ts"
import { type Slots, toSlots } from "./slots.ts"
import { type WeighedSlot, weighSlots } from "./weigh-slots.ts"

/** How well one skill accounts for one slot. */
export interface SlotMatch {
  readonly slot: WeighedSlot
  /** The alternative that matched best, as a term. */
  readonly term: string
  /** Bits of the fields that matched (`fieldBit`). */
  readonly fields: number
  /** 0-1: the alternative's weight, less outside name, description and aliases. */
  readonly share: number
}

/** A skill that matched, before it is judged. */
export interface Match {
  readonly entry: IndexedSkill
  /** BM25 over the slots, divided by the slots' idf, plus the nearness as it is weighed: about 0-3 for any query. */
  readonly score: number
  /** How near name and description are to the request in the table of word vectors, 0-1; 0 without a table. */
  readonly nearness: number
  /** Idf-weighted share of the slots that the skill accounts for, 0-1. */
  readonly coverage: number
  /** Idf-weighted share of the skill's name that the query says, 0-1. */
  readonly nameCoverage: number
  readonly matches: readonly SlotMatch[]
}

/** A query against an index: every skill that matched, best first. */
export interface Ranking {
  readonly slots: readonly WeighedSlot[]
  readonly ownCount: number
  readonly matches: readonly Match[]
}

/** Skills that are judged; the rest is too far down to be anyone's candidate. */
const MOST_MATCHES = 50

/** Ranks the skills of an index for a request. Deterministic: a full order by score, coverage, name and path. */
export const rank = (index: SkillIndex, query: string): Ranking => rankSlots(index, toSlots(query, index.pool.lexicon))

const rankSlots = (index: SkillIndex, { slots, ownCount }: Slots): Ranking => {
  const weighed = weighSlots(index, slots)
  const total = weighed.reduce((sum, { idf }) => sum + idf, 0)
  if (total === 0) return { slots: weighed, ownCount, matches: [] }
  const scored = scoreSkills(index, weighed, total)
  const toMatch = (place: number): Match[] => {
    const entry = index.skills[place]
    if (entry === undefined) return []
    const matches = weighed.flatMap((slot) => bestMatch(index, slot, place) ?? [])
    const coverage = rounded(matches.reduce((sum, { slot, share }) => sum + slot.idf * share, 0) / total)
    return [
      {
        entry,
        score: rounded(scored.scores[place] ?? 0),
        nearness: rounded(scored.nearness[place] ?? 0),
        coverage,
        nameCoverage: nameCoverage(index, entry, matches),
        matches,
      },
    ]
  }
  return { slots: weighed, ownCount, matches: bestOf(scored, MOST_MATCHES).flatMap(toMatch).sort(byScore) }
}

const bestMatch = (index: SkillIndex, slot: WeighedSlot, place: number): SlotMatch | undefined => {
  let best: SlotMatch | undefined
  for (const { term, weight } of slot.alternatives) {
    const fields = fieldsAt(postingsOf(index, term), place)
    const share = weight * fieldShare(fields)
    if (fields !== 0 && (best === undefined || share > best.share)) best = { slot, term, fields, share }
  }
  return best
}

const STRONG_FIELDS = fieldBit("name") | fieldBit("description") | fieldBit("aliases") | fieldBit("translation")
const HEADINGS = fieldBit("headings")

/** True when one of the fields says what the skill is for: name, description, aliases or their translation. */
export const isStrong = (fields: number): boolean => (fields & STRONG_FIELDS) !== 0

// A word in the body alone proves nothing: every long text has it.
const fieldShare = (fields: number): number => (isStrong(fields) ? 1 : (fields & HEADINGS) !== 0 ? 0.7 : 0)

const nameCoverage = (index: SkillIndex, entry: IndexedSkill, matches: readonly SlotMatch[]): number => {
  const said = new Set(matches.map(({ term }) => term))
  let total = 0
  let covered = 0
  for (const term of entry.nameTerms) {
    const idf = idfOf(index, frequencyOf(index, term))
    total += idf
    if (said.has(term)) covered += idf
  }
  return total === 0 ? 0 : rounded(covered / total)
}

// Sums in another order differ in the last bits; rounding keeps equal candidates equal, so that names decide.
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const byScore = (a: Match, b: Match): number =>
  b.score - a.score ||
  b.coverage - a.coverage ||
  compare(a.entry.skill.name, b.entry.skill.name) ||
  compare(a.entry.skill.path, b.entry.skill.path)
