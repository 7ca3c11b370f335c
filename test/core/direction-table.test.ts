import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { cosines, createDirectionTable, dropDirection, putDirection } from "../../core/direction-table.ts"

const DIMENSIONS = 8
const vectors = fc.float32Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS, min: -1, max: 1, noNaN: true })

describe("a direction table", () => {
  it("gives each skill's own cosine, whatever came and went", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), vectors), { maxLength: 200 }), vectors, (steps, asked) => {
        const table = createDirectionTable(DIMENSIONS)
        const held = new Map<number, Float32Array>()
        for (const [id, [isDrop, vector]] of steps.entries()) {
          const [oldest] = held.keys()
          if (isDrop && oldest !== undefined) {
            dropDirection(table, oldest)
            held.delete(oldest)
          } else {
            putDirection(table, id, vector)
            held.set(id, vector)
          }
        }
        assert.deepEqual([...table.ids].sort(), [...held.keys()].sort())
        const skills = [...steps.keys()].map((id) => ({ id }))
        const found = cosines(table, skills, asked)
        for (const { id } of skills) {
          const expected = [...(held.get(id) ?? [])].reduce((sum, one, at) => sum + one * (asked[at] ?? 0), 0)
          assert.ok(Math.abs((found[id] ?? 0) - expected) < 1e-9, `${found[id]} for ${expected}`)
        }
      }),
      { numRuns: 200 },
    )
  })

  it("does nothing for a skill that it does not hold", () => {
    const table = createDirectionTable(DIMENSIONS)
    dropDirection(table, 1)
    putDirection(table, 2, new Float32Array(DIMENSIONS).fill(1))
    dropDirection(table, 1)
    const found = cosines(table, [{ id: 2 }, { id: 1 }], new Float32Array(DIMENSIONS).fill(1))
    assert.deepEqual([table.ids, [...found]], [[2], [DIMENSIONS, 0]])
  })
})
