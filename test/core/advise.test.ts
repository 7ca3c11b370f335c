import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { type Advice, type AdviceOptions, advise } from "../../core/advise.ts"
import { search } from "../../core/search.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf()
const BOUNTY = "Write a bug bounty report with impact and reproduction steps"
const settings = { allow: {}, deny: {}, boost: [] }

const advice = (query: string, more: Partial<AdviceOptions> = {}): Advice => advise(index, query, { settings, ...more })

const check = (query: string, expected: string | undefined, more: Partial<AdviceOptions> = {}): void => {
  const { preload, hint, silence } = advice(query, more)
  assert.equal(preload?.name, expected, query)
  assert.equal(hint[0]?.name, expected, query)
  assert.equal(silence === undefined, expected !== undefined, query)
}

describe("advise", () => {
  it("preloads the first confident candidate and hints it first", () => {
    check("write a bug bounty report", "bug-bounty-report")
    check("/code-review", "code-review")
    check("use the implement skill", "implement")
    check('"write a bug bounty report"', "bug-bounty-report")
  })

  it("hints skills that fit equally and preloads none of them, unless one is named or boosted", () => {
    const twin = makeSkill("vulnerability-writeup", BOUNTY)
    const both = indexOf([...LIBRARY, twin])
    const query = "write a bug bounty report with reproduction steps"
    const names = ["bug-bounty-report", "vulnerability-writeup"]
    const { preload, hint, silence } = advise(both, query, { settings })
    assert.deepEqual([preload, silence], [undefined, undefined])
    assert.deepEqual(
      hint.filter(({ confident }) => confident).map(({ name }) => name),
      names,
    )
    const named = advise(both, `${query}, use the vulnerability-writeup skill`, { settings })
    assert.deepEqual([named.preload?.name, named.hint[0]?.name], [names[1], names[1]])
    for (const name of names) {
      const boosted = advise(both, "bug bounty impact reproduction", {
        settings: { ...settings, boost: [name] },
      })
      assert.equal(boosted.preload?.name, name)
    }
  })

  it("is silent on small talk, questions about the tool and what says nothing", () => {
    for (const query of [
      "да, давай второй вариант",
      "continue",
      "thanks",
      "undo that",
      "почему плагин не нашёл скилл",
      "",
    ]) {
      check(query, undefined)
      assert.deepEqual(advice(query).candidates, [])
    }
  })

  it("is silent where no candidate is confident, and keeps what was found for diagnostics", () => {
    const { hint, silence, candidates } = advice("charts about gorillas and volcanoes of the moon")
    assert.deepEqual([hint, silence], [[], "not-confident"])
    assert.ok(candidates.length > 0)
    check("how is the weather in Lisbon today", undefined)
  })

  it("never offers a manual-only skill on its own, named or not", () => {
    for (const query of ["publish the company release to customers", "/company-release"]) {
      const { preload, hint, candidates } = advice(query)
      for (const one of [preload, ...hint, ...candidates]) assert.notEqual(one?.name, "company-release")
      assert.ok(search(index, query).some(({ name }) => name === "company-release"))
    }
  })

  it("never offers a skill that is denied to the agent", () => {
    const deny = { "*": ["secret*"], tender: ["bug-*"] }
    check("write a bug bounty report", "bug-bounty-report", { settings: { ...settings, deny }, agent: "build" })
    for (const query of ["write a bug bounty report", "/bug-bounty-report"])
      assert.ok(
        !advice(query, { settings: { ...settings, deny }, agent: "tender" }).candidates.some(
          ({ name }) => name === "bug-bounty-report",
        ),
      )
  })

  it("offers an agent that is narrowed only what is allowed to it", () => {
    const allow = { narrow: ["xlsx"] }
    const { candidates } = advice("write a bug bounty report in excel", {
      settings: { ...settings, allow },
      agent: "narrow",
    })
    assert.deepEqual(
      candidates.map(({ name }) => name),
      ["xlsx"],
    )
    check("write a bug bounty report", "bug-bounty-report", { settings: { ...settings, allow }, agent: "other" })
  })

  it("offers nothing that the host keeps from the agent", () => {
    const accepts = ({ name }: { name: string }): boolean => name !== "bug-bounty-report"
    assert.ok(!advice("/bug-bounty-report", { accepts }).candidates.some(({ name }) => name === "bug-bounty-report"))
  })

  it("offers a hidden skill that is named", () => check("/db-rollback", "db-rollback"))

  it("hints at most five, and of the unsure ones only those near the first", () => {
    const many = Array.from({ length: 12 }, (_, at) => makeSkill(`zzq${at}`, `supply contract review number${at}x`))
    const { hint } = advise(
      indexOf([...many, makeSkill("supply-contract-review", "supply contract review")]),
      "supply contract review",
      { settings },
    )
    assert.ok(hint.length <= 5)
    const { hint: one, candidates } = advice("write a bug bounty report")
    const first = one[0]
    assert.ok(first !== undefined && candidates.length >= one.length)
    for (const { confident, score } of one) assert.ok(confident || score >= first.score / 2)
  })

  it("takes an agent with a name that every object has", () => {
    for (const agent of ["constructor", "__proto__", "toString"]) check("/code-review", "code-review", { agent })
  })

  it("gives equal advice for equal input, and only what search finds", () => {
    const words = fc.array(
      fc.constantFrom("contract", "review", "deploy", "отчёт", "excel", "/code-review", "thanks", "pdf"),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(words, (query) => {
        const text = query.join(" ")
        const one = advice(text)
        assert.equal(JSON.stringify(advice(text)), JSON.stringify(one))
        for (const { name } of one.hint) assert.ok(one.candidates.some((other) => other.name === name))
        if (one.silence === undefined) assert.equal(one.preload, one.hint[0])
        else assert.deepEqual([one.preload, one.hint], [undefined, []])
      }),
      { numRuns: 60 },
    )
  })
})
