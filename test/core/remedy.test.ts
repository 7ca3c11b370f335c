import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { explain } from "../../core/explain.ts"
import { type Remedy, remedyFor } from "../../core/remedy.ts"
import { search } from "../../core/search.ts"
import { indexOf, LIBRARY } from "./library.ts"

const index = indexOf()
const remedy = (query: string, name: string): Remedy | undefined => remedyFor(index, query, explain(index, query, name))

describe("remedyFor", () => {
  it("gives the words that the skill lacks, and the standing that they would really give it", () => {
    const query = "please mend the antique pendulum clock and oil its escapement"
    const found = remedy(query, "implement")
    assert.equal(found?.line, "Use when: mend, antique, pendulum, clock, oil, escapement")
    const { place, coverage, judgement } = found.explanation
    assert.deepEqual([place, coverage, judgement?.isConfident], [1, 1, true])
    const mended = LIBRARY.map((skill) =>
      skill.name === "implement" ? { ...skill, description: `${skill.description}\n${found.line}` } : skill,
    )
    const [first] = search(indexOf(mended), query)
    assert.deepEqual([first?.name, first?.score, first?.confident], ["implement", found.explanation.score, true])
  })

  it("speaks the language of the words", () =>
    assert.equal(remedy("почини старинный маятник", "implement")?.line.startsWith("Когда: "), true))

  it("leaves the index as it was", () => {
    const query = "write a bug bounty report"
    const before = search(index, query, { limit: 20 })
    remedy(query, "xlsx")
    assert.deepEqual(search(index, query, { limit: 20 }), before)
    assert.equal(index.skills.size, LIBRARY.length)
  })

  it("has nothing to say of a skill that is named or confident, or that lacks no word", () => {
    assert.equal(remedy("/xlsx", "xlsx"), undefined)
    assert.equal(remedy("write a bug bounty report", "bug-bounty-report"), undefined)
    assert.equal(remedy("supply contracts", "supply-contract-templates"), undefined)
    assert.equal(remedy("", "xlsx"), undefined)
  })
})
