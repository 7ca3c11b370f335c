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

/** A skill of a pool. */
export interface IndexedSkill {
  /** Its number in the pool's engine, given once and never again. */
  readonly id: number
  readonly skill: Skill
  /** The distinct terms of its name. */
  readonly nameTerms: readonly string[]
  /** How many distinct terms each field has, in the order of `FIELDS`. */
  readonly lengths: readonly number[]
  /** How many indexes hold it; without any it leaves the pool soon. */
  users: number
}

/**
 * The skills that the indexes of a process hold, each of them once: projects of one user share most of their skills, and
 * an index of its own took 17 MB in each (measure/soak/plugin.ts). `skill-pool.ts` changes it.
 */
export interface SkillPool {
  readonly lexicon: Lexicon
  /** Undefined where there is no table: search goes by words alone. */
  readonly vectors: VectorTable | undefined
  /** The directions of names and descriptions in the vector table; undefined without a table. */
  readonly directions: DirectionTable | undefined
  readonly engine: Engine
  readonly entries: Map<Skill, IndexedSkill>
  /** Ids of skills by the words of their names (`nameKey`). */
  readonly idsByName: Map<string, Set<number>>
  /** Ids of the skills in which a term stands outside the body, in order. */
  readonly idsByTerm: Map<string, number[]>
  /** In which fields a term has ever stood, as bits (bit n is `FIELDS[n]`): the engine is asked for no others. */
  readonly fieldsByTerm: Map<string, number>
  readonly skeletons: Skeletons
  /** Latin and Cyrillic terms by first letter and length, for words with a typing error. */
  readonly spellings: Map<string, Set<string>>
  nextId: number
}

/**
 * A searchable set of skills: some of a pool's. Made by `buildIndex` or `selectSkills` and never changed, so that every
 * search sees a whole set; it answers as if the pool held no other skill.
 */
export interface SkillIndex {
  readonly pool: SkillPool
  /** The index counts its skills by their place here. */
  readonly skills: readonly IndexedSkill[]
  /** The place of each skill by its id in the pool. */
  readonly places: ReadonlyMap<number, number>
  /** The mean of the skills' `lengths`. */
  readonly averageLengths: readonly number[]
  /** What has been asked before: postings of terms, in how many skills a term stands, nearest words to unknown ones. */
  readonly postings: Map<string, Postings>
  readonly frequencies: Map<string, number>
  readonly rescues: Map<string, Alternative | undefined>
}

/** Where a term stands: places of skills in order, the BM25 score and the fields (bit n is `FIELDS[n]`) of each. */
export interface Postings {
  readonly places: readonly number[]
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
