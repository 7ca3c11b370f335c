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

/** The user's own entries: a word or phrase of any language, and the words it stands for. */
export type UserLexicon = Readonly<Record<string, readonly string[]>>

/** Look-up tables from stems to alternatives. Made by `createLexicon`, read by `translate` and `synonymsOf`. */
export interface Lexicon {
  /** Russian stem -> English terms, best first. */
  readonly words: Map<string, Alternative[]>
  /** Derivational root -> English terms, for stems the table does not know. */
  readonly roots: Map<string, Alternative[]>
  /** Stems joined by a space -> English terms. */
  readonly phrases: Map<string, Alternative[]>
  /** English stem -> terms that skill descriptions use for it. */
  readonly synonyms: Map<string, Alternative[]>
  /** The stems of `words` in order, for look-ups by common beginning. */
  sortedStems: readonly string[]
}

/** Later translations of a word weigh less than the first (measured with search.md's ladder; under a point either way). */
const DECAY = 0.82
const LEAST_WEIGHT = 0.35
const PHRASE_PART = 0.8
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
    sortedStems: [],
  }
  for (const [from, to] of Object.entries(own)) addOwn(lexicon, from, to)
  let count = 0
  for (const table of [loanWords, coding, data, design, devops, general, legal, office, writing]) {
    for (const [from = "", to = ""] of table) {
      addPair(lexicon, from, to)
      if (++count % 50 === 0) yield
    }
  }
  yield
  for (const row of englishSynonyms) addSynonyms(lexicon, row)
  lexicon.sortedStems = [...lexicon.words.keys()].filter((stem) => stem.length >= 4).sort()
  return lexicon
}

const addOwn = (lexicon: Lexicon, from: string, to: readonly string[]): void => {
  const key = toTerms(from)
  const alternatives = to.flatMap((words) => toTerms(words).map(({ term }) => ({ term, weight: 1 })))
  const [first] = key
  if (first === undefined) return
  if (key.length > 1) add(lexicon.phrases, key.map(({ term }) => term).join(" "), alternatives)
  else if (first.script === "latin") add(lexicon.synonyms, first.term, alternatives)
  else addWord(lexicon, first.term, alternatives)
}

const addPair = (lexicon: Lexicon, from: string, to: string): void => {
  const alternatives = toAlternatives(to)
  for (const entry of from.split(" ")) {
    const terms = toTerms(entry.replace(/[_-]/g, " "))
    const [first] = terms
    // What a phrase keeps of its words must be a phrase still: `не работает` is not `работает`.
    const isPhrase = /[_-]/.test(entry)
    if (first === undefined || (isPhrase && terms.length === 1)) continue
    if (isPhrase) add(lexicon.phrases, terms.map(({ term }) => term).join(" "), alternatives)
    else addWord(lexicon, first.term, alternatives)
  }
}

const addWord = (lexicon: Lexicon, stem: string, alternatives: readonly Alternative[]): void => {
  add(lexicon.words, stem, alternatives)
  const root = rootOfRussian(stem)
  if (root.length >= 4) add(lexicon.roots, root, alternatives)
}

const toAlternatives = (words: string): Alternative[] => {
  const alternatives: Alternative[] = []
  let weight = 1
  for (const word of words.split(" ")) {
    const share = /[_-]/.test(word) ? PHRASE_PART : 1
    for (const { term } of toTerms(word.replace(/[_-]/g, " "))) alternatives.push({ term, weight: weight * share })
    weight = Math.max(LEAST_WEIGHT, weight * DECAY)
  }
  return alternatives
}

const addSynonyms = (lexicon: Lexicon, row: { from?: string; to?: string; group?: string }): void => {
  const from = toTerms(row.from ?? row.group ?? "")
  const to = toTerms(row.to ?? row.group ?? "").map(({ term }) => ({ term, weight: SYNONYM_WEIGHT }))
  for (const { term } of from) {
    add(
      lexicon.synonyms,
      term,
      to.filter((one) => one.term !== term),
    )
  }
}

const add = (table: Map<string, Alternative[]>, key: string, alternatives: readonly Alternative[]): void => {
  const known = table.get(key)
  if (known === undefined) {
    table.set(key, [...alternatives])
    return
  }
  for (const one of alternatives) {
    const at = known.findIndex(({ term }) => term === one.term)
    if (at < 0) known.push(one)
    else if ((known[at]?.weight ?? 0) < one.weight) known[at] = one
  }
}
