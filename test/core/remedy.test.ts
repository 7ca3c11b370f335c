import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { explain } from "../../core/explain.ts"
import { type Remedy, remedyFor } from "../../core/remedy.ts"
import { search } from "../../core/search.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

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
    assert.equal(index.skills.length, LIBRARY.length)
  })

  it("tries out the skill itself, not another one of nearly the same name", () => {
    const twins = [makeSkill("Clock-Mender", "Mend clocks"), makeSkill("clock_mender", "Mend watches")]
    const both = indexOf(twins)
    const found = remedyFor(both, "oil pendulums", explain(both, "oil pendulums", "Clock-Mender"))
    assert.match(found?.explanation.skill.description ?? "", /^Mend clocks\nUse when: oil, pendulums$/)
    assert.equal(explain(both, "oil", "Clock-Mender").skill, twins[0])
  })

  it("has nothing to say of a skill that fits as well as the first", () => {
    const twin = makeSkill("bounty-writeup", "Write a bug bounty report with impact and reproduction steps")
    const both = indexOf([...LIBRARY, twin])
    const query = "write a bug bounty report with impact, reproduction steps and screenshots"
    for (const name of ["bounty-writeup", "bug-bounty-report"])
      assert.equal(remedyFor(both, query, explain(both, query, name)), undefined, name)
  })

  it("has nothing to say of a skill that is named or confident, or that lacks no word", () => {
    assert.equal(remedy("/xlsx", "xlsx"), undefined)
    assert.equal(remedy("write a bug bounty report", "bug-bounty-report"), undefined)
    assert.equal(remedy("supply contracts", "supply-contract-templates"), undefined)
    assert.equal(remedy("", "xlsx"), undefined)
  })
})
