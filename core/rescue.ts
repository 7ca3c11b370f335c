import { type Alternative, editDistance, transliterate } from "../lexicon/index.ts"
import { frequencyOf } from "./postings.ts"
import { type SkillIndex, spellingKey } from "./skill-index.ts"
import type { Slot } from "./slots.ts"

/** Unknown words of a request looked up by spelling or sound, at the most. */
const MOST_RESCUES = 8

/**
 * Gives the words that neither the index nor the lexicon knows one more alternative: the Latin term that a Russian
 * word spells by sound, or the indexed term one or two slips of the keyboard away. Bounded: the first eight such words.
 */
export const rescueSlots = (index: SkillIndex, slots: readonly Slot[]): readonly Slot[] => {
  let left = MOST_RESCUES
  return slots.map((slot) => {
    if (left === 0 || slot.alternatives.length > 1 || frequencyOf(index, slot.term) > 0) return slot
    left--
    const found = rescue(index, slot)
    return found === undefined ? slot : { ...slot, alternatives: [...slot.alternatives, found] }
  })
}

const MOST_REMEMBERED = 10_000

const rescue = (index: SkillIndex, { term, script }: Slot): Alternative | undefined => {
  if (index.rescues.has(term)) return index.rescues.get(term)
  if (index.rescues.size >= MOST_REMEMBERED) index.rescues.clear()
  const bySound =
    script === "cyrillic"
      ? transliterate(index.pool.skeletons, term, (other) => frequencyOf(index, other) > 0)
      : undefined
  const found = bySound ?? nearestSpelling(index, term)
  index.rescues.set(term, found)
  return found
}

const ONE_SLIP = 0.85
const TWO_SLIPS = 0.65

const nearestSpelling = (index: SkillIndex, term: string): Alternative | undefined => {
  if (term.length < 5 || /\d/.test(term) || term.includes(" ")) return undefined
  const most = term.length >= 8 ? 2 : 1
  const letters = lettersOf(term)
  let best: Spelling | undefined
  for (let length = term.length - most; length <= term.length + most; length++) {
    for (const other of index.pool.spellings.get(spellingKey(term, length)) ?? []) {
      if (bitCount(letters ^ lettersOf(other)) > 2 * most) continue
      const distance = editDistance(term, other, most)
      if (distance > most) continue
      const one = { term: other, distance, frequency: frequencyOf(index, other) }
      if (one.frequency === 0) continue
      if (best === undefined || isNearer(one, best)) best = one
    }
  }
  return best === undefined ? undefined : { term: best.term, weight: best.distance === 1 ? ONE_SLIP : TWO_SLIPS }
}

interface Spelling {
  readonly term: string
  readonly distance: number
  readonly frequency: number
}

const isNearer = (a: Spelling, b: Spelling): boolean =>
  a.distance !== b.distance
    ? a.distance < b.distance
    : a.frequency !== b.frequency
      ? a.frequency > b.frequency
      : a.term < b.term

// Which letters a word has, as bits: one slip changes at most two of them, which rules most words out at once.
const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

const bitCount = (bits: number): number => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
