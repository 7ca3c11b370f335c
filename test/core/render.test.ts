import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { renderHint, renderPreload, renderRule } from "../../core/render.ts"
import type { Candidate } from "../../core/search.ts"
import type { Lang } from "../../core/texts.ts"
import { makeSkill } from "./make-skill.ts"

const candidate = (name: string, description: string, confident = true): Candidate => {
  const skill = makeSkill(name, description, { id: `id-of-${name}` })
  return { name, path: skill.path, score: 1, why: "", description, confident, coverage: 1, skill }
}

/** The lines between the hint's frame. */
const check = (candidates: readonly Candidate[], expected: readonly string[] | undefined): void => {
  const hint = renderHint({ candidates, lang: "en", argument: "name" })
  assert.deepEqual(hint?.split("\n").slice(1, -1), expected)
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "</skill_hint>",
          '<skill_hint source="x">',
          "</skill_content>",
          "<skill_content",
          '" name="',
          "\n- fake: x",
          "\r\n",
          "\u2028",
        ],
        ...[
          "<system>",
          "＜/skill_hint＞",
          "</skill\u200b_hint>",
          "; open: the skill tool, name=other",
          "word ",
          "слово ",
          "🚀",
          "$&",
          "$1",
        ],
        ...["\u0000", "\u001b[2J", "`", "```\n", "---\n", "&", "]", "x".repeat(300)],
      ),
      fc.string({ unit: "binary", maxLength: 10 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""))
const langs = fc.constantFrom<Lang>("ru", "en")
const long = fc.tuple(hostile, fc.constantFrom(1, 20, 400)).map(([text, times]) => text.repeat(times).slice(0, 30_000))

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0

describe("renderHint", () => {
  it("gives nothing for no candidates", () => check([], undefined))

  it("shows at most five, in the order given", () => {
    const eight = Array.from({ length: 8 }, (_, at) => candidate(`s${at}`, "d", at === 0))
    check(eight, [
      "- s0: d; open: the skill tool, name=s0",
      ...[1, 2, 3, 4].map((at) => `- s${at} (possibly): d; open: the skill tool, name=s${at}`),
    ])
  })

  it("leaves the description of a hidden skill out", () => {
    check([candidate("a", "")], ["- a; open: the skill tool, name=a"])
    check([candidate("a", " \n ")], ["- a; open: the skill tool, name=a"])
  })

  it("names the id where the host takes that", () => {
    const hint = renderHint({ candidates: [candidate("a", "d")], lang: "ru", argument: "id" })
    assert.equal(hint?.split("\n")[1], "- id-of-a: d; открыть: инструмент skill, id=id-of-a")
  })

  it("cuts long descriptions at a word and marks the cut", () => {
    const hint = renderHint({ candidates: [candidate("a", "many words ".repeat(200))], lang: "en", argument: "name" })
    assert.match(hint ?? "", /\n- a: (many words )+many( words)?…; open: the skill tool, name=a\n<\/skill_hint>$/)
    assert.ok((hint ?? "").length > 900)
  })

  it("leaves to long descriptions the room that short ones do not need", () => {
    const [short, long] = [candidate("a", "short"), candidate("b", "word ".repeat(300))]
    const hint = renderHint({ candidates: [short, long], lang: "en", argument: "name" }) ?? ""
    assert.ok(hint.includes("- a: short; open"))
    assert.ok(hint.length > 900, String(hint.length))
  })

  it("leaves candidates out whose names take all the room, the first ones kept", () => {
    const names = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(150))
    const lines = renderHint({
      candidates: names.map((name) => candidate(name, "words of it")),
      lang: "ru",
      argument: "name",
    })?.split("\n")
    assert.ok(lines !== undefined && lines.length >= 3 && lines.length < 7)
    assert.ok(lines[1]?.startsWith(`- ${"a".repeat(150)}`))
    assert.equal(renderHint({ candidates: [candidate("a".repeat(900), "d")], lang: "ru", argument: "name" }), undefined)
  })

  it("keeps its frame, its lines and its limits, whatever names and descriptions hold", () => {
    const one = fc
      .tuple(hostile, long, fc.boolean())
      .map(([name, description, confident]) => candidate(name, description, confident))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 7 }), langs, (candidates, lang) => {
        const hint = renderHint({ candidates, lang, argument: "name" })
        if (hint === undefined) return
        const lines = hint.split("\n")
        assert.ok(hint.length <= 1_000, String(hint.length))
        assert.match(lines[0] ?? "", /^<skill_hint source="skill-mcp" note="[^"<>]+">$/)
        assert.equal(lines.at(-1), "</skill_hint>")
        assert.ok(lines.length >= 3 && lines.length <= 7)
        for (const line of lines.slice(1, -1)) assert.match(line, /^- /)
        assert.equal(count(hint, /[<>＜＞﹤﹥]/g), 4)
        assert.doesNotMatch(hint.replaceAll("\n", ""), /[\p{Cc}\u2028\u2029]/u)
        assert.equal(renderHint({ candidates, lang, argument: "name" }), hint)
      }),
      { numRuns: 120 },
    )
  })

  it("shows the names it opens skills by whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 90 }), { minLength: 1, maxLength: 5 }),
        (names) => {
          const safe = names.map((name) => name.replace(/[<>\s]/g, "-"))
          const hint = renderHint({
            candidates: safe.map((name) => candidate(name, "word ".repeat(90))),
            lang: "en",
            argument: "name",
          })
          const lines = hint?.split("\n").slice(1, -1) ?? []
          for (const [at, line] of lines.entries()) assert.ok(line.endsWith(`name=${safe[at]}`), line)
        },
      ),
      { numRuns: 100 },
    )
  })

  it("parts no surrogate pair", () => {
    for (let shift = 0; shift < 4; shift++) {
      for (const sign of ["🚀", "🚀 ", "👩\u200d💻"]) {
        const description = "x".repeat(shift) + sign.repeat(600)
        for (const lang of ["ru", "en"] as const) {
          const hint = renderHint({
            candidates: [candidate("a", description), candidate("b", description)],
            lang,
            argument: "name",
          })
          assert.doesNotMatch(hint ?? "", /\p{Cs}/u)
        }
      }
    }
  })
})

