import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { search } from "../../core/search.ts"
import { answers, libraries } from "./answers.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

describe("buildIndex", () => {
  it("holds each skill once and nothing for no skills", () => {
    assert.equal(indexOf().skills.length, LIBRARY.length)
    assert.deepEqual(search(indexOf([]), "review"), [])
  })

  it("takes the later of two skills with one path", () => {
    const index = indexOf([makeSkill("a", "giraffe"), makeSkill("b", "leopard", { path: "/skills/a/SKILL.md" })])
    assert.deepEqual(
      index.skills.map(({ skill }) => skill.name),
      ["b"],
    )
    assert.equal(search(index, "giraffe").length, 0)
    assert.equal(search(index, "leopard")[0]?.name, "b")
  })

  it("holds texts with the names that every object has", () => {
    const names = ["constructor", "toString", "__proto__", "hasOwnProperty"]
    const index = indexOf(names.map((name) => makeSkill(name, `about ${name} valueOf`)))
    for (const name of names)
      assert.ok(
        search(index, `${name} thing`).some((one) => one.name === name),
        name,
      )
  })

  it("answers the same whatever the order of adding", () => {
    fc.assert(
      fc.property(
        libraries.chain((skills) =>
          fc.tuple(fc.constant(skills), fc.shuffledSubarray(skills, { minLength: skills.length })),
        ),
        ([skills, shuffled]) => assert.equal(answers(indexOf(shuffled)), answers(indexOf(skills))),
      ),
      { numRuns: 40 },
    )
  })

  it("indexes a skill of huge texts", { timeout: 20_000 }, () => {
    const huge = makeSkill("huge", "word ".repeat(40_000), {
      excerpt: "x".repeat(4_000),
      headings: Array.from({ length: 60 }, () => "h ".repeat(150)),
    })
    assert.equal(search(indexOf([huge]), "word")[0]?.name, "huge")
  })
})
