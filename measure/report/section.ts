import type { Head, Kept } from "./figures-kept.ts"

/** A chart with the sentence it proves and its figures as a table; both are markup. */
export interface Figure {
  /** The finding, in one sentence. */
  readonly title: string
  readonly chart: string
  readonly table: string
}

/** All that one script's figures show. */
export interface Section {
  readonly of: keyof Kept
  readonly heading: string
  /** Undefined where the script has not run. */
  readonly head: Head | undefined
  readonly figures: readonly Figure[]
}

/** The section of one script: with its figures, or as one that is missing. */
export const sectionOf = <K extends keyof Kept>(
  kept: Kept,
  of: K,
  { heading, draw }: { heading: string; draw: (figures: NonNullable<Kept[K]>) => readonly Figure[] },
): Section => {
  const figures = kept[of]
  if (figures === undefined) return { of, heading, head: undefined, figures: [] }
  return { of, heading, head: figures, figures: draw(figures) }
}
