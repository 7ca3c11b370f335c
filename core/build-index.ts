import MiniSearch from "minisearch"
import {
  addSkeleton,
  createLexicon,
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
import { nameKey } from "./named-skills.ts"
import { bundledVectors } from "./read-vectors.ts"
import type { Skill } from "./skill.ts"
import { FIELDS, type Field, type SkillIndex, spellingKey, toEngineTerm } from "./skill-index.ts"

/** What an index is made with. */
export interface IndexOptions {
  /** `createLexicon(own)` to use the user's own entries; the bundled lexicon by default. */
  readonly lexicon?: Lexicon
  /** The bundled word vectors by default; `undefined` searches by words alone. */
  readonly vectors?: VectorTable | undefined
}

/** Builds an index of skills at once. Costs about 1 ms a skill; hosts use `openIndex`, which builds in slices. */
export const buildIndex = (skills: readonly Skill[], options: IndexOptions = {}): SkillIndex => {
  const index = createIndex(options)
  for (const skill of skills) addSkill(index, skill)
  return index
}

/** An empty index. */
export const createIndex = (options: IndexOptions): SkillIndex => {
  const vectors = "vectors" in options ? options.vectors : bundledVectors()
  return {
    lexicon: options.lexicon ?? createLexicon(),
    vectors,
    directions: vectors && createDirectionTable(vectors.dimensions),
    // Terms are made before they reach the engine, so it only has to cut at spaces.
    engine: new MiniSearch({
      fields: [...FIELDS],
      tokenize: (text) => (text === "" ? [] : text.split(" ")),
      processTerm: (term) => term,
    }),
    skills: new Map(),
    idsByPath: new Map(),
    idsByName: new Map(),
    frequencies: new Map(),
    fieldsByTerm: new Map(),
    skeletons: new Map(),
    spellings: new Map(),
    answers: new Map(),
    rescues: new Map(),
    nextId: 0,
  }
}

/** Adds a skill; one already there under the same path is replaced. */
export const addSkill = (index: SkillIndex, skill: Skill): void => {
  removeSkill(index, skill.path)
  const id = index.nextId++
  const fields = termsByField(index, skill)
  const terms = new Set(FIELDS.flatMap((field) => (field === "body" ? [] : fields[field])))
  index.engine.add(toDocument(id, fields))
  for (const [at, field] of FIELDS.entries()) noteField(index, fields[field], 1 << at)
  index.skills.set(id, { id, skill, nameTerms: [...new Set(fields.name)], terms })
  if (index.directions !== undefined) putDirection(index.directions, id, directionOf(index, skill))
  index.idsByPath.set(skill.path, id)
  addTo(index.idsByName, nameKey(skill.name), id)
  for (const term of terms) countTerm(index, term)
  forgetAnswers(index)
}

/** Takes the skill at a path out of the index; does nothing when there is none. */
export const removeSkill = (index: SkillIndex, path: string): void => {
  const id = index.idsByPath.get(path)
  const entry = id === undefined ? undefined : index.skills.get(id)
  if (entry === undefined) return
  // Discarding would leave its terms in the engine's counts until they are met again: other skills' scores would drift.
  index.engine.remove(toDocument(entry.id, termsByField(index, entry.skill)))
  index.skills.delete(entry.id)
  if (index.directions !== undefined) dropDirection(index.directions, entry.id)
  index.idsByPath.delete(path)
  removeFrom(index.idsByName, nameKey(entry.skill.name), entry.id)
  for (const term of entry.terms) uncountTerm(index, term)
  forgetAnswers(index)
}

type TermsByField = Readonly<Record<Field, readonly string[]>>

const termsByField = (index: SkillIndex, skill: Skill): TermsByField => ({
  name: termsOf(skill.name),
  description: termsOf(skill.description ?? ""),
  headings: termsOf(skill.headings.join(" . ")),
  aliases: termsOf(skill.aliases.join(" . ")),
  translation: translationOf(index.lexicon, `${skill.name} ${skill.description ?? ""}`),
  body: termsOf(skill.excerpt),
})

const toDocument = (id: number, fields: TermsByField): Record<string, unknown> => ({
  id,
  ...Object.fromEntries(FIELDS.map((field) => [field, toEngineText(fields[field])])),
})

const forgetAnswers = (index: SkillIndex): void => {
  index.answers.clear()
  index.rescues.clear()
}

const noteField = (index: SkillIndex, terms: readonly string[], bit: number): void => {
  for (const term of terms) {
    const known = index.fieldsByTerm.get(term) ?? 0
    if ((known & bit) === 0) index.fieldsByTerm.set(term, known | bit)
  }
}

const toEngineText = (terms: readonly string[]): string => terms.map(toEngineTerm).join(" ")

/** Text beyond this says nothing about what a skill is for; bounds the cost of one skill. */
const INDEXED_LENGTH = 8_000

const termsOf = (text: string): string[] => toTerms(text.slice(0, INDEXED_LENGTH)).map(({ term }) => term)

const directionOf = ({ vectors, lexicon }: SkillIndex, { name, description = "" }: Skill): Float32Array => {
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

const countTerm = (index: SkillIndex, term: string): void => {
  const count = index.frequencies.get(term) ?? 0
  index.frequencies.set(term, count + 1)
  if (count > 0) return
  addSkeleton(index.skeletons, term)
  addTo(index.spellings, spellingKey(term, term.length), term)
}

const uncountTerm = (index: SkillIndex, term: string): void => {
  const count = index.frequencies.get(term) ?? 0
  if (count > 1) {
    index.frequencies.set(term, count - 1)
    return
  }
  index.frequencies.delete(term)
  removeSkeleton(index.skeletons, term)
  removeFrom(index.spellings, spellingKey(term, term.length), term)
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
