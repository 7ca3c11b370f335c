/**
 * The directions of skills, row behind row in one array: a request is compared with all of them, and going through
 * thousands of small arrays took five times as long as the arithmetic.
 */
export interface DirectionTable {
  readonly dimensions: number
  /** The skill's id of each row. */
  readonly ids: number[]
  readonly rows: Map<number, number>
  data: Float32Array
}

export const createDirectionTable = (dimensions: number): DirectionTable => ({
  dimensions,
  ids: [],
  rows: new Map(),
  data: new Float32Array(64 * dimensions),
})

/** Adds the direction of a skill that has none yet, of length 1. */
export const putDirection = (table: DirectionTable, id: number, direction: Float32Array): void => {
  const { dimensions, ids, rows } = table
  const start = ids.length * dimensions
  if (start + dimensions > table.data.length) {
    const larger = new Float32Array(table.data.length * 2)
    larger.set(table.data)
    table.data = larger
  }
  table.data.set(direction, start)
  rows.set(id, ids.length)
  ids.push(id)
}

/** Takes the direction of a skill out; the last row takes its place. */
export const dropDirection = (table: DirectionTable, id: number): void => {
  const { dimensions, ids, rows, data } = table
  const row = rows.get(id)
  if (row === undefined) return
  const last = ids.pop() ?? id
  rows.delete(id)
  if (last === id) return
  data.copyWithin(row * dimensions, ids.length * dimensions, (ids.length + 1) * dimensions)
  ids[row] = last
  rows.set(last, row)
}

/** The cosines of a direction of length 1 with those of some skills, in their order; 0 for one that has none. */
export const cosines = (
  { dimensions, rows, data }: DirectionTable,
  skills: readonly { readonly id: number }[],
  direction: Float32Array,
): Float64Array => {
  const found = new Float64Array(skills.length)
  for (let place = 0; place < found.length; place++) {
    const row = rows.get(skills[place]?.id ?? -1)
    if (row === undefined) continue
    const start = row * dimensions
    // Four sums at once, so that no addition waits for the one before it.
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let at = 0; at < dimensions; at += 4) {
      a += (data[start + at] ?? 0) * (direction[at] ?? 0)
      b += (data[start + at + 1] ?? 0) * (direction[at + 1] ?? 0)
      c += (data[start + at + 2] ?? 0) * (direction[at + 2] ?? 0)
      d += (data[start + at + 3] ?? 0) * (direction[at + 3] ?? 0)
    }
    found[place] = a + b + c + d
  }
  return found
}
