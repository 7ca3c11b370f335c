import englishSynonyms from "./data/en-synonyms.json" with { type: "json" }
import loanWords from "./data/loan-words.json" with { type: "json" }
import coding from "./data/ru-en/coding.json" with { type: "json" }
import data from "./data/ru-en/data.json" with { type: "json" }
import design from "./data/ru-en/design.json" with { type: "json" }
import devops from "./data/ru-en/devops.json" with { type: "json" }
import general from "./data/ru-en/general.json" with { type: "json" }
import legal from "./data/ru-en/legal.json" with { type: "json" }
import office from "./data/ru-en/office.json" with { type: "json" }
import writing from "./data/ru-en/writing.json" with { type: "json" }
import { rootOfRussian } from "./stem.ts"
import { toTerms } from "./terms.ts"

/** Another term that a query word may stand for, and how sure we are of it (0-1). */
export interface Alternative {
  readonly term: string
  readonly weight: number
}

/**
 * What a word or phrase stands for: one list of alternatives for each English word of its best translation.
 * `деплой` has one part (`deploy`, `deployment`), `недвижимость` two (`real`; `estate`), since either alone means something else.
 */
export type Translation = readonly (readonly Alternative[])[]

/** The user's own entries: a word or phrase of any language, and the words it stands for. */
export type UserLexicon = Readonly<Record<string, readonly string[]>>

/** Look-up tables from stems to alternatives. Made by `createLexicon`, read by `translate` and `synonymsOf`. */
export interface Lexicon {
  /** Russian stem -> English terms, best first. */
  readonly words: Map<string, Translation>
  /** Derivational root -> English terms, for stems the table does not know. */
  readonly roots: Map<string, Translation>
  /** Stems joined by a space -> English terms. */
  readonly phrases: Map<string, Translation>
  /** English stem -> terms that skill descriptions use for it. */
  readonly synonyms: Map<string, Alternative[]>
  /** What `translate` found, by stem: most words of a request have been asked for before. */
  readonly found: Map<string, Translation>
  /** The stems of `words` in order, for look-ups by common beginning. */
  sortedStems: readonly string[]
}

/** Later translations of a word weigh less than the first (measured with search.md's ladder; under a point either way). */
const DECAY = 0.82
const LEAST_WEIGHT = 0.35
/** One word of a translation of several says only a part of it. */
const PHRASE_PART = 0.5
const SYNONYM_WEIGHT = 0.5

/**
 * Builds the lexicon of the bundled pairs and the user's own (which may be empty). Own entries come first.
 * Costs about 40 ms; run `lexiconSteps` in slices where that matters.
 */
export const createLexicon = (own: UserLexicon = {}): Lexicon => {
  const steps = lexiconSteps(own)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same as `createLexicon`, a small step at a time: each `yield` is a place to let the event loop turn. */
export function* lexiconSteps(own: UserLexicon = {}): Generator<undefined, Lexicon> {
  const lexicon: Lexicon = {
    words: new Map(),
    roots: new Map(),
    phrases: new Map(),
    synonyms: new Map(),
    found: new Map(),
    sortedStems: [],
  }
  for (const [from, to] of Object.entries(own)) addOwn(lexicon, from, to)
  let count = 0
  for (const table of [loanWords, coding, data, design, devops, general, legal, office, writing]) {
    for (const [from = "", to = ""] of table) {
      addPair(lexicon, from, to)
      if (++count % 10 === 0) yield
    }
  }
  yield
  for (const row of englishSynonyms) {
    addSynonyms(lexicon, row)
    if (++count % 10 === 0) yield
  }
  yield
  lexicon.sortedStems = [...lexicon.words.keys()].filter((stem) => stem.length >= 4).sort()
  return lexicon
}

const addOwn = (lexicon: Lexicon, from: string, to: readonly string[]): void => {
  const key = toTerms(from)
  const translation = toTranslation(to.map((words) => words.trim().replace(/[\s_-]+/g, "_")).join(" "))
  const [first] = key
  if (first === undefined || translation.length === 0) return
  if (key.length > 1) lexicon.phrases.set(keyOf(key), translation)
  else if (first.script === "latin") addSynonymsOf(lexicon, first.term, translation.flat())
  else addWord(lexicon, first.term, translation)
}

const addPair = (lexicon: Lexicon, from: string, to: string): void => {
  const translation = toTranslation(to)
  for (const entry of from.split(" ")) {
    const terms = toTerms(entry.replace(/[_-]/g, " "))
    const [first] = terms
    // What a phrase keeps of its words must be a phrase still: `не работает` is not `работает`.
    const isPhrase = /[_-]/.test(entry)
    if (first === undefined || (isPhrase && terms.length === 1)) continue
    if (!isPhrase) addWord(lexicon, first.term, translation)
    else if (!lexicon.phrases.has(keyOf(terms))) lexicon.phrases.set(keyOf(terms), translation)
  }
}

const keyOf = (terms: readonly { readonly term: string }[]): string => terms.map(({ term }) => term).join(" ")

const addWord = (lexicon: Lexicon, stem: string, translation: Translation): void => {
  join(lexicon.words, stem, translation)
  const root = rootOfRussian(stem)
  if (root.length >= 4) join(lexicon.roots, root, translation)
}

// The first meaning a stem is given keeps its parts; later ones only widen it.
const join = (table: Map<string, Translation>, key: string, translation: Translation): void => {
  const known = table.get(key)
  if (known === undefined) table.set(key, translation)
  else if (known.length === translation.length)
    table.set(
      key,
      known.map((part, at) => merged(part, translation[at] ?? [])),
    )
}

// The best translation sets how many parts there are; others of as many words join it word by word, single words join
// every part, and what fits neither stands in every part for as much as a part is worth.
const toTranslation = (words: string): Translation => {
  const parts: Alternative[][] = []
  let weight = 1
  for (const word of words.split(" ")) {
    const terms = toTerms(word.replace(/[_-]/g, " ")).map(({ term }) => term)
    if (terms.length === 0) continue
    if (parts.length === 0) for (const term of terms) parts.push([{ term, weight: 1 }])
    else if (terms.length === parts.length) for (const [at, term] of terms.entries()) parts[at]?.push({ term, weight })
    else {
      const share = terms.length === 1 ? weight : weight * PHRASE_PART
      for (const part of parts) part.push(...terms.map((term) => ({ term, weight: share })))
    }
    weight = Math.max(LEAST_WEIGHT, weight * DECAY)
  }
  return parts.map((part) => merged(part, []))
}

const addSynonyms = (lexicon: Lexicon, row: { from?: string; to?: string; group?: string }): void => {
  const to = toTerms(row.to ?? row.group ?? "").map(({ term }) => ({ term, weight: SYNONYM_WEIGHT }))
  for (const { term } of toTerms(row.from ?? row.group ?? "")) addSynonymsOf(lexicon, term, to)
}

const addSynonymsOf = (lexicon: Lexicon, term: string, to: readonly Alternative[]): void => {
  const others = to.filter((one) => one.term !== term)
  lexicon.synonyms.set(term, merged(lexicon.synonyms.get(term) ?? [], others))
}

// Each term once, with the greatest of its weights, in the order of first mention.
const merged = (first: readonly Alternative[], second: readonly Alternative[]): Alternative[] => {
  const weights = new Map<string, number>()
  for (const { term, weight } of [...first, ...second]) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  return [...weights].map(([term, weight]) => ({ term, weight }))
}
