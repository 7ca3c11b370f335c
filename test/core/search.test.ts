import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { type Candidate, type SearchOptions, search } from "../../core/search.ts"
import { indexOf, LIBRARY } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf()

const names = (query: string, options: SearchOptions = {}): string[] =>
  search(index, query, options).map(({ name }) => name)
const first = (query: string): Candidate | undefined => search(index, query)[0]

const check = (query: string, expected: string | undefined): void => assert.equal(first(query)?.name, expected, query)

describe("search", () => {
  it("finds by name, description, headings, aliases and body", () => {
    check("write a bug bounty report", "bug-bounty-report")
    check("excel pivot tables", "xlsx")
    check("checklist", "code-review")
    check("acroform", "pdf-forms")
    assert.ok(names("postgres").includes("db-rollback"))
  })

  it("finds Russian requests in English skills, and the reverse", () => {
    check("проверь договор поставки", "supply-contract-review")
    check("Сделай сводную таблицу в экселе", "xlsx")
    check("деплой в кубернетес", "k8s-deploy")
    check("отчёт о баг баунти", "bug-bounty-report")
    check("business correspondence letters", "delovaya-perepiska")
    check("ревью пул-реквеста", "code-review")
  })

  it("finds CJK text by its bigrams", () => {
    check("公众号周报", "weekly-report-zh")
    check("把中文改自然", "weekly-report-zh")
  })

  it("finds a word with a slip of the keyboard, and a loan word by its sound", () => {
    check("kuberntes rollout", "k8s-deploy")
    check("хельм чарт", "k8s-deploy")
  })

  it("finds a hidden skill by name, headings and body", () => {
    for (const query of ["db rollback", "undo a migration", "restore previous schema of postgres"])
      assert.ok(names(query).includes("db-rollback"), query)
    assert.equal(search(index, "/db-rollback")[0]?.description, "")
  })

  it("shows a manual-only skill", () => {
    assert.ok(names("company release for customers").includes("company-release"))
  })

  it("gives nothing for an empty request or one of stop words", () => {
    for (const query of ["", "   ", "\n\t", "!!!", "the and of", "и в на", "\0", "\ud800"])
      assert.deepEqual(search(index, query), [], JSON.stringify(query))
  })

  it("lets the person's own words outweigh fences, logs, quotations and addresses", () => {
    const noise = "kubernetes helm deploy services charts"
    for (const pasted of [
      `\`\`\`\n${noise}\n\`\`\``,
      `> ${noise}`,
      `2026-11-29T10:00:00 ${noise}`,
      "https://x.example/kubernetes/helm/deploy/services/charts",
      `<file path="a">\n${noise}\n</file>`,
      Array.from({ length: 600 }, (_, at) => `    at deploy (/app/kubernetes/helm.js:${at}:1)`).join("\n"),
    ])
      check(`review the supply contracts\n${pasted}`, "supply-contract-review")
  })

  it("reads a request in the quotes of `opencode run` like the bare one", () => {
    for (const query of ["review my supply contract", 'review "my" supply contract', "/code-review now"]) {
      const quoted = `"${query.replaceAll('"', '\\"')}"`
      assert.equal(JSON.stringify(search(index, quoted)), JSON.stringify(search(index, query)), quoted)
    }
  })

  it("answers 200,000 characters of any kind", { timeout: 30_000 }, () => {
    for (const unit of [
      "word ",
      "слово ",
      "公",
      "a-b ",
      "skill x ",
      "/a ",
      "`",
      "<a>",
      "contract review\n",
      "aB",
      "x".repeat(50),
    ]) {
      assert.ok(Array.isArray(search(index, unit.repeat(Math.ceil(200_000 / unit.length)))))
    }
    check(
      `review the supply contract\n${"A sentence that says little of use.\n".repeat(5_000)}`,
      "supply-contract-review",
    )
  })

  it("puts a skill that is named outright first, and is sure of it", () => {
    for (const query of [
      "/code-review",
      "use the code-review skill on the supply contract deploy",
      "возьми «скилл code-review» для договора поставки",
      "Deploy kubernetes helm charts.\nThen more.\n/skill:code-review",
      "/code-reveiw",
    ]) {
      const one = first(query)
      assert.deepEqual([one?.name, one?.confident, one?.coverage], ["code-review", true, 1], query)
      assert.equal(one?.why, "named in the request")
    }
    check("go for the rework, use the implement skill", "implement")
    check("/db-rollback", "db-rollback")
    check("/company-release", "company-release")
  })

  it("says why in words", () => {
    assert.match(first("bug bounty report")?.why ?? "", /^matched name\+description[a-z+]*: [\w, ()]*bounty/)
    assert.match(first("деплой")?.why ?? "", /деплой \(deploy\)/)
    for (const { why } of search(index, "review contracts, kubernetes charts and excel reports"))
      assert.match(why, /^[a-z]/)
  })

  it("gives the shape of the contract", () => {
    const one = first("bug bounty report")
    assert.deepEqual(
      Object.keys(one ?? {})
        .filter((key) => key !== "skill" && key !== "nearness")
        .sort(),
      ["confident", "coverage", "description", "name", "path", "score", "why"],
    )
    assert.equal(one?.path, "/skills/bug-bounty-report/SKILL.md")
  })

  it("gives at most ten, or as many as asked", () => {
    const many = indexOf(Array.from({ length: 30 }, (_, at) => makeSkill(`s${at}`, "contract review")))
    assert.equal(search(many, "contract review").length, 10)
    assert.equal(search(many, "contract review", { limit: 3 }).length, 3)
    assert.deepEqual(search(many, "contract", { limit: 0 }), [])
  })

  it("leaves out what is not accepted, named or not, and judges the rest alone", () => {
    const accepts = ({ name }: { name: string }): boolean => name !== "code-review"
    assert.ok(!names("/code-review", { accepts }).includes("code-review"))
    assert.ok(!names("review a pull request", { accepts }).includes("code-review"))
    assert.deepEqual(search(index, "review", { accepts: () => false }), [])
  })

  it("orders by confidence, then score, then name", () => {
    const query = fc.array(
      fc.constantFrom("contract", "review", "deploy", "отчёт", "excel", "/code-review", "pdf", "schema"),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(query, (words) => {
        const found = search(index, words.join(" "))
        for (const [at, one] of found.entries()) {
          const next = found[at + 1]
          if (next === undefined) continue
          assert.ok(Number(one.confident) >= Number(next.confident))
          if (one.confident === next.confident)
            assert.ok(one.score > next.score || (one.score === next.score && one.name <= next.name))
        }
        assert.equal(new Set(found.map(({ path }) => path)).size, found.length)
        for (const { coverage } of found) assert.ok(coverage >= 0 && coverage <= 1)
      }),
      { numRuns: 100 },
    )
  })

  it("settles equal scores by name, whatever the order of adding", () => {
    const equal = ["c", "a", "b"].map((letter) => makeSkill(`zzq${letter}`, "contract review"))
    for (const skills of [equal, [...equal].reverse()])
      assert.deepEqual(
        search(indexOf(skills), "contract").map(({ name }) => name),
        ["zzqa", "zzqb", "zzqc"],
      )
  })

  it("lets boost win ties of equal coverage and add no candidate", () => {
    const equal = indexOf(["a", "b", "c"].map((letter) => makeSkill(`zzq${letter}`, "contract review")))
    const boosted = (boost: readonly string[]): string[] => search(equal, "contract", { boost }).map(({ name }) => name)
    assert.deepEqual(boosted(["zzqc"]), ["zzqc", "zzqa", "zzqb"])
    assert.deepEqual(boosted(["nowhere", "constructor"]), ["zzqa", "zzqb", "zzqc"])
    assert.deepEqual(names("excel pivot tables", { boost: ["code-review"] })[0], "xlsx")
    assert.deepEqual(search(index, "", { boost: ["xlsx"] }), [])
  })

  it("keeps the order of the unboosted among themselves, and boosts within equal coverage only", () => {
    const boosts = fc.subarray(LIBRARY.map(({ name }) => name))
    const words = fc.array(fc.constantFrom("contract", "review", "deploy", "supply", "report", "schema", "excel"), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(boosts, words, (boost, query) => {
        const plain = search(index, query.join(" "))
        const boosted = search(index, query.join(" "), { boost })
        assert.deepEqual(boosted.map(({ name }) => name).sort(), plain.map(({ name }) => name).sort())
        const order = (list: readonly Candidate[]): string[] =>
          list.filter(({ name }) => !boost.includes(name)).map(({ name }) => name)
        assert.deepEqual(order(boosted), order(plain))
        for (const one of boosted)
          for (const other of boosted)
            if (
              one.coverage === other.coverage &&
              one.confident === other.confident &&
              boost.includes(one.name) &&
              !boost.includes(other.name)
            )
              assert.ok(boosted.indexOf(one) < boosted.indexOf(other), `${one.name} stands behind ${other.name}`)
      }),
      { numRuns: 150 },
    )
  })

  it("gives equal bytes for equal input", () => {
    for (const query of ["review contracts", "договор поставки", "/code-review", "公众号"])
      assert.equal(JSON.stringify(search(index, query)), JSON.stringify(search(indexOf(), query)))
  })

  it("takes names that every object has for words", () => {
    for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
      for (const { why } of search(index, word)) assert.doesNotMatch(why, /function|object/)
    }
  })
})
