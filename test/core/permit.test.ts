import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { fitsGlob, isAllowed, type Permissions } from "../../core/permit.ts"

const check = (rules: Partial<Permissions>, name: string, agent: string | undefined, expected: boolean): void => {
  assert.equal(isAllowed(name, agent, { allow: {}, deny: {}, ...rules }), expected, `${name} for ${agent}`)
}

describe("isAllowed", () => {
  it("allows everything where nothing is said", () => check({}, "a", "build", true))

  it("denies by the agent's globs and by those of every agent", () => {
    const deny = { tenderwriter: ["contract-review*"], "*": ["secret"] }
    check({ deny }, "contract-review-eu", "tenderwriter", false)
    check({ deny }, "contract-review-eu", "build", true)
    check({ deny }, "secret", "build", false)
    check({ deny }, "secret", undefined, false)
    check({ deny }, "contract-review", undefined, true)
  })

  it("narrows an agent that is named to what its globs fit", () => {
    const allow = { narrow: ["skill-a", "skill-b*"] }
    check({ allow }, "skill-a", "narrow", true)
    check({ allow }, "skill-b2", "narrow", true)
    check({ allow }, "skill-c", "narrow", false)
    check({ allow }, "skill-c", "build", true)
    check({ allow: { narrow: [] } }, "skill-a", "narrow", false)
  })

  it("adds the globs of every agent to the agent's own", () => {
    const allow = { "*": ["common"], narrow: ["own"] }
    check({ allow }, "common", "narrow", true)
    check({ allow }, "own", "narrow", true)
    check({ allow }, "own", "build", false)
    check({ allow }, "common", undefined, true)
    check({ allow }, "own", undefined, false)
  })

  it("lets deny win over allow", () => {
    check({ allow: { a: ["x"] }, deny: { "*": ["x"] } }, "x", "a", false)
  })

  it("takes names that every object has for plain ids", () => {
    for (const agent of ["constructor", "__proto__", "toString"]) {
      check({}, "a", agent, true)
      check({ allow: { other: ["b"] } }, "a", agent, true)
      check({ deny: JSON.parse(`{"${agent}": ["a"]}`) }, "a", agent, false)
    }
  })

  it("takes an agent called * for every agent", () => check({ deny: { "*": ["a"] } }, "a", "*", false))
})

describe("fitsGlob", () => {
  it("knows stars at any place and nothing else", () => {
    for (const [name, glob] of [
      ["abc", "abc"],
      ["abc", "*"],
      ["", "*"],
      ["abc", "a*"],
      ["abc", "*c"],
      ["abc", "a*c"],
      ["abcabc", "*b*b*"],
      ["abab", "*ab"],
      ["ab", "**a**b**"],
      ["a.c", "a.c"],
      ["a\nb", "a*b"],
    ] as const)
      assert.equal(fitsGlob(name, glob), true, `${name} ${glob}`)
    for (const [name, glob] of [
      ["abc", "ab"],
      ["abc", "b*"],
      ["abc", "a*b"],
      ["aba", "aba*a"],
      ["ab", "ab*b"],
      ["axc", "a.c"],
      ["a", "?"],
      ["a", "[a]"],
      ["A", "a"],
      ["a", ""],
    ] as const)
      assert.equal(fitsGlob(name, glob), false, `${name} ${glob}`)
  })

  it("equals a regular expression", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", ".", "\n", "("), maxLength: 10 })
    const globs = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "("), maxLength: 8 })
    fc.assert(
      fc.property(letters, globs, (name, glob) => {
        const pattern = glob.split("*").map((part) => part.replace(/[.(]/g, "\\$&"))
        assert.equal(fitsGlob(name, glob), new RegExp(`^${pattern.join("[^]*")}$`).test(name))
      }),
      { numRuns: 3_000 },
    )
  })

  it("answers a glob of many stars", { timeout: 5_000 }, () => {
    assert.equal(fitsGlob("a".repeat(10_000), "*a".repeat(200).concat("*b")), false)
  })
})
