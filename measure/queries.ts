import { readFileSync } from "node:fs"

/** A labelled request, as in ../shared/corpus/dev.jsonl. */
export interface LabelledQuery {
  readonly id: string
  readonly set: string
  readonly query: string
  /** Folders of the skills that are right or acceptable; empty for a request that no skill fits. */
  readonly relevant: ReadonlySet<string>
}

/** Reads a query file. With `library` only the rows that hold for it are kept (`user365` or `full`). */
export const readQueries = (file: string, library?: "user365" | "full"): LabelledQuery[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): Row => JSON.parse(line))
    .filter(({ valid_on }) => library === undefined || valid_on === undefined || valid_on.includes(library))
    .map((row) => ({ id: row.id, set: row.set, query: row.query, relevant: relevantIn(row, library) }))

interface Row {
  readonly id: string
  readonly set: string
  readonly query: string
  readonly relevant: readonly { readonly id: string; readonly in365?: boolean }[]
  readonly valid_on?: readonly string[]
}

const relevantIn = ({ relevant }: Row, library: "user365" | "full" | undefined): Set<string> =>
  new Set(
    relevant.filter(({ in365 }) => library !== "user365" || in365 !== false).map(({ id }) => id.replaceAll("/", "__")),
  )
