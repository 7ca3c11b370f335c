import { directionOfSlots } from "./direction.ts"
import { cosines } from "./direction-table.ts"
import { postingsOf } from "./postings.ts"
import type { SkillIndex } from "./skill-index.ts"
import { GENERIC_SHARE, type WeighedSlot } from "./weigh-slots.ts"

/** Scores by the place of a skill in the index; one that is not among `places` has none. */
export interface Scores {
  readonly places: readonly number[]
  readonly scores: Float64Array
  /** 0-1; all 0 without a vector table. */
  readonly nearness: Float64Array
}

/**
 * What a nearness of 1 adds to a score. Russian requests reach the vectors only through the lexicon, so they trust them
 * less. On dev every pair from (1, .5) to (2, 1) is within a point of this one; without, user365 loses 2 / 6 points of
 * hit@1 / hit@5 and the full corpus 6 / 3.
 */
const NEARNESS_WEIGHT = { latin: 1.32, cyrillic: 1 } as const
/** A skill that shares no word with the request must be at least so near to be a candidate. */
const LEAST_NEARNESS = 0.35

/** Scores all skills for the slots of a request. Arrays by place instead of maps make this several times faster. */
export const scoreSkills = (index: SkillIndex, slots: readonly WeighedSlot[], total: number): Scores => {
  const { places, scores } = sumSlots(index, slots, total)
  const { vectors, directions } = index.pool
  if (vectors === undefined || directions === undefined) {
    return { places, scores, nearness: new Float64Array(index.skills.length) }
  }
  const cyrillic = slots.reduce((sum, { idf, script }) => sum + (script === "cyrillic" ? idf : 0), 0) / total
  const weight = NEARNESS_WEIGHT.latin * (1 - cyrillic) + NEARNESS_WEIGHT.cyrillic * cyrillic
  const nearness = cosines(directions, index.skills, directionOfSlots(vectors, slots))
  for (let place = 0; place < nearness.length; place++) {
    const value = Math.max(0, nearness[place] ?? 0)
    const sum = scores[place] ?? 0
    if (sum === 0 && value >= LEAST_NEARNESS) places.push(place)
    nearness[place] = value
    scores[place] = sum + weight * value
  }
  return { places, scores, nearness }
}

// Slots add up, alternatives of one slot do not: each skill keeps the best of them.
const sumSlots = (index: SkillIndex, slots: readonly WeighedSlot[], total: number) => {
  const best = new Float64Array(index.skills.length)
  const scores = new Float64Array(index.skills.length)
  const matched: number[] = []
  for (const slot of slots) {
    const touched: number[] = []
    for (const { term, weight } of slot.alternatives) {
      const postings = postingsOf(index, term)
      const factor = weight * slot.weight * (slot.isGeneric ? GENERIC_SHARE : 1)
      for (let at = 0; at < postings.places.length; at++) {
        const place = postings.places[at] ?? 0
        const score = (postings.scores[at] ?? 0) * factor
        const known = best[place] ?? 0
        if (known === 0) touched.push(place)
        if (score > known) best[place] = score
      }
    }
    for (const place of touched) {
      const sum = scores[place] ?? 0
      if (sum === 0) matched.push(place)
      scores[place] = sum + (best[place] ?? 0) / total
      best[place] = 0
    }
  }
  return { places: matched, scores }
}

/** The places of the best of many, those equal to the last one included, so that a full order can decide among them. */
export const bestOf = ({ places, scores }: Scores, most: number): readonly number[] => {
  if (places.length <= most) return places
  const atLeast = leastOf(places, scores, most)
  return places.filter((place) => (scores[place] ?? 0) >= atLeast)
}

/** Fine enough that few scores share a step with the last of the best. */
const STEPS = 512
/** Scores that differ by less are equal once they are rounded. */
const EQUAL = 1e-6

// A bound below which none of the best lies: counting scores in steps is several times faster than sorting them.
const leastOf = (places: readonly number[], scores: Float64Array, most: number): number => {
  let greatest = 0
  for (const place of places) greatest = Math.max(greatest, scores[place] ?? 0)
  const counts = new Uint32Array(STEPS + 1)
  const toStep = (score: number): number => Math.floor((score / greatest) * STEPS)
  for (const place of places) {
    const step = toStep(scores[place] ?? 0)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let step = STEPS
  for (let found = counts[step] ?? 0; found < most && step > 0; found += counts[step] ?? 0) step--
  const among = places.map((place) => scores[place] ?? 0).filter((score) => toStep(score) >= step)
  return (among.sort((a, b) => b - a)[most - 1] ?? 0) - EQUAL
}
