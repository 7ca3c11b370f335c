import { readFileSync } from "node:fs"
import { readVectors, type VectorTable } from "../lexicon/index.ts"

/** Where the table lies: beside the sources, beside a bundle in dist/, or in the plugin's folder. */
const PLACES = ["../lexicon/data/vectors.q8", "./vectors.q8", "./plugin/vectors.q8"]

let table: { readonly vectors: VectorTable | undefined } | undefined

/**
 * The bundled word vectors (828 kB, read once in about 5 ms); undefined where the file is missing or damaged, and then
 * search goes by words alone.
 */
export const bundledVectors = (): VectorTable | undefined => {
  table ??= { vectors: readFirst() }
  return table.vectors
}

const readFirst = (): VectorTable | undefined => {
  for (const place of PLACES) {
    try {
      return readVectors(readFileSync(new URL(place, import.meta.url)))
    } catch {
      // Not there, or not a table: the next place, and in the end none.
    }
  }
  return undefined
}
