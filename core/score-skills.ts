import { directionOfSlots } from "./direction.ts"
import { cosines } from "./direction-table.ts"
import { postingsOf } from "./postings.ts"
import type { SkillIndex } from "./skill-index.ts"
import { GENERIC_SHARE, type WeighedSlot } from "./weigh-slots.ts"

/** Scores by skill id; a skill that is not among `ids` has none. */
export interface Scores {
  readonly ids: readonly number[]
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

/** Scores all skills for the slots of a request. Arrays by id instead of maps make this several times faster. */
export const scoreSkills = (index: SkillIndex, slots: readonly WeighedSlot[], total: number): Scores => {
  const { ids, scores } = sumSlots(index, slots, total)
  const nearness = new Float64Array(index.nextId)
  const { vectors, directions } = index
  if (vectors === undefined || directions === undefined) return { ids, scores, nearness }
  const cyrillic = slots.reduce((sum, { idf, script }) => sum + (script === "cyrillic" ? idf : 0), 0) / total
  const weight = NEARNESS_WEIGHT.latin * (1 - cyrillic) + NEARNESS_WEIGHT.cyrillic * cyrillic
  const near = cosines(directions, directionOfSlots(vectors, slots))
  for (let row = 0; row < near.length; row++) {
    const id = directions.ids[row] ?? 0
    const value = Math.max(0, near[row] ?? 0)
    const sum = scores[id] ?? 0
    if (sum === 0 && value >= LEAST_NEARNESS) ids.push(id)
    nearness[id] = value
    scores[id] = sum + weight * value
  }
  return { ids, scores, nearness }
}

// Slots add up, alternatives of one slot do not: each skill keeps the best of them.
const sumSlots = (index: SkillIndex, slots: readonly WeighedSlot[], total: number) => {
  const best = new Float64Array(index.nextId)
  const scores = new Float64Array(index.nextId)
  const matched: number[] = []
  for (const slot of slots) {
    const touched: number[] = []
    for (const { term, weight } of slot.alternatives) {
      const postings = postingsOf(index, term)
      const factor = weight * slot.weight * (slot.isGeneric ? GENERIC_SHARE : 1)
      for (let at = 0; at < postings.ids.length; at++) {
        const id = postings.ids[at] ?? 0
        const score = (postings.scores[at] ?? 0) * factor
        const known = best[id] ?? 0
        if (known === 0) touched.push(id)
        if (score > known) best[id] = score
      }
    }
    for (const id of touched) {
      const sum = scores[id] ?? 0
      if (sum === 0) matched.push(id)
      scores[id] = sum + (best[id] ?? 0) / total
      best[id] = 0
    }
  }
  return { ids: matched, scores }
}

/** The ids of the best of many, those equal to the last one included, so that a full order can decide among them. */
export const bestOf = ({ ids, scores }: Scores, most: number): readonly number[] => {
  if (ids.length <= most) return ids
  const atLeast = leastOf(ids, scores, most)
  return ids.filter((id) => (scores[id] ?? 0) >= atLeast)
}

/** Fine enough that few scores share a step with the last of the best. */
const STEPS = 512
/** Scores that differ by less are equal once they are rounded. */
const EQUAL = 1e-6

// A bound below which none of the best lies: counting scores in steps is several times faster than sorting them.
const leastOf = (ids: readonly number[], scores: Float64Array, most: number): number => {
  let greatest = 0
  for (const id of ids) greatest = Math.max(greatest, scores[id] ?? 0)
  const counts = new Uint32Array(STEPS + 1)
  const toStep = (score: number): number => Math.floor((score / greatest) * STEPS)
  for (const id of ids) {
    const step = toStep(scores[id] ?? 0)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let step = STEPS
  for (let found = counts[step] ?? 0; found < most && step > 0; found += counts[step] ?? 0) step--
  const among = ids.map((id) => scores[id] ?? 0).filter((score) => toStep(score) >= step)
  return (among.sort((a, b) => b - a)[most - 1] ?? 0) - EQUAL
}
