import type { Alternative, Lexicon, Skeletons, VectorTable } from "../lexicon/index.ts"
import type { DirectionTable } from "./direction-table.ts"
import type { Skill } from "./skill.ts"

/** The fields of the index and how much a match in each counts. */
export const FIELD_WEIGHTS = {
  /** Contract: name x3, description x2, headings x1, aliases x1. */
  name: 3,
  description: 2,
  headings: 1,
  aliases: 1,
  /** English stems of a Russian name and description, so that an English request meets them. */
  translation: 1,
  /** The first 4,000 characters of the body: +4 points of hit@1 on user365 at .15 (search.md). */
  body: 0.15,
} as const

/** A field of the index. */
export type Field = keyof typeof FIELD_WEIGHTS

/** Fields in a fixed order; a set of them is written as bits. */
export const FIELDS = Object.keys(FIELD_WEIGHTS).filter((name): name is Field => name in FIELD_WEIGHTS)

/** What is asked of MiniSearch; named so that a reader of our types needs no package of ours. */
export interface Engine {
  readonly documentCount: number
  add(document: Readonly<Record<string, unknown>>): void
  remove(document: Readonly<Record<string, unknown>>): void
  search(
    query: string,
    options: {
      tokenize: (text: string) => string[]
      fields: string[]
      prefix: false
      fuzzy: false
      bm25: { k: number; b: number; d: number }
    },
  ): { readonly id: number; readonly score: number }[]
}

/** A skill in the index. */
export interface IndexedSkill {
  readonly id: number
  readonly skill: Skill
  /** The distinct terms of its name. */
  readonly nameTerms: readonly string[]
  /** The distinct terms of all fields but the body. */
  readonly terms: ReadonlySet<string>
}

/**
 * A searchable set of skills. Made by `buildIndex`, read by `search`; `addSkill` and `removeSkill` keep it up to date.
 * Each change is complete when the call returns, so a search between two changes sees a whole index.
 */
export interface SkillIndex {
  readonly lexicon: Lexicon
  /** Undefined where there is no table: search goes by words alone. */
  readonly vectors: VectorTable | undefined
  /** The directions of names and descriptions in the vector table; undefined without a table. */
  readonly directions: DirectionTable | undefined
  readonly engine: Engine
  readonly skills: Map<number, IndexedSkill>
  readonly idsByPath: Map<string, number>
  /** Skills by the words of their names (`nameKey`). */
  readonly idsByName: Map<string, Set<number>>
  /** In how many skills a term stands outside the body. */
  readonly frequencies: Map<string, number>
  /** In which fields a term has ever stood, as bits (bit n is `FIELDS[n]`): the engine is asked for no others. */
  readonly fieldsByTerm: Map<string, number>
  readonly skeletons: Skeletons
  /** Latin and Cyrillic terms by first letter and length, for words with a typing error. */
  readonly spellings: Map<string, Set<string>>
  /** What the engine answered for a term; emptied by every change. */
  readonly answers: Map<string, Postings>
  /** Nearest spellings and sounds of words the index does not know; emptied by every change. */
  readonly rescues: Map<string, Alternative | undefined>
  nextId: number
}

/** Where a term stands: skill ids in order, the engine's BM25 score and the fields (bit n is `FIELDS[n]`) of each. */
export interface Postings {
  readonly ids: readonly number[]
  readonly scores: readonly number[]
  readonly fields: readonly number[]
}

/** Where terms with a first letter and a length are kept in `spellings`. */
export const spellingKey = (term: string, length: number): string => `${term.charAt(0)}${length}`

/**
 * A term as the engine keeps it. Its tree looks through the children of a node one by one, and thousands of Chinese
 * characters side by side made adding any skill up to 60 times slower: so letters beyond Latin and Cyrillic are written
 * as their code points.
 */
export const toEngineTerm = (term: string): string =>
  PLAIN.test(term) ? term : `~${[...term].map((letter) => letter.codePointAt(0)?.toString(16)).join("")}`

const PLAIN = /^[a-z0-9\u0400-\u04ff]*$/
