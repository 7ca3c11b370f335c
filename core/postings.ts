import { FIELD_WEIGHTS, FIELDS, type Field, type Postings, type SkillIndex, toEngineTerm } from "./skill-index.ts"

const NOWHERE: Postings = { ids: [], scores: [], fields: [] }

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
 * hit@1 on the full corpus over adding them up). So it is asked for one term in one field at a time, and the answers
 * are kept until the index changes.
 */
export const postingsOf = (index: SkillIndex, term: string): Postings => {
  const known = index.answers.get(term)
  if (known !== undefined) return known
  const postings = lookUp(index, term)
  index.answers.set(term, postings)
  return postings
}

/** The fields of one skill in which the term stands, as bits; 0 when it stands nowhere in it. */
export const fieldsAt = ({ ids, fields }: Postings, id: number): number => {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? (fields[low] ?? 0) : 0
}

/** The bit of a field in `Postings.fields`. */
export const fieldBit = (field: Field): number => 1 << FIELDS.indexOf(field)

const MOST_ANSWERS = 20_000

const lookUp = (index: SkillIndex, term: string): Postings => {
  if (index.answers.size >= MOST_ANSWERS) index.answers.clear()
  const isCommon =
    index.skills.size >= LARGE_INDEX && (index.frequencies.get(term) ?? 0) > index.skills.size * COMMON_SHARE
  const found = new Map<number, { weight: number; fields: number }>()
  for (const [at, field] of FIELDS.entries()) {
    const hasTerm = ((index.fieldsByTerm.get(term) ?? 0) & (1 << at)) !== 0
    if (!hasTerm || (isCommon && field === "body")) continue
    for (const { id, frequency } of frequenciesIn(index, term, field)) {
      const weight = frequency * FIELD_WEIGHTS[field]
      const known = found.get(id)
      if (known === undefined) found.set(id, { weight, fields: 1 << at })
      else {
        known.weight += weight
        known.fields |= 1 << at
      }
    }
  }
  if (found.size === 0) return NOWHERE
  const inOrder = [...found].sort(([a], [b]) => a - b)
  const idf = idfOf(index, index.frequencies.get(term) ?? Math.min(found.size, RARE_IN_BODIES))
  return {
    ids: inOrder.map(([id]) => id),
    scores: inOrder.map(([, { weight }]) => (idf * weight * (SATURATION + 1)) / (weight + SATURATION)),
    fields: inOrder.map(([, { fields }]) => fields),
  }
}

/** Inverse document frequency of a term that stands in `frequency` skills. */
export const idfOf = (index: SkillIndex, frequency: number): number => inverseFrequency(index.skills.size, frequency)

const inverseFrequency = (total: number, frequency: number): number =>
  Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))

// With so large a k MiniSearch's BM25 is idf x frequency / length: linear, so that the idf can be divided out.
const LINEAR = 1e9

const frequenciesIn = (index: SkillIndex, term: string, field: Field): { id: number; frequency: number }[] => {
  const found = index.engine.search(toEngineTerm(term), {
    tokenize: (text) => [text],
    fields: [field],
    prefix: false,
    fuzzy: false,
    bm25: { k: LINEAR, b: LENGTH_SHARES[field], d: 0 },
  })
  const idf = inverseFrequency(index.engine.documentCount, found.length)
  return found.map(({ id, score }) => ({ id, frequency: score / idf }))
}
