import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { namedSkills, nameKey, nearestNames } from "../../core/named-skills.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf([
  ...LIBRARY,
  makeSkill("constructor", "d"),
  makeSkill("Отчёт по задачам", "d"),
  makeSkill("周报", "d"),
  makeSkill("group/deep-skill", "d"),
])

const check = (query: string, ...expected: readonly string[]): void => {
  assert.deepEqual(
    namedSkills(index, query).map(({ name }) => name),
    expected,
    query.slice(0, 80),
  )
}

describe("namedSkills", () => {
  it("knows a slash command, at the beginning and on a later line", () => {
    check("/code-review", "code-review")
    check("/code-review src/index.ts", "code-review")
    check("Do this.\n\n/skill:code-review", "code-review")
    check("/skills:code-review", "code-review")
    check("run (/code-review) now", "code-review")
    check("запусти «/code-review»", "code-review")
    check("/xlsx", "xlsx")
  })

  it("knows a hyphenated name as a word of its own", () => {
    check("run code-review on this", "code-review")
    check("run `code-review` on this", "code-review")
    check("run Code_Review, please", "code-review")
    check("code-review.", "code-review")
  })

  it("knows a name beside the word for a skill, in both languages", () => {
    check("go for the rework, use the implement skill", "implement")
    check("use the code review skill", "code-review")
    check("use skill xlsx here", "xlsx")
    check("возьми скилл code-review", "code-review")
    check("«скилл code-review»", "code-review")
    check("используй навык xlsx", "xlsx")
    check("скиллом implement сделай это", "implement")
    check("скилл отчет по задачам", "Отчёт по задачам")
    check("use the constructor skill", "constructor")
    check("/周报", "周报")
  })

  it("forgives a slip of the keyboard where one name is near", () => {
    check("/code-reveiw", "code-review")
    check("use the code-reveiw skill", "code-review")
    check("run suply-contract-review", "supply-contract-review")
    check("/xlxs")
  })

  it("names several in the order of the request, each once", () => {
    check("/pdf-forms then /code-review then /pdf-forms", "pdf-forms", "code-review")
    check("use the implement skill, then the xlsx skill", "implement", "xlsx")
  })

  it("knows a name in the middle of a request of 20,000 characters, and at the start of a long paragraph", () => {
    const brief = "A sentence of the brief that says little of use.\n".repeat(200)
    for (const mention of ["/skill:code-review", "go on with the code-review skill"])
      check(`${brief}${mention}\n${brief}`, "code-review")
    check(
      `Use the code-review skill. ${"We sell parts to three factories, and each wants its own terms. ".repeat(50)}`,
      "code-review",
    )
  })

  it("takes no path, address, fence, quotation or part of a word for a name", () => {
    check("open /srv/code-review/x")
    check("open src/code-review")
    check("open https://x.example/code-review")
    check("```\n/code-review\n```")
    check("> use the implement skill")
    check("my-code-review-bot")
    check("implement a parser")
    check("review the code")
    check("")
    check("skill")
    check("/")
  })

  it("knows both skills where two bear the same words", () => {
    const twins = indexOf([
      makeSkill("code-review", "d"),
      makeSkill("Code Review", "d", { path: "/skills/2/SKILL.md" }),
    ])
    assert.equal(namedSkills(twins, "/code-review").length, 2)
  })

  it("takes names that every object has for words", () => {
    check("/toString")
    check("/__proto__")
    check("use the hasOwnProperty skill")
  })

  it("reads 200,000 characters of skills", { timeout: 20_000 }, () => {
    for (const unit of ["skill code review ", "/code-review ", "a-b-c-d ", "/skill:", "a_", "скилл "])
      namedSkills(index, unit.repeat(200_000 / unit.length))
  })
})

describe("nearestNames", () => {
  it("gives the nearest first, at most five, none for nonsense", () => {
    assert.equal(nearestNames(index, "code-reveiw")[0], "code-review")
    assert.ok(nearestNames(index, "supply contract").includes("supply-contract-review"))
    assert.ok(nearestNames(index, "e").length <= 5)
    assert.deepEqual(nearestNames(index, "qqqqqqqqqqqq"), [])
    assert.deepEqual(nearestNames(indexOf([]), "a"), [])
  })
})

describe("nameKey", () => {
  it("joins the spellings of a name", () => {
    for (const name of ["Code-Review", "code_review", "code review", "CODE.REVIEW"])
      assert.equal(nameKey(name), "code review")
    assert.equal(nameKey("Отчёт"), nameKey("отчет"))
    assert.equal(nameKey("é"), nameKey("e\u0301"))
  })
})