describe("renderPreload", () => {
  it("gives a body whole as long as it fits to the letter", () => {
    const frame = '<skill_content name="a">\n\n</skill_content>'.length
    const whole = renderPreload({ name: "a", body: "x".repeat(20_000 - frame), lang: "en" })
    assert.equal(whole.length, 20_000)
    assert.ok(!whole.includes("[truncated"))
    const cut = renderPreload({ name: "a", body: "x".repeat(20_001 - frame), lang: "en" })
    assert.ok(cut.includes("[truncated") && cut.length <= 20_000)
  })

  it("cuts at a line end and counts what is shown", () => {
    const body = "A line of the body.\n".repeat(3_000)
    const block = renderPreload({ name: "a", body, lang: "en" })
    const [, shown, whole] = /\[truncated: (\d+) of (\d+) characters shown/.exec(block) ?? []
    assert.equal(Number(whole), body.trim().length)
    const text = block.slice('<skill_content name="a">\n'.length, block.indexOf("\n\n[truncated"))
    assert.equal(Number(shown), text.length)
    assert.ok(text.endsWith("A line of the body."))
    assert.ok(block.length > 19_500)
  })

  it("keeps its frame and its limit, whatever name and body hold", () => {
    fc.assert(
      fc.property(hostile, long, langs, (name, body, lang) => {
        const block = renderPreload({ name, body, lang })
        const lines = block.split("\n")
        assert.ok(block.length <= 20_000, String(block.length))
        assert.match(lines[0] ?? "", /^<skill_content name="[^"<>]*">$/)
        assert.equal(lines.at(-1), "</skill_content>")
        const inner = lines.slice(1, -1).join("\n")
        assert.doesNotMatch(inner, /<\s*\/?\s*(?:skill_\w+|system)\b/i)
        assert.equal(renderPreload({ name, body, lang }), block)
      }),
      { numRuns: 120 },
    )
  })

  it("keeps its limit under a name of any length", () => {
    for (const length of [300, 9_000, 19_950, 25_000]) {
      for (const lang of ["ru", "en"] as const) {
        const block = renderPreload({ name: "n".repeat(length), body: "x".repeat(30_000), lang })
        assert.ok(block.length <= 20_000, `${length}: ${block.length}`)
        assert.ok(block.endsWith("</skill_content>"))
      }
    }
  })

  it("parts no surrogate pair", () => {
    for (let shift = 0; shift < 4; shift++)
      assert.doesNotMatch(
        renderPreload({ name: "a", body: "x".repeat(shift) + "🚀".repeat(15_000), lang: "en" }),
        /\p{Cs}/u,
      )
  })

  it("shows no carriage return, mark or frontmatter", () => {
    assert.equal(
      renderPreload({ name: "a", body: "\uFEFF# T\r\nb\r\n", lang: "en" }),
      '<skill_content name="a">\n# T\nb\n</skill_content>',
    )
  })
})

describe("renderRule", () => {
  it("gives the same bytes every time, within its limit", () => {
    for (const lang of ["ru", "en"] as const) {
      assert.equal(renderRule(lang), renderRule(lang))
      assert.ok(renderRule(lang).length <= 500)
    }
  })
})
