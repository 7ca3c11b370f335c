import type { Alternative, Lexicon, Translation } from "./lexicon.ts"
import { rootOfRussian } from "./stem.ts"
import type { Term } from "./terms.ts"

/** How far each way of finding a word is trusted (search/reference ladder: exact stem, root, common beginning, without prefix). */
const TRUST = { root: 0.85, beginning: 0.75, unprefixed: 0.6 } as const

const PREFIXES = "переза пере про при под раз рас от об по на вы за до из ис с у о".split(" ")
const SHORTEST = 4

/**
 * What a Russian stem may stand for, part by part, best first; empty when the lexicon does not know it.
 * Looked up by the exact stem, then its derivational root, then the longest common beginning, then without its verb prefix.
 */
export const translate = (lexicon: Lexicon, stem: string): Translation => {
  const known = lexicon.found.get(stem)
  if (known !== undefined) return known
  if (lexicon.found.size >= MOST_FOUND) lexicon.found.clear()
  const found = lookUp(lexicon, stem)
  lexicon.found.set(stem, found)
  return found
}

const MOST_FOUND = 50_000

const lookUp = (lexicon: Lexicon, stem: string): Translation => {
  const exact = lexicon.words.get(stem)
  if (exact !== undefined) return exact
  if (stem.length < SHORTEST) return []
  return byRoot(lexicon, stem) ?? byBeginning(lexicon, stem) ?? withoutPrefix(lexicon, stem) ?? []
}

/** English terms that skill descriptions use for an English term; empty when there are none. */
export const synonymsOf = (lexicon: Lexicon, term: string): readonly Alternative[] => lexicon.synonyms.get(term) ?? []

/**
 * The longest phrase of the lexicon that begins at `terms[at]`: its translation and how many terms it spans.
 * Undefined when none begins there.
 */
export const phraseAt = (
  lexicon: Lexicon,
  terms: readonly Term[],
  at: number,
): { readonly translation: Translation; readonly length: number } | undefined => {
  for (let length = Math.min(LONGEST_PHRASE, terms.length - at); length > 1; length--) {
    const key = terms
      .slice(at, at + length)
      .map(({ term }) => term)
      .join(" ")
    const translation = lexicon.phrases.get(key)
    if (translation !== undefined) return { translation, length }
  }
  return undefined
}

const LONGEST_PHRASE = 4

const weighed = (translation: Translation | undefined, trust: number): Translation | undefined =>
  translation?.map((part) => part.map(({ term, weight }) => ({ term, weight: weight * trust })))

const byRoot = (lexicon: Lexicon, stem: string): Translation | undefined => {
  const root = rootOfRussian(stem)
  return weighed(lexicon.words.get(root) ?? lexicon.roots.get(root), TRUST.root)
}

// The shorter the common beginning, the less may follow it on either side: `проверя` meets `проверк`, `план` not `планет`.
const byBeginning = (lexicon: Lexicon, stem: string): Translation | undefined => {
  const stems = lexicon.sortedStems
  const least = Math.max(SHORTEST, stem.length - (stem.length >= 8 ? 3 : stem.length >= 6 ? 2 : 1))
  for (let length = stem.length; length >= least; length--) {
    const beginning = stem.slice(0, length)
    const longest = length + (length >= 8 ? 5 : length >= 6 ? 4 : 2)
    let best: string | undefined
    for (let at = firstFrom(stems, beginning); stems[at]?.startsWith(beginning); at++) {
      const one = stems[at]
      if (one !== undefined && one.length <= longest && (best === undefined || one.length < best.length)) best = one
    }
    if (best !== undefined) return weighed(lexicon.words.get(best), TRUST.beginning)
  }
  return undefined
}

const withoutPrefix = (lexicon: Lexicon, stem: string): Translation | undefined => {
  for (const prefix of PREFIXES) {
    if (!stem.startsWith(prefix) || stem.length - prefix.length < SHORTEST) continue
    const rest = stem.slice(prefix.length)
    const root = rootOfRussian(rest)
    const found = lexicon.words.get(rest) ?? lexicon.words.get(root) ?? lexicon.roots.get(root)
    if (found !== undefined) return weighed(found, TRUST.unprefixed)
  }
  return undefined
}

const firstFrom = (sorted: readonly string[], text: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? "") < text) low = middle + 1
    else high = middle
  }
  return low
}
