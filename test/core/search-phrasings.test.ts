import assert from "node:assert/strict"
import { join } from "node:path"
import { before, describe, it } from "node:test"
import { buildIndex } from "../../core/build-index.ts"
import { search } from "../../core/search.ts"
import { phrasingsOf, searchPhrasings } from "../../core/search-phrasings.ts"
import type { SkillIndex } from "../../core/skill-index.ts"
import { readCorpus, toSkills } from "../../measure/corpus.ts"

describe("phrasings of one need", () => {
  let index: SkillIndex
  before(async () => {
    index = buildIndex(toSkills(await readCorpus(join(import.meta.dirname, "../../examples/skills"))))
  })

  it("are lines; a list within one line stays whole", () => {
    const check = (request: string, expected: string[]): void => assert.deepEqual(phrasingsOf(request), expected)
    check("почини прод\nrollback deployment, kubernetes\nundo release", [
      "почини прод",
      "rollback deployment, kubernetes",
      "undo release",
    ])
    check("rollback deployment, undo kubernetes release", ["rollback deployment, undo kubernetes release"])
    check("да, проверь договор", ["да, проверь договор"])
    check("one phrasing only", ["one phrasing only"])
    check("", [""])
  })

  it("find by the best of them what the user's words miss", () => {
    const words = "всё упало после обновления, верни как было вчера"
    const request = `${words}\nkubernetes rollback deployment\nundo rollout`
    assert.notEqual(search(index, words)[0]?.name, "k8s-deploy")
    const [first] = searchPhrasings(index, request)
    assert.equal(first?.name, "k8s-deploy")
  })

  it("give each skill once, in one order", () => {
    const found = searchPhrasings(index, "review contract\ncontract review, legal check\nпроверить договор", {
      limit: 12,
    })
    assert.equal(new Set(found.map(({ path }) => path)).size, found.length)
    assert.deepEqual(
      found,
      searchPhrasings(index, "review contract\ncontract review, legal check\nпроверить договор", { limit: 12 }),
    )
  })

  it("change nothing for a single phrasing", () => {
    assert.deepEqual(searchPhrasings(index, "fill in a pdf form"), search(index, "fill in a pdf form"))
  })
})
