import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type Judgement, judge } from "../../core/judge.ts"
import { rank } from "../../core/rank.ts"
import { indexOf } from "./library.ts"

const index = indexOf()

const judged = (query: string): Judgement | undefined => {
  const ranking = rank(index, query)
  const [first] = ranking.matches
  return first && judge(index, ranking, first)
}

const check = (query: string, isConfident: boolean): void => {
  assert.equal(judged(query)?.isConfident ?? false, isConfident, `${query}: ${JSON.stringify(judged(query))}`)
}

describe("judge", () => {
  it("is confident of a request that the first candidate covers and no other does", () => {
    check("write a bug bounty report", true)
    check("excel spreadsheet with pivot tables", true)
    check("деплой сервиса в кубернетес через хельм", true)
  })

  it("is not confident of a word that many skills have", () => {
    check("report", false)
    check("contracts", false)
  })

  it("is not confident of a request that is mostly about something else", () => {
    check("book a flight to Lisbon and water the plants before the report", false)
    check("сколько стоит билет до Лиссабона и какая там погода", false)
  })

  it("is not confident by pasted words alone, and says so", () => {
    const query = "```\nwrite a bug bounty report with impact\n```"
    check(query, false)
    assert.match(judged(query)?.objection ?? "", /own/)
  })

  it("objects to a match that covers little, whatever else speaks for it", () => {
    assert.match(judged("gorillas volcanoes lisbon plants charts")?.objection ?? "", /covers/)
  })

  it("gives shares between nought and one, and evidence that adds up to the proof", () => {
    for (const query of ["charts", "review contract", "договор", "bug", "公众号"]) {
      const found = judged(query)
      assert.ok(found !== undefined && found.proof >= 0 && found.proof <= 1 && found.bar > 0 && found.bar <= 1, query)
      for (const { kind, value, counts } of found.evidence)
        assert.ok(Number.isFinite(value) && Number.isFinite(counts), kind)
    }
  })
})
