import type { Ask } from "./engines.ts"
import type { LabelledQuery } from "./queries.ts"

/** Shares from 0 to 1 of the requests that a skill of the library answers. */
export interface Scores {
  readonly hit1: number
  readonly hit5: number
  readonly mrr: number
}

/** Places of the first right skill among ten, by request; undefined where it is none of them. */
export type Places = ReadonlyMap<LabelledQuery, number | undefined>

export const placesOf = async (queries: readonly LabelledQuery[], ask: Ask): Promise<Places> => {
  const places = new Map<LabelledQuery, number | undefined>()
  for (const query of queries.filter(({ relevant }) => relevant.size > 0)) {
    const at = (await ask(query.query)).findIndex((id) => query.relevant.has(id))
    places.set(query, at < 0 ? undefined : at + 1)
  }
  return places
}

/** The sets of labelled requests, in the order in which they stand, and `all` of them together. */
export const setsOf = (queries: readonly LabelledQuery[]): string[] => [
  ...new Set(queries.filter(({ relevant }) => relevant.size > 0).map(({ set }) => set)),
  "all",
]

export const scoresOf = (places: Places, set: string): Scores & { readonly n: number } => {
  const asked = [...places].filter(([query]) => set === "all" || query.set === set).map(([, place]) => place)
  const share = (value: (place: number) => number): number =>
    asked.reduce((sum: number, place) => sum + (place === undefined ? 0 : value(place)), 0) / Math.max(1, asked.length)
  return {
    n: asked.length,
    hit1: share((place) => Number(place === 1)),
    hit5: share((place) => Number(place <= 5)),
    mrr: share((place) => 1 / place),
  }
}
