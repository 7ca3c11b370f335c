import { isStrong, type Match, type Ranking } from "./rank.ts"

/** Why a first candidate is or is not proven. */
export interface Judgement {
  readonly isConfident: boolean
  /** What is asked of a first candidate in a library of this size. */
  readonly bar: Bar
  /** Meaningful words of the person's own that stand in its name, description or aliases. */
  readonly matchedWords: number
  /** How far it is ahead of the second, as a share of its score, 0-1. */
  readonly lead: number
  /** What speaks against it, in words; empty when it is confident. */
  readonly objections: readonly string[]
}

/** The least that proves a match. */
export interface Bar {
  /** Idf-weighted share of the request, 0-1. */
  readonly coverage: number
  readonly matchedWords: number
  readonly lead: number
}

/**
 * Measured on dev.jsonl (2026-11-29) with `npm run measure`. Libraries of 365 / 2,771 skills: right 95 / 96 times in
 * 100, on 2.6 / 0 % of requests that no skill fits, and on 45 / 27 % of the others. In small libraries a rare
 * word proves less, so the bar is higher: at 100 skills drawn from the 365 it fires on 1.5 % of what none of them fits.
 */
const BARS = {
  large: { coverage: 0.45, matchedWords: 2, lead: 0.25 },
  small: { coverage: 0.6, matchedWords: 2, lead: 0.35 },
} as const
const LARGE_LIBRARY = 150

/** A request that says the whole name and little else needs no lead: siblings share its words by their nature. */
const WHOLE_NAME = { coverage: 0.8, nameCoverage: 0.99 } as const
/** Nor does one of which the first covers nearly all and the second clearly less, however near their scores. */
const NEARLY_ALL = { coverage: 0.85, ahead: 0.25 } as const

/**
 * Judges the first candidate of a ranking: confident when it covers enough of the request's meaningful words, by more
 * than one of the person's own, and stands clear of the second. Coverage leads; the other two are guards.
 * @param size number of skills in the library.
 */
export const judge = (ranking: Ranking, match: Match, size: number): Judgement => {
  const bar: Bar = size >= LARGE_LIBRARY ? BARS.large : BARS.small
  const second = ranking.matches.find(({ entry }) => entry.id !== match.entry.id)
  const lead = match.score === 0 ? 0 : Math.max(0, (match.score - (second?.score ?? 0)) / match.score)
  const matchedWords = match.matches.filter(({ slot, fields }) => slot.isOwn && isStrong(fields)).length
  const saysName = match.coverage >= WHOLE_NAME.coverage && match.nameCoverage >= WHOLE_NAME.nameCoverage
  const coversAlone =
    match.coverage >= NEARLY_ALL.coverage &&
    match.coverage - (second?.coverage ?? 0) >= NEARLY_ALL.ahead * match.coverage
  const needsLead = !saysName && !coversAlone
  const objections = [
    ...(match.coverage < bar.coverage
      ? [`it covers ${percent(match.coverage)} of the request, ${percent(bar.coverage)} are needed`]
      : []),
    ...(matchedWords < bar.matchedWords
      ? [`${matchedWords} of its words stand in name, description or aliases, ${bar.matchedWords} are needed`]
      : []),
    ...(needsLead && lead < bar.lead ? [`it leads the next by ${percent(lead)}, ${percent(bar.lead)} are needed`] : []),
  ]
  return { isConfident: objections.length === 0, bar, matchedWords, lead, objections }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
