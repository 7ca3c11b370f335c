import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { editDistance } from "../../lexicon/edit-distance.ts"

const check = (a: string, b: string, expected: number, most?: number): void => {
  assert.equal(editDistance(a, b, most), expected, `${a} -> ${b}`)
  assert.equal(editDistance(b, a, most), expected, `${b} -> ${a}`)
}

// Optimal string alignment by its definition: exponential, and so obvious that it can be trusted.
const naive = (a: string, b: string): number => {
  if (a === "" || b === "") return a.length + b.length
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)]
  const costs = [
    naive(restA, b) + 1,
    naive(a, restB) + 1,
    naive(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
    a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
      ? naive(a.slice(0, -2), b.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY,
  ]
  return Math.min(...costs)
}

describe("editDistance", () => {
  it("counts insertions, deletions, replacements and swapped neighbours", () => {
    check("review", "review", 0)
    check("review", "reviews", 1)
    check("review", "reviem", 1)
    check("review", "reveiw", 1)
    check("kitten", "sitting", 3)
    check("договор", "договр", 1)
  })

  it("measures an empty text by the other one's length", () => {
    check("", "", 0)
    check("", "abc", 3)
  })

  it("aligns each letter once, so that a swap with a letter between costs three", () => {
    check("ca", "abc", 3)
  })

  it("answers one beyond the limit when the distance is beyond it", () => {
    check("kitten", "sitting", 3, 2)
    check("kitten", "sitting", 3, 3)
    check("a", "abcdef", 2, 1)
    check("a", "b", 1, 0)
  })

  it("equals the naive reference, with and without a limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "д"), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, most) => {
        const expected = naive(a, b)
        assert.equal(editDistance(a, b), expected)
        assert.equal(editDistance(a, b, most), Math.min(expected, most + 1))
      }),
      { numRuns: 300 },
    )
  })
})
