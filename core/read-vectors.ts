import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { readVectors, type VectorTable, vectorSteps } from "../lexicon/index.ts"
import { type Pace, runPaced } from "./pace.ts"

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

/** The same, without holding up the event loop: read and taken in small steps. */
export const loadVectors = async (pace: Pace): Promise<VectorTable | undefined> => {
  for (const place of table === undefined ? PLACES : []) {
    try {
      table = { vectors: await runPaced(vectorSteps(await readFile(new URL(place, import.meta.url))), pace) }
      break
    } catch {
      // Not there, or not a table: the next place, and in the end none.
    }
  }
  table ??= { vectors: undefined }
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
