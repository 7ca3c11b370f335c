import {
  type Alternative,
  isGenericTerm,
  type Lexicon,
  phraseAt,
  synonymsOf,
  type Term,
  toTerms,
  translate,
} from "../lexicon/index.ts"
import { readQuery } from "./read-query.ts"

/**
 * One meaningful word of a query and all that it may stand for. A skill accounts for a slot as well as its best
 * alternative does: alternatives of one word are combined by max, never by sum.
 */
export interface Slot {
  /** The stem, or the stems of a phrase joined by a space. */
  readonly term: string
  /** The word as the person wrote it, in lower case. */
  readonly word: string
  readonly script: Term["script"]
  /** 1 for the person's own words, less for what was pasted. */
  readonly weight: number
  /** The word itself first, then its translations or synonyms. */
  readonly alternatives: readonly Alternative[]
  /** True for words that every other skill has (`skill`, `agent`). */
  readonly isGeneric: boolean
}

/** A query ready to be looked up. */
export interface Slots {
  readonly slots: readonly Slot[]
  /** How many of the slots are the person's own words. */
  readonly ownCount: number
}

/** How much a pasted word counts beside the person's own. */
const PASTED_WEIGHT = 0.25
/** Of pasted text only the first terms are looked at. */
const MOST_PASTED_TERMS = 400
const MOST_OWN_TERMS = 4_000
/** A phrase stands for its meaning; its single words for half of it. */
const PHRASE_WORD_WEIGHT = 0.5

/** Reads a request into slots: own words first, each term once. Linear in the text and bounded. */
export const toSlots = (query: string, lexicon: Lexicon): Slots => {
  const { own, pasted } = readQuery(query)
  const slots = new Map<string, Slot>()
  addSlots(slots, { terms: toTerms(own).slice(0, MOST_OWN_TERMS), weight: 1, lexicon })
  const ownCount = slots.size
  addSlots(slots, { terms: toTerms(pasted).slice(0, MOST_PASTED_TERMS), weight: PASTED_WEIGHT, lexicon })
  return { slots: [...slots.values()], ownCount }
}

interface SlotSource {
  readonly terms: readonly Term[]
  readonly weight: number
  readonly lexicon: Lexicon
}

// Phrases may overlap (`проверь договор поставки` holds two); a word gets a slot of its own only outside phrases.
const addSlots = (slots: Map<string, Slot>, source: SlotSource): void => {
  const { terms, weight, lexicon } = source
  let phraseEnd = 0
  for (const [at, term] of terms.entries()) {
    const phrase = phraseAt(lexicon, terms, at)
    if (phrase === undefined && at < phraseEnd) continue
    const end = at + (phrase?.length ?? 0)
    phraseEnd = Math.max(phraseEnd, end)
    const slot =
      phrase === undefined ? toSlot(term, source) : toPhraseSlot(terms.slice(at, end), phrase.alternatives, weight)
    if (!slots.has(slot.term)) slots.set(slot.term, slot)
  }
}

const toSlot = ({ term, script, word }: Term, { weight, lexicon }: SlotSource): Slot => {
  const others = script === "cyrillic" ? translate(lexicon, term) : synonymsOf(lexicon, term)
  return { term, word, script, weight, alternatives: [{ term, weight: 1 }, ...others], isGeneric: isGenericTerm(term) }
}

const toPhraseSlot = (words: readonly Term[], alternatives: readonly Alternative[], weight: number): Slot => ({
  term: words.map(({ term }) => term).join(" "),
  word: words.map(({ word }) => word).join(" "),
  script: words[0]?.script ?? "other",
  weight,
  alternatives: [...alternatives, ...words.map(({ term }) => ({ term, weight: PHRASE_WORD_WEIGHT }))],
  isGeneric: false,
})
