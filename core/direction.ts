import { type Alternative, toUnit, type VectorTable } from "../lexicon/index.ts"
import type { Slot } from "./slots.ts"

/** Of a word's translations the best that the table knows stand for it. */
const MOST_TRANSLATIONS = 3

/** Adds one word to a sum of directions, as the mean of its alternatives by weight. */
export const addPart = (vectors: VectorTable, sum: Float32Array, part: readonly Alternative[]): void => {
  const known = part.filter(({ term }) => vectors.has(term)).slice(0, MOST_TRANSLATIONS)
  const total = known.reduce((all, { weight }) => all + weight, 0)
  for (const { term, weight } of known) vectors.add(sum, term, weight / total)
}

/**
 * The direction of a request, of length 1: an English word by itself, or by its first synonym where the table does not
 * know it; a Russian word by its translations. A zero vector when the table knows none of them.
 */
export const directionOfSlots = (vectors: VectorTable, slots: readonly Slot[]): Float32Array => {
  const sum = new Float32Array(vectors.dimensions)
  for (const { term, script, weight, alternatives, isGeneric } of slots) {
    if (isGeneric) continue
    const [, synonym] = alternatives
    if (script === "cyrillic") {
      const one = new Float32Array(vectors.dimensions)
      addPart(
        vectors,
        one,
        alternatives.filter((alternative) => alternative.term !== term),
      )
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (one[at] ?? 0)
    } else if (vectors.has(term)) vectors.add(sum, term, weight)
    else if (synonym !== undefined) vectors.add(sum, synonym.term, synonym.weight * weight)
  }
  return toUnit(sum)
}
