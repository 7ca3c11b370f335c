import { advise } from "../core/advise.ts"
import { DEFAULT_SETTINGS } from "../core/settings.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import type { LabelledQuery } from "./queries.ts"

/** What the model is told about requests that several skills answer. */
export interface Ambiguity {
  /** Requests with two right skills or more in the library. */
  readonly n: number
  /** How many of them get a hint, and in how many hints two right skills or more stand. */
  readonly hinted: number
  readonly hintedSeveral: number
  /** How many get a preload, and how many of these are right. */
  readonly preloaded: number
  readonly preloadedRight: number
  /** Hints without preload: several skills fit equally, or nearly. */
  readonly undecided: number
}

/** Measures hints and preloads over the requests that several skills answer, of one set or of all. */
export const ambiguityOf = (index: SkillIndex, queries: readonly LabelledQuery[]): Ambiguity => {
  const asked = queries.filter(({ relevant }) => relevant.size > 1)
  const told = asked.map(({ query, relevant }) => {
    const { preload, hint } = advise(index, query, { settings: DEFAULT_SETTINGS })
    return { preload, hint, right: hint.filter(({ skill }) => relevant.has(skill.id)).length, relevant }
  })
  const hinted = told.filter(({ hint }) => hint.length > 0)
  const preloaded = told.filter(({ preload }) => preload !== undefined)
  return {
    n: asked.length,
    hinted: hinted.length,
    hintedSeveral: hinted.filter(({ right }) => right > 1).length,
    preloaded: preloaded.length,
    preloadedRight: preloaded.filter(({ preload, relevant }) => relevant.has(preload?.skill.id ?? "")).length,
    undecided: hinted.length - preloaded.length,
  }
}
