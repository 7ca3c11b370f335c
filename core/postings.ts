import { lowerBound } from "./lower-bound.ts"
import { FIELD_WEIGHTS, FIELDS, type Field, type Postings, type SkillIndex, toEngineTerm } from "./skill-index.ts"

const NOWHERE: Postings = { places: [], scores: [], fields: [] }

/** BM25's k: how soon more of the same word stops counting; worth under a point either way (search.md, 3). */
const SATURATION = 1.2
/** BM25's b of each field: how much a long field dilutes its words; as measured for search.md. */
const LENGTH_SHARES: Readonly<Record<Field, number>> = {
  name: 0.3,
  description: 0.6,
  headings: 0.7,
  aliases: 0.6,
  translation: 0.6,
  body: 0.75,
}
/** A term that stands in bodies only is taken for as rare as one in so many skills, or fewer. */
const RARE_IN_BODIES = 3

/** A term in more than this share of a large index is looked up outside the bodies only: it tells little and costs much. */
const COMMON_SHARE = 0.2
const LARGE_INDEX = 1_000

/**
 * The postings of one term. MiniSearch adds up what it finds over the terms of a query and over the fields, while
 * alternatives of one word must be combined by max and the fields of one skill saturate together (BM25F: +7 points of
 * hit@1 on the full corpus over adding them up). So it is asked for one term in one field at a time, and what it answers
 * is counted for the skills of this index alone. The answers are kept.
 */
export const postingsOf = (index: SkillIndex, term: string): Postings => {
  const known = index.postings.get(term)
  if (known !== undefined) return known
  if (index.postings.size >= MOST_POSTINGS) index.postings.clear()
  const postings = lookUp(index, term)
  index.postings.set(term, postings)
  return postings
}

/** The fields of one skill in which the term stands, as bits; 0 when it stands nowhere in it. */
export const fieldsAt = ({ places, fields }: Postings, place: number): number => {
  const at = lowerBound(places, place)
  return places[at] === place ? (fields[at] ?? 0) : 0
}

/** The bit of a field in `Postings.fields`. */
export const fieldBit = (field: Field): number => 1 << FIELDS.indexOf(field)

/** Terms whose postings an index keeps: more than the requests of a working day have. */
const MOST_POSTINGS = 5_000

const lookUp = (index: SkillIndex, term: string): Postings => {
  const known = index.pool.fieldsByTerm.get(term) ?? 0
  const found = new Map<number, { weight: number; fields: number }>()
  for (const field of FIELDS) {
    const bit = fieldBit(field)
    if ((known & bit) === 0 || (field === "body" && isCommon(index, term))) continue
    for (const { place, frequency } of frequenciesIn(index, term, field)) {
      const weight = frequency * FIELD_WEIGHTS[field]
      const others = found.get(place)
      if (others === undefined) found.set(place, { weight, fields: bit })
      else {
        others.weight += weight
        others.fields |= bit
      }
    }
  }
  if (found.size === 0) return NOWHERE
  const inOrder = [...found].sort(([a], [b]) => a - b)
  const idf = idfOf(index, frequencyOf(index, term) || Math.min(found.size, RARE_IN_BODIES))
  return {
    places: inOrder.map(([place]) => place),
    scores: inOrder.map(([, { weight }]) => (idf * weight * (SATURATION + 1)) / (weight + SATURATION)),
    fields: inOrder.map(([, { fields }]) => fields),
  }
}

const isCommon = (index: SkillIndex, term: string): boolean =>
  index.skills.length >= LARGE_INDEX && frequencyOf(index, term) > index.skills.length * COMMON_SHARE

/** In how many skills of the index a term stands outside the body. */
export const frequencyOf = (index: SkillIndex, term: string): number => {
  const { pool, skills, places, frequencies } = index
  const ids = pool.idsByTerm.get(term)
  if (ids === undefined) return 0
  if (skills.length === pool.entries.size) return ids.length
  const known = frequencies.get(term)
  if (known !== undefined) return known
  const frequency = ids.reduce((count, id) => (places.has(id) ? count + 1 : count), 0)
  frequencies.set(term, frequency)
  return frequency
}

/** Inverse document frequency of a term that stands in `frequency` skills. */
export const idfOf = (index: SkillIndex, frequency: number): number => inverseFrequency(index.skills.length, frequency)

const inverseFrequency = (total: number, frequency: number): number =>
  Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))

// With so large a k, and lengths left out, MiniSearch's BM25 is idf x frequency: so the frequency can be told from it.
const LINEAR = { k: 1e9, b: 0, d: 0 } as const

/** How often a term stands in a field of each skill, in a field of average length. */
const frequenciesIn = (index: SkillIndex, term: string, field: Field): { place: number; frequency: number }[] => {
  const { pool, skills, places, averageLengths } = index
  const found = pool.engine.search(toEngineTerm(term), {
    tokenize: (text) => [text],
    fields: [field],
    prefix: false,
    fuzzy: false,
    bm25: LINEAR,
  })
  const idf = inverseFrequency(pool.engine.documentCount, found.length)
  const at = FIELDS.indexOf(field)
  const average = averageLengths[at] || 1
  return found.flatMap(({ id, score }) => {
    const place = places.get(id)
    if (place === undefined) return []
    const length = (skills[place]?.lengths[at] ?? 0) / average
    const share = LENGTH_SHARES[field]
    return [{ place, frequency: score / idf / (1 - share + share * length) }]
  })
}
