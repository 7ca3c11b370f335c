import {
  type Alternative,
  isGenericTerm,
  type Lexicon,
  phraseAt,
  synonymsOf,
  type Term,
  type Translation,
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
  /** How much the slot counts, 0-1: less for pasted words and for one part of a word's translation. */
  readonly weight: number
  /** True for the person's own words, false for pasted ones. */
  readonly isOwn: boolean
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
/** Terms looked at: the first of pasted text; the first and the last of the person's own, where a brief says what it wants. */
const MOST_PASTED_TERMS = 200
const FIRST_OWN_TERMS = 400
const LAST_OWN_TERMS = 200
/** A phrase stands for its meaning; its single words for half of it. */
const PHRASE_WORD_WEIGHT = 0.5

/** Reads a request into slots: own words first, each term once. Linear in the text and bounded. */
export const toSlots = (query: string, lexicon: Lexicon): Slots => {
  const { own, pasted } = readQuery(query)
  const slots = new Map<string, Slot>()
  addSlots(slots, { terms: ends(toTerms(own)), isOwn: true, lexicon })
  const ownCount = slots.size
  addSlots(slots, { terms: toTerms(pasted).slice(0, MOST_PASTED_TERMS), isOwn: false, lexicon })
  return { slots: [...slots.values()], ownCount }
}

const ends = (terms: readonly Term[]): readonly Term[] =>
  terms.length <= FIRST_OWN_TERMS + LAST_OWN_TERMS
    ? terms
    : [...terms.slice(0, FIRST_OWN_TERMS), ...terms.slice(-LAST_OWN_TERMS)]

interface SlotSource {
  readonly terms: readonly Term[]
  readonly isOwn: boolean
  readonly lexicon: Lexicon
}

// Phrases may overlap (`проверь договор поставки` holds two); a word gets a slot of its own only outside phrases.
const addSlots = (slots: Map<string, Slot>, source: SlotSource): void => {
  const { terms, lexicon } = source
  let phraseEnd = 0
  for (const [at, term] of terms.entries()) {
    const phrase = phraseAt(lexicon, terms, at)
    if (phrase === undefined && at < phraseEnd) continue
    const end = at + (phrase?.length ?? 1)
    phraseEnd = Math.max(phraseEnd, end)
    const translation = phrase?.translation ?? (term.script === "cyrillic" ? translate(lexicon, term.term) : [])
    for (const slot of toWordSlots(terms.slice(at, end), translation, source)) {
      if (!slots.has(slot.term)) slots.set(slot.term, slot)
    }
  }
}

// One slot for each part of the translation, so that a skill must account for all of them. A single word accounts for
// every part; of a phrase with as many words as parts each word for one of them, else each for half of every part.
const toWordSlots = (words: readonly Term[], translation: Translation, { isOwn, lexicon }: SlotSource): Slot[] => {
  const term = words.map((one) => one.term).join(" ")
  const isPhrase = words.length > 1
  const own = words.map((one) => ({ term: one.term, weight: isPhrase ? PHRASE_WORD_WEIGHT : 1 }))
  const ownOf = (part: number): readonly Alternative[] => {
    const word = words[part]
    return isPhrase && word !== undefined && words.length === parts.length ? [{ term: word.term, weight: 1 }] : own
  }
  const parts = translation.length > 0 ? translation : [synonymsOf(lexicon, term)]
  return parts.map((part, at) => ({
    term: at === 0 ? term : `${term} ${at + 1}`,
    word: words.map(({ word }) => word).join(" "),
    script: words[0]?.script ?? "other",
    weight: Math.min(1, words.length / parts.length) * (isOwn ? 1 : PASTED_WEIGHT),
    isOwn,
    alternatives: isPhrase ? [...part, ...ownOf(at)] : [...own, ...part],
    isGeneric: !isPhrase && isGenericTerm(term),
  }))
}
