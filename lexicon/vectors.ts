import vectorForms from "./data/vector-forms.json" with { type: "json" }
import { stemEnglish } from "./stem.ts"

/** A table of word vectors: which direction of meaning each English term has. */
export interface VectorTable {
  /** Numbers in a vector. */
  readonly dimensions: number
  /** True when the table knows a term. */
  readonly has: (term: string) => boolean
  /** Adds `weight` times the term's vector to `sum`; does nothing for a term the table does not know. */
  readonly add: (sum: Float32Array, term: string, weight: number) => void
}

/**
 * Reads a table: uint32 header length, JSON header `{ D, n }`, n rows of D int8, padding to 4 bytes, n float32 scales
 * (a vector is scale times row), then the n terms in UTF-8 joined by line ends. Little-endian.
 * @throws RangeError or SyntaxError when the bytes are not such a table.
 */
export const readVectors = (bytes: Uint8Array): VectorTable => {
  const steps = vectorSteps(bytes)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Terms taken between two places to pause. */
const TERMS_A_STEP = 1_000

/** The same as `readVectors`, a small step at a time: each `yield` is a place to let the event loop turn. */
export function* vectorSteps(bytes: Uint8Array): Generator<undefined, VectorTable> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerEnd = 4 + view.getUint32(0, true)
  const { D: dimensions, n: count } = toHeader(JSON.parse(decoder.decode(bytes.subarray(4, headerEnd))))
  const scalesAt = Math.ceil((headerEnd + count * dimensions) / 4) * 4
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + headerEnd, count * dimensions)
  const scales = new Float32Array(count)
  const terms = decoder.decode(bytes.subarray(scalesAt + 4 * count)).split("\n")
  const rowOf = new Map<string, number>()
  for (const [at, term] of terms.entries()) {
    if (at % TERMS_A_STEP === 0) yield
    rowOf.set(term, at)
    scales[at] = view.getFloat32(scalesAt + 4 * at, true)
  }
  yield
  addOurStems(rowOf)
  return {
    dimensions,
    has: (term) => rowOf.has(term),
    add: (sum, term, weight) => {
      const row = rowOf.get(term)
      if (row === undefined) return
      const factor = (scales[row] ?? 0) * weight
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + factor * (rows[row * dimensions + at] ?? 0)
    },
  }
}

/** Scales a vector to length 1 in place; a zero vector stays zero. */
export const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector)
  if (length > 1e-9) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
  return vector
}

const decoder = new TextDecoder()

const toHeader = (value: unknown): { D: number; n: number } => {
  if (typeof value === "object" && value !== null && "D" in value && "n" in value) {
    const { D, n } = value
    if (typeof D === "number" && typeof n === "number") return { D, n }
  }
  throw new SyntaxError("the header of the vector table has no D and n")
}

// The table was trained with another list of exceptions: where our stem of a word is not in it, the word's stem of
// that list is meant.
const addOurStems = (rowOf: Map<string, number>): void => {
  for (const [words = "", stem = ""] of vectorForms) {
    const row = rowOf.get(stem)
    if (row === undefined) continue
    for (const word of words.split(" ")) {
      const ours = stemEnglish(word)
      if (!rowOf.has(ours)) rowOf.set(ours, row)
    }
  }
}
