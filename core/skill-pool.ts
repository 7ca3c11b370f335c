import MiniSearch from "minisearch"
import {
  addSkeleton,
  isGenericTerm,
  type Lexicon,
  removeSkeleton,
  toTerms,
  toUnit,
  translate,
  type VectorTable,
} from "../lexicon/index.ts"
import { addPart } from "./direction.ts"
import { createDirectionTable, dropDirection, putDirection } from "./direction-table.ts"
import { lowerBound } from "./lower-bound.ts"
import { nameKey } from "./named-skills.ts"
import type { Skill } from "./skill.ts"
import { FIELDS, type Field, type IndexedSkill, type SkillPool, spellingKey, toEngineTerm } from "./skill-index.ts"

/** A pool without skills. */
export const createSkillPool = ({
  lexicon,
  vectors,
}: {
  readonly lexicon: Lexicon
  readonly vectors: VectorTable | undefined
}): SkillPool => ({
  lexicon,
  vectors,
  directions: vectors && createDirectionTable(vectors.dimensions),
  // Terms are made before they reach the engine, so it only has to cut at spaces.
  engine: new MiniSearch({
    fields: [...FIELDS],
    tokenize: (text) => (text === "" ? [] : text.split(" ")),
    processTerm: (term) => term,
  }),
  entries: new Map(),
  idsByName: new Map(),
  idsByTerm: new Map(),
  fieldsByTerm: new Map(),
  skeletons: new Map(),
  spellings: new Map(),
  nextId: 0,
})

/** One user more for a skill. The first one has it indexed, which costs about 1 ms. */
export const holdSkill = (pool: SkillPool, skill: Skill): IndexedSkill => {
  const entry = pool.entries.get(skill) ?? addSkill(pool, skill)
  entry.users += 1
  return entry
}

/** One user less for a skill. It stays in the pool until `removeUnheld`, and whoever holds it before then finds it indexed. */
export const releaseSkill = (entry: IndexedSkill): void => {
  entry.users -= 1
}

/** Takes a skill that nobody holds out of the pool; an index that still has it misses it from now on. Costs about 1 ms. */
export const removeUnheld = (pool: SkillPool, entry: IndexedSkill): void => {
  if (entry.users === 0 && pool.entries.get(entry.skill) === entry) removeSkill(pool, entry)
}

const addSkill = (pool: SkillPool, skill: Skill): IndexedSkill => {
  const id = pool.nextId++
  const fields = termsByField(pool, skill)
  pool.engine.add(toDocument(id, fields))
  for (const [at, field] of FIELDS.entries()) noteField(pool, fields[field], 1 << at)
  const entry: IndexedSkill = {
    id,
    skill,
    nameTerms: [...new Set(fields.name)],
    lengths: FIELDS.map((field) => new Set(fields[field]).size),
    users: 0,
  }
  pool.entries.set(skill, entry)
  if (pool.directions !== undefined) putDirection(pool.directions, id, directionOf(pool, skill))
  addTo(pool.idsByName, nameKey(skill.name), id)
  for (const term of outsideBody(fields)) addTerm(pool, term, id)
  return entry
}

const removeSkill = (pool: SkillPool, { id, skill }: IndexedSkill): void => {
  const fields = termsByField(pool, skill)
  // Discarding would leave its terms in the engine's counts until they are met again: other skills' scores would drift.
  pool.engine.remove(toDocument(id, fields))
  pool.entries.delete(skill)
  if (pool.directions !== undefined) dropDirection(pool.directions, id)
  removeFrom(pool.idsByName, nameKey(skill.name), id)
  for (const term of outsideBody(fields)) removeTerm(pool, term, id)
}

const outsideBody = (fields: TermsByField): ReadonlySet<string> =>
  new Set(FIELDS.flatMap((field) => (field === "body" ? [] : fields[field])))

type TermsByField = Readonly<Record<Field, readonly string[]>>

const termsByField = (pool: SkillPool, skill: Skill): TermsByField => ({
  name: termsOf(skill.name),
  description: termsOf(skill.description ?? ""),
  headings: termsOf(skill.headings.join(" . ")),
  aliases: termsOf(skill.aliases.join(" . ")),
  translation: translationOf(pool.lexicon, `${skill.name} ${skill.description ?? ""}`),
  body: termsOf(skill.excerpt),
})

const toDocument = (id: number, fields: TermsByField): Record<string, unknown> => ({
  id,
  ...Object.fromEntries(FIELDS.map((field) => [field, toEngineText(fields[field])])),
})

const noteField = (pool: SkillPool, terms: readonly string[], bit: number): void => {
  for (const term of terms) {
    const known = pool.fieldsByTerm.get(term) ?? 0
    if ((known & bit) === 0) pool.fieldsByTerm.set(term, known | bit)
  }
}

const toEngineText = (terms: readonly string[]): string => terms.map(toEngineTerm).join(" ")

/** Text beyond this says nothing about what a skill is for; bounds the cost of one skill. */
const INDEXED_LENGTH = 8_000

const termsOf = (text: string): string[] => toTerms(text.slice(0, INDEXED_LENGTH)).map(({ term }) => term)

const directionOf = ({ vectors, lexicon }: SkillPool, { name, description = "" }: Skill): Float32Array => {
  if (vectors === undefined) return new Float32Array()
  const sum = new Float32Array(vectors.dimensions)
  const terms = toTerms(`${name} . ${description}`.slice(0, INDEXED_LENGTH))
  for (const { term, script } of terms) {
    if (isGenericTerm(term)) continue
    const parts = script === "cyrillic" ? translate(lexicon, term) : [[{ term, weight: 1 }]]
    for (const part of parts) addPart(vectors, sum, part)
  }
  return toUnit(sum)
}

/** Translations taken of each Russian word. */
const TRANSLATIONS = 2

const translationOf = (lexicon: Lexicon, text: string): string[] =>
  toTerms(text.slice(0, INDEXED_LENGTH))
    .filter(({ script }) => script === "cyrillic")
    .flatMap(({ term }) => translate(lexicon, term).flat().slice(0, TRANSLATIONS))
    .map(({ term }) => term)

const addTerm = (pool: SkillPool, term: string, id: number): void => {
  const ids = pool.idsByTerm.get(term)
  if (ids !== undefined) {
    // A new skill has the greatest id, so the order holds.
    ids.push(id)
    return
  }
  pool.idsByTerm.set(term, [id])
  addSkeleton(pool.skeletons, term)
  addTo(pool.spellings, spellingKey(term, term.length), term)
}

const removeTerm = (pool: SkillPool, term: string, id: number): void => {
  const ids = pool.idsByTerm.get(term) ?? []
  ids.splice(lowerBound(ids, id), 1)
  if (ids.length > 0) return
  pool.idsByTerm.delete(term)
  removeSkeleton(pool.skeletons, term)
  removeFrom(pool.spellings, spellingKey(term, term.length), term)
}

const addTo = <T>(table: Map<string, Set<T>>, key: string, value: T): void => {
  const known = table.get(key)
  if (known === undefined) table.set(key, new Set([value]))
  else known.add(value)
}

const removeFrom = <T>(table: Map<string, Set<T>>, key: string, value: T): void => {
  const known = table.get(key)
  known?.delete(value)
  if (known?.size === 0) table.delete(key)
}
