import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type Match, rank } from "../../core/rank.ts"
import { indexOf } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf()

const matchOf = (query: string, name: string): Match | undefined =>
  rank(index, query).matches.find(({ entry }) => entry.skill.name === name)

/** The coverage of one skill for a request, to two digits. */
const check = (query: string, name: string, expected: number): void => {
  assert.equal(Math.round((matchOf(query, name)?.coverage ?? 0) * 100) / 100, expected, `${query}: ${name}`)
}

describe("rank", () => {
  it("covers a request whole whose every word stands in the skill", () => {
    check("bug bounty report", "bug-bounty-report", 1)
    check("write reports", "bug-bounty-report", 1)
  })

  it("covers nothing of words that are in the body only", () => {
    const { matches } = rank(indexOf([makeSkill("a", "d", { excerpt: "quokka" })]), "quokka")
    assert.deepEqual(
      matches.map(({ entry, coverage }) => [entry.skill.name, coverage]),
      [["a", 0]],
    )
  })

  it("covers less by a heading than by name, description and aliases", () => {
    const heading = matchOf("checklist", "code-review")?.coverage ?? 0
    assert.ok(heading > 0 && heading < 1, String(heading))
    check("acroform", "pdf-forms", 1)
  })

  it("covers less where the request says more", () => {
    const short = matchOf("excel charts", "xlsx")?.coverage ?? 0
    const long = matchOf("excel charts about gorillas and volcanoes", "xlsx")?.coverage ?? 0
    assert.ok(long < short && long > 0)
  })

  it("covers the same by a word and by its translation", () => {
    check("договор", "supply-contract-review", 1)
  })

  it("says how much of a name the request says", () => {
    assert.equal(matchOf("bug bounty report", "bug-bounty-report")?.nameCoverage, 1)
    const part = matchOf("bounty", "bug-bounty-report")?.nameCoverage ?? 0
    assert.ok(part > 0 && part < 1)
  })

  it("keeps the 32 rarest known words of a long request", () => {
    const noise = Array.from({ length: 150 }, (_, at) => `noise${at}word`).join("\n")
    const { slots } = rank(index, `${noise}\nexcel pivot tables\n${noise}`)
    assert.ok(slots.length <= 32)
    assert.ok(slots.some(({ word }) => word === "pivot"))
  })

  it("keeps a full order under equal scores of more than fifty", () => {
    const many = Array.from({ length: 80 }, (_, at) => makeSkill(`zzq${String(at).padStart(2, "0")}`, "contract"))
    const names = (skills: typeof many): string[] =>
      rank(indexOf(skills), "contract").matches.map(({ entry }) => entry.skill.name)
    const shuffled = many.map((_, at) => many[(at * 37) % 80] ?? makeSkill("none"))
    assert.deepEqual(names(shuffled), names(many))
    assert.deepEqual(names(many), [...names(many)].sort())
  })

  it("has no match and no weight for a request that says nothing", () => {
    assert.deepEqual(rank(index, "").matches, [])
    assert.deepEqual(rank(indexOf([]), "review").matches, [])
  })

  it("gives finite numbers, whatever is asked", () => {
    for (const query of ["contract", "qqqqqq", "\ud800x", "__proto__ constructor", "公", "1с"]) {
      for (const { score, coverage, nameCoverage } of rank(index, query).matches) {
        assert.ok(
          [score, coverage, nameCoverage].every((value) => Number.isFinite(value) && value >= 0),
          query,
        )
      }
    }
  })
})
