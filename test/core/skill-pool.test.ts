import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { selectSkills } from "../../core/build-index.ts"
import { bundledVectors } from "../../core/read-vectors.ts"
import type { Skill } from "../../core/skill.ts"
import type { SkillIndex, SkillPool } from "../../core/skill-index.ts"
import { createSkillPool, holdSkill, releaseSkill, removeUnheld } from "../../core/skill-pool.ts"
import { answers, libraries } from "./answers.ts"
import { indexOf, LEXICON, LIBRARY } from "./library.ts"

const createPool = (): SkillPool => createSkillPool({ lexicon: LEXICON, vectors: bundledVectors() })

const hold = (pool: SkillPool, skills: readonly Skill[]): SkillIndex =>
  selectSkills(
    pool,
    skills.map((skill) => holdSkill(pool, skill)),
  )

const release = ({ pool, skills }: SkillIndex): void => {
  for (const entry of skills) {
    releaseSkill(entry)
    removeUnheld(pool, entry)
  }
}

/** An index of a pool answers byte for byte as one freshly built of the same skills alone. */
const check = (index: SkillIndex, skills: readonly Skill[]): void => {
  assert.equal(answers(index), answers(indexOf(skills)))
  assert.equal(index.skills.length, skills.length)
}

describe("a skill pool", () => {
  it("indexes a skill once for all who hold it, and keeps it until the last one lets go", () => {
    const pool = createPool()
    const [one, other] = [hold(pool, LIBRARY), hold(pool, LIBRARY.slice(0, 5))]
    assert.equal(pool.entries.size, LIBRARY.length)
    release(one)
    assert.equal(pool.entries.size, 5)
    check(other, LIBRARY.slice(0, 5))
  })

  it("gives back a skill that was released but not taken out yet as it was", () => {
    const pool = createPool()
    const index = hold(pool, LIBRARY)
    for (const entry of index.skills) releaseSkill(entry)
    const again = hold(pool, LIBRARY)
    assert.deepEqual(again.skills, index.skills)
    for (const entry of index.skills) removeUnheld(pool, entry)
    check(again, LIBRARY)
  })

  it("lets an index answer as if there were no other skill", () => {
    const pool = createPool()
    const [few, all, none] = [hold(pool, LIBRARY.slice(3, 6)), hold(pool, LIBRARY), hold(pool, [])]
    check(few, LIBRARY.slice(3, 6))
    check(all, LIBRARY)
    check(none, [])
  })

  it("lets an index answer the same while others come and go, and whatever was asked before", () => {
    fc.assert(
      fc.property(libraries, fc.array(libraries, { maxLength: 4 }), (skills, others) => {
        const pool = createPool()
        const index = hold(pool, skills)
        const held = others.map((other) => hold(pool, other))
        for (const [at, other] of others.entries()) {
          check(index, skills)
          const one = held[at]
          if (one === undefined) continue
          check(one, other)
          release(one)
        }
        check(index, skills)
      }),
      { numRuns: 40 },
    )
  })

  it("comes back to nothing when all is released", () => {
    const pool = createPool()
    for (const index of [hold(pool, LIBRARY), hold(pool, LIBRARY.slice(2))]) release(index)
    const { entries, idsByName, idsByTerm, spellings, directions, engine } = pool
    for (const table of [entries, idsByName, idsByTerm, spellings]) assert.equal(table.size, 0)
    assert.deepEqual([directions?.ids, engine.documentCount], [[], 0])
    check(hold(pool, LIBRARY), LIBRARY)
  })

  it("leaves an index whole enough to search when its skills have been released", () => {
    const pool = createPool()
    const index = hold(pool, LIBRARY)
    release(index)
    assert.doesNotThrow(() => answers(index))
    assert.doesNotThrow(() => answers(selectSkills(pool, index.skills)))
  })
})
