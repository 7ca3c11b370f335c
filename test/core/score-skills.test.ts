import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { bestOf } from "../../core/score-skills.ts"

const check = (values: readonly number[], most: number): void => {
  const scores = Float64Array.from(values)
  const places = values.map((_, place) => place)
  const least = [...values].sort((a, b) => b - a)[most - 1] ?? 0
  assert.deepEqual(
    bestOf({ places, scores, nearness: scores }, most),
    values.length <= most ? places : places.filter((place) => (values[place] ?? 0) >= least - 1e-6),
  )
}

describe("bestOf", () => {
  it("keeps the best of many and those equal to the last of them, as sorting all would", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 3, noNaN: true }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        check,
      ),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 300 }), fc.integer({ min: 1, max: 60 }), check),
      { numRuns: 200 },
    )
  })
})
