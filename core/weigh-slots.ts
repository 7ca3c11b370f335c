import { frequencyOf, idfOf } from "./postings.ts"
import { rescueSlots } from "./rescue.ts"
import type { SkillIndex } from "./skill-index.ts"
import type { Slot } from "./slots.ts"

/** A slot as this index sees it. */
export interface WeighedSlot extends Slot {
  /** How much the slot tells: inverse document frequency times the slot's own weight. */
  readonly idf: number
  /** False when no skill has the word or anything it stands for. */
  readonly isKnown: boolean
}

/** Of a long request the rarest terms are kept: better and 200 times faster on task briefs (search.md, 7). */
const MOST_SLOTS = 32
const UNKNOWN_RUSSIAN = 0.7
const UNSAID_ENGLISH = 0.8
/** A generic word counts so much of another one. */
export const GENERIC_SHARE = 0.3

/** Weighs the slots of a request by what the index knows of their words; of many the rarest are kept. */
export const weighSlots = (index: SkillIndex, slots: readonly Slot[]): readonly WeighedSlot[] =>
  rarest(rescueSlots(index, slots).map((slot) => weigh(index, slot)))

const weigh = (index: SkillIndex, slot: Slot): WeighedSlot => {
  let found = 0
  for (const { term, weight } of slot.alternatives) {
    const frequency = frequencyOf(index, term)
    if (frequency > 0) found = Math.max(found, weight * idfOf(index, frequency))
  }
  const idf = slotIdf(index, slot, found)
  return { ...slot, isKnown: found > 0, idf: idf * slot.weight * (slot.isGeneric ? GENERIC_SHARE : 1) }
}

// A word that skills have counts by its own frequency. One that only its alternatives stand for counts like the best of
// them, an English one hardly less than a unique word: that no skill says it speaks against all of them. So does a
// word that nothing stands for; a Russian one less, since the lexicon may just not know it.
const slotIdf = (index: SkillIndex, { term, script }: Slot, found: number): number => {
  const own = frequencyOf(index, term)
  if (own > 0) return idfOf(index, own)
  const most = idfOf(index, 0)
  if (found === 0) return script === "cyrillic" ? most * UNKNOWN_RUSSIAN : most
  return script === "latin" ? Math.max(found, most * UNSAID_ENGLISH) : found
}

const rarest = (slots: readonly WeighedSlot[]): readonly WeighedSlot[] => {
  if (slots.length <= MOST_SLOTS) return slots
  const known = slots.filter(({ isKnown }) => isKnown)
  const kept = new Set([...known].sort((a, b) => b.idf - a.idf).slice(0, MOST_SLOTS))
  return known.filter((slot) => kept.has(slot))
}
