import { equalsOf } from "./equals.ts"
import { idfOf } from "./postings.ts"
import { isStrong, type Match, type Ranking } from "./rank.ts"
import type { SkillIndex } from "./skill-index.ts"

/** One kind of evidence for a first candidate: its value, 0-1 unless said otherwise, and what it adds to the proof. */
export interface Evidence {
  readonly kind: EvidenceKind
  readonly value: number
  /** The value times its weight: positive speaks for the candidate. */
  readonly counts: number
}

/** What the proof of a match is made of; see `evidenceOf`. */
export type EvidenceKind = (typeof EVIDENCE)[number]

/** Why a first candidate is or is not proven. */
export interface Judgement {
  readonly isConfident: boolean
  /** How sure the match is, 0-1. */
  readonly proof: number
  /** The proof asked for in a library of this size. */
  readonly bar: number
  readonly evidence: readonly Evidence[]
  /** Why it can be no proof whatever the evidence says; undefined when nothing forbids it. */
  readonly objection: string | undefined
}

/** The kinds of evidence, in the order of their weights. */
export const EVIDENCE = ["coverage", "nearness", "lead", "name", "words", "brevity", "rarity", "library"] as const

/**
 * Weights of the evidence and the proof asked for, fitted by `npm run calibrate` on 2026-11-30: dev.jsonl and requests
 * made of skills' own "when to use" lines, half of them for skills left out, over libraries of 20 to 2,765 skills;
 * ten-fold cross-validation by request. Figures of the bars: docs/search.md, "confident".
 */
export const CALIBRATION: Calibration = {
  /** With the word vectors. */
  withVectors: { bias: -8.79, weights: [2.06, 3.08, 4.71, 0.81, 1.7, -1.84, 2.52, 0.47] },
  /** Where the vector table is missing: nearness is 0 everywhere. */
  withoutVectors: { bias: -8.79, weights: [2.74, 0, 5.65, 2.12, 1.72, -2.06, 2.42, 0.66] },
  /** Library size and the proof asked for; between two sizes it goes by the logarithm of the size. */
  bars: [
    [50, 0.75],
    [100, 0.8],
    [365, 0.6],
    [1385, 0.8],
    [2771, 0.82],
  ],
}

interface Calibration {
  readonly withVectors: Line
  readonly withoutVectors: Line
  readonly bars: readonly (readonly [size: number, proof: number])[]
}

interface Line {
  readonly bias: number
  readonly weights: readonly number[]
}

/** A confident candidate covers at least so much of the request, whatever else speaks for it. */
const LEAST_COVERAGE = 0.3

/**
 * Judges the first candidate of a ranking: confident when the evidence proves the match as surely as the library's
 * size asks. Coverage leads; without the person's own words or with little coverage nothing is proven.
 */
export const judge = (index: SkillIndex, ranking: Ranking, match: Match): Judgement => {
  const values = evidenceOf(index, ranking, match)
  const { bias, weights } = index.pool.vectors === undefined ? CALIBRATION.withoutVectors : CALIBRATION.withVectors
  const evidence = EVIDENCE.map((kind, at) => ({
    kind,
    value: values[at] ?? 0,
    counts: (values[at] ?? 0) * (weights[at] ?? 0),
  }))
  const proof = 1 / (1 + Math.exp(-evidence.reduce((sum, { counts }) => sum + counts, bias)))
  const bar = barFor(index.skills.length)
  const objection = objectionTo(ranking, match)
  return { isConfident: objection === undefined && proof >= bar, proof, bar, evidence, objection }
}

/**
 * The evidence for a match, in the order of `EVIDENCE`:
 * - coverage: idf-weighted share of the request that it accounts for
 * - nearness: cosine of request and skill in the vector table
 * - lead: how far it is ahead of the next one that does not fit as well, as a share of its score, at most .5
 * - name: idf-weighted share of its name that the request says
 * - words: the person's words that stand in name, description, aliases or their translation, of four
 * - brevity: 1 for a request of one or two words, else 0
 * - rarity: idf of the rarest of those words, of the greatest possible
 * - library: decimal logarithm of the number of skills (a lead of one among many proves more)
 */
export const evidenceOf = (index: SkillIndex, ranking: Ranking, match: Match): number[] => {
  const equals = equalsOf(ranking)
  const beside = equals.includes(match) ? equals : [match]
  const next = ranking.matches.find((one) => !beside.includes(one))
  const lead = match.score === 0 ? 0 : Math.max(0, (match.score - (next?.score ?? 0)) / match.score)
  const own = ranking.slots.filter(({ isOwn, isGeneric }) => isOwn && !isGeneric)
  const strong = match.matches.filter(({ slot, fields }) => slot.isOwn && !slot.isGeneric && isStrong(fields))
  const words = new Set(strong.map(({ slot }) => slot.word)).size
  const rarest = strong.reduce((most, { slot, share }) => Math.max(most, slot.idf * share), 0)
  return [
    match.coverage,
    match.nearness,
    Math.min(0.5, lead),
    match.nameCoverage,
    Math.min(4, words) / 4,
    own.length <= 2 ? 1 : 0,
    rarest / idfOf(index, 0),
    Math.log10(Math.max(1, index.skills.length)),
  ]
}

const objectionTo = ({ ownCount }: Ranking, { coverage }: Match): string | undefined => {
  if (ownCount === 0) return "the request holds no words of the person's own"
  if (coverage < LEAST_COVERAGE) return `it covers less than ${LEAST_COVERAGE * 100} % of the request`
  return undefined
}

const barFor = (size: number): number => {
  const { bars } = CALIBRATION
  const above = bars.findIndex(([at]) => at >= size)
  const [to, toBar] = bars[above] ?? bars[bars.length - 1] ?? [1, 1]
  const [from, fromBar] = bars[above - 1] ?? [to, toBar]
  if (from === to || above < 0) return toBar
  const share = Math.log(size / from) / Math.log(to / from)
  return fromBar + (toBar - fromBar) * share
}
