import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { addSkill, createIndex, removeSkill } from "../../core/build-index.ts"
import { search } from "../../core/search.ts"
import type { Skill } from "../../core/skill.ts"
import type { SkillIndex } from "../../core/skill-index.ts"
import { indexOf, LEXICON, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const QUERIES = [
  "deploy the contract",
  "review",
  "договор поставки",
  "/deploy-review",
  "chart rollback kubernetes",
  "excel",
  "deplyo",
]

const answers = (index: SkillIndex, queries: readonly string[] = QUERIES): string =>
  JSON.stringify(queries.map((query) => search(index, query)))

/** An index that was changed answers byte for byte as one freshly built of the same skills. */
const check = (changed: SkillIndex, skills: readonly Skill[]): void => {
  assert.equal(answers(changed), answers(indexOf(skills)))
  assert.equal(changed.skills.size, skills.length)
}

const word = fc.constantFrom(
  "deploy",
  "review",
  "contract",
  "chart",
  "договор",
  "поставки",
  "excel",
  "rollback",
  "kubernetes",
  "bug",
)
const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "))
const skill = fc
  .record({ name: fc.array(word, { minLength: 1, maxLength: 2 }), description: phrase, excerpt: phrase })
  .map(({ name, description, excerpt }) => makeSkill(name.join("-"), description, { excerpt, headings: [description] }))
const libraries = fc
  .array(skill, { minLength: 1, maxLength: 8 })
  .map((skills) => skills.map((one, at) => ({ ...one, path: `/skills/${at}/SKILL.md` })))

describe("buildIndex", () => {
  it("holds each skill once and nothing for no skills", () => {
    assert.equal(indexOf().skills.size, LIBRARY.length)
    assert.deepEqual(search(indexOf([]), "review"), [])
  })

  it("replaces a skill that is added under a known path", () => {
    const index = indexOf([makeSkill("a", "giraffe")])
    addSkill(index, makeSkill("b", "leopard", { path: "/skills/a/SKILL.md" }))
    assert.deepEqual(
      [...index.skills.values()].map(({ skill }) => skill.name),
      ["b"],
    )
    assert.equal(search(index, "giraffe").length, 0)
    assert.equal(search(index, "leopard")[0]?.name, "b")
  })

  it("takes no heed of a path it does not know", () => {
    const index = indexOf()
    removeSkill(index, "/nowhere")
    check(index, LIBRARY)
  })

  it("answers at once as if a removed skill had never been", () => {
    const index = indexOf()
    removeSkill(index, "/skills/k8s-deploy/SKILL.md")
    check(
      index,
      LIBRARY.filter(({ name }) => name !== "k8s-deploy"),
    )
  })

  it("comes back to nothing when all is removed", () => {
    const index = indexOf()
    for (const { path } of LIBRARY) removeSkill(index, path)
    check(index, [])
    for (const table of [index.frequencies, index.idsByName, index.idsByPath, index.spellings])
      assert.equal(table.size, 0)
    for (const one of LIBRARY) addSkill(index, one)
    check(index, LIBRARY)
  })

  it("holds texts with the names that every object has", () => {
    const skills = ["constructor", "toString", "__proto__", "hasOwnProperty"].map((name) =>
      makeSkill(name, `about ${name} valueOf`),
    )
    const index = indexOf(skills)
    for (const { name } of skills)
      assert.ok(
        search(index, `${name} thing`).some((one) => one.name === name),
        name,
      )
    for (const { path } of skills) removeSkill(index, path)
    assert.equal(index.frequencies.size, 0)
  })

  it("answers the same whatever the order of adding", () => {
    fc.assert(
      fc.property(
        libraries.chain((skills) =>
          fc.tuple(fc.constant(skills), fc.shuffledSubarray(skills, { minLength: skills.length })),
        ),
        ([skills, shuffled]) => check(indexOf(shuffled), skills),
      ),
      { numRuns: 40 },
    )
  })

  it("answers after any adding, removing and adding again as a fresh index", () => {
    fc.assert(
      fc.property(libraries, libraries, fc.array(fc.nat(7), { maxLength: 6 }), (first, second, removals) => {
        const index = createIndex({ lexicon: LEXICON })
        const wanted = new Map<string, Skill>()
        for (const one of [...first, ...second]) {
          addSkill(index, one)
          wanted.set(one.path, one)
          if (removals.length % 2 === 0) search(index, "deploy review contract")
        }
        for (const at of removals) {
          removeSkill(index, `/skills/${at}/SKILL.md`)
          wanted.delete(`/skills/${at}/SKILL.md`)
        }
        check(index, [...wanted.values()])
      }),
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
