import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { SkillFinderError } from "../../core/error.ts"
import { explain } from "../../core/explain.ts"
import { search } from "../../core/search.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf()

const check = (query: string, name: string, expected: Partial<ReturnType<typeof explain>>): void => {
  const found = explain(index, query, name)
  assert.deepEqual({ ...found, ...expected }, found, `${query}: ${name}`)
}

describe("explain", () => {
  it("gives a skill's place and who is first", () => {
    check("write a bug bounty report", "bug-bounty-report", {
      place: 1,
      winner: undefined,
      isNamed: false,
      silence: undefined,
    })
    check("write a bug bounty report", "supply-contract-templates", { winner: "bug-bounty-report" })
  })

  it("agrees with search about score, coverage and confidence", () => {
    for (const query of ["write a bug bounty report", "excel charts", "договор поставки"]) {
      const [first] = search(index, query)
      assert.ok(first !== undefined)
      const { score, coverage, judgement } = explain(index, query, first.name)
      assert.deepEqual([score, coverage, judgement?.isConfident], [first.score, first.coverage, first.confident], query)
    }
  })

  it("agrees with search about the place of each candidate, named or not", () => {
    for (const query of [
      "review the supply contracts",
      "use the code-review skill on the supply contract",
      "/pdf-forms and excel",
    ]) {
      const found = search(index, query, { limit: 50 })
      for (const [at, { name }] of found.entries())
        assert.equal(explain(index, query, name).place, at + 1, `${query}: ${name}`)
      assert.equal(explain(index, query, found[1]?.name ?? "").winner, found[0]?.name)
    }
  })

  it("accounts for every word of the request, with shares that add up", () => {
    const { terms } = explain(index, "excel charts for gorillas", "xlsx")
    assert.deepEqual(
      terms.map(({ word }) => word),
      ["excel", "charts", "gorillas"],
    )
    assert.ok(Math.abs(terms.reduce((sum, { weight }) => sum + weight, 0) - 1) < 1e-9)
    const [excel, , gorillas] = terms
    assert.ok(excel?.fields.includes("description") && excel.share === 1 && excel.isKnown)
    assert.deepEqual([gorillas?.fields, gorillas?.share], [[], 0])
  })

  it("knows a skill that is named, by any spelling of its name", () => {
    check("/code-review", "Code Review", { isNamed: true })
    check("thanks, continue", "xlsx", { silence: "small-talk" })
  })

  it("knows that equal skills are proven together and that none is ahead", () => {
    const twin = makeSkill("bounty-writeup", "Write a bug bounty report with impact and reproduction steps")
    const both = indexOf([...LIBRARY, twin])
    const query = "write a bug bounty report with reproduction steps"
    for (const [name, other] of [
      ["bounty-writeup", "bug-bounty-report"],
      ["bug-bounty-report", "bounty-writeup"],
    ] as const) {
      const { isConfident, isAhead, equals } = explain(both, query, name)
      assert.deepEqual([isConfident, isAhead, equals], [true, false, [other]], name)
    }
    assert.deepEqual(explain(both, query, "xlsx").equals, [])
    const alone = explain(index, query, "bug-bounty-report")
    assert.deepEqual([alone.isConfident, alone.isAhead, alone.equals], [true, true, []])
    const manual = indexOf([...LIBRARY, { ...twin, isManualOnly: true }])
    assert.equal(explain(manual, query, "bug-bounty-report").isAhead, true)
  })

  it("takes the skill of exactly the name that is asked for", () => {
    const twins = indexOf([makeSkill("clock_mender", "Mend clocks"), makeSkill("Clock-Mender", "Oil clocks")])
    assert.equal(explain(twins, "oil", "Clock-Mender").skill.description, "Oil clocks")
    assert.equal(explain(twins, "oil", "clock_mender").skill.description, "Mend clocks")
  })

  it("has no place for a skill that does not match", () => {
    const { place, score, coverage } = explain(index, "", "xlsx")
    assert.deepEqual([place, score, coverage], [undefined, 0, 0])
  })

  it("names the nearest names for one that no skill bears", () => {
    assert.throws(
      () => explain(index, "x", "code-reveiw"),
      (error) =>
        error instanceof SkillFinderError && error.code === "E_NOT_FOUND" && error.message.includes("code-review"),
    )
    assert.throws(() => explain(index, "x", "constructor"), { code: "E_NOT_FOUND" })
    assert.throws(() => explain(index, "x", ""), { code: "E_NOT_FOUND" })
  })
})
