import type { Match, Ranking } from "./rank.ts"

/** Why a first candidate is or is not proven. */
export interface Judgement {
  readonly isConfident: boolean
  /** The coverage that would have been enough. */
  readonly threshold: number
  /** The guards that spoke against it, in words; empty when none did. */
  readonly objections: readonly string[]
}

export const judge = (_ranking: Ranking, match: Match, _size: number): Judgement => ({
  isConfident: match.coverage >= 0.6,
  threshold: 0.6,
  objections: [],
})
