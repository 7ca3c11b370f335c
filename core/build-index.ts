import { createLexicon, type Lexicon, type VectorTable } from "../lexicon/index.ts"
import { bundledVectors } from "./read-vectors.ts"
import type { Skill } from "./skill.ts"
import { FIELDS, type IndexedSkill, type SkillIndex, type SkillPool } from "./skill-index.ts"
import { createSkillPool, holdSkill } from "./skill-pool.ts"

/** What an index is made with. */
export interface IndexOptions {
  /** `createLexicon(own)` to use the user's own entries; the bundled lexicon by default. */
  readonly lexicon?: Lexicon
  /** The bundled word vectors by default; `undefined` searches by words alone. */
  readonly vectors?: VectorTable | undefined
}

/**
 * Builds an index of skills at once; of two with one path the later is taken. Costs about 1 ms a skill; hosts use
 * `openIndex`, which builds in slices.
 */
export const buildIndex = (skills: readonly Skill[], options: IndexOptions = {}): SkillIndex => {
  const { lexicon = createLexicon() } = options
  const pool = createSkillPool({ lexicon, vectors: "vectors" in options ? options.vectors : bundledVectors() })
  const distinct = new Map(skills.map((skill) => [skill.path, skill]))
  return selectSkills(
    pool,
    [...distinct.values()].map((skill) => holdSkill(pool, skill)),
  )
}

/** An index of some skills of a pool, each of them held while the index is in use. Costs some µs a skill. */
export const selectSkills = (pool: SkillPool, skills: readonly IndexedSkill[]): SkillIndex => ({
  pool,
  skills,
  places: new Map(skills.map(({ id }, place) => [id, place])),
  averageLengths: FIELDS.map(
    (_, at) => skills.reduce((sum, { lengths }) => sum + (lengths[at] ?? 0), 0) / skills.length,
  ),
  postings: new Map(),
  frequencies: new Map(),
  rescues: new Map(),
})
