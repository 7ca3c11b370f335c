import type { Match, Ranking } from "./rank.ts"

/**
 * A skill with so much of the first one's score and of its coverage fits as well as the first one does. On dev, over the
 * full corpus, 18 requests are proven by two to four such skills together; in all of them one of these is right, in 15
 * every one is. With .8 or .7 a few more are, but the skills beside the first are less often right.
 */
const EQUAL_SCORE = 0.85
const EQUAL_COVERAGE = 0.9
/** Where more are equal, it is the request that says too little. */
const MOST_EQUALS = 4

/** The first match and those that fit as well, best first; the first alone where there are too many of them. */
export const equalsOf = ({ matches }: Pick<Ranking, "matches">): readonly Match[] => {
  const [first] = matches
  if (first === undefined) return []
  const equals = matches.filter(
    ({ score, coverage }) => isRival(score, first.score) && coverage >= first.coverage * EQUAL_COVERAGE,
  )
  return equals.length > MOST_EQUALS ? [first] : equals
}

/** True when a score is too near to the first one's for that to be called ahead. */
export const isRival = (score: number, first: number): boolean => score >= first * EQUAL_SCORE
