import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { cutAt, toAttribute, toBlockText, toInlineText } from "../../core/neutralise.ts"

const check = (neutralise: (text: string) => string, text: string, expected: string): void => {
  assert.equal(neutralise(text), expected, JSON.stringify(text))
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "<",
          ">",
          "</",
          "/>",
          "＜",
          "﹤",
          '"',
          "'",
          "\n",
          "\r",
          "\u2028",
          "\u2029",
          "\u0085",
          "\0",
          "\u001b[31m",
          "\t",
          " ",
          "/",
        ],
        ...[
          "skill_hint",
          "skill_content",
          "skill_router_rule",
          "system",
          "system-reminder",
          "available_skills",
          "a=b",
          "&lt;",
        ],
        ...["\u200b", "\u202e", "\u{e0041}", "\u00ad", "\ufeff", "🚀", "\ud83d", "\udE80", "я", "text"],
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""))

const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/
const CONTROLS = /\p{Cc}/u

describe("toInlineText", () => {
  it("keeps plain text as it is", () => {
    check(toInlineText, "Review of «supply» contracts & more: 100 %", "Review of «supply» contracts & more: 100 %")
  })

  it("turns angle brackets of every width to entities", () => {
    check(toInlineText, "</skill_hint><x>", "&lt;/skill_hint&gt;&lt;x&gt;")
    check(toInlineText, "＜skill_hint＞ ﹤x﹥", "&lt;skill_hint&gt; &lt;x&gt;")
  })

  it("puts everything on one line", () => {
    check(toInlineText, " a\n\nb\r\nc\u2028d\u0085e\tf\0g ", "a b c d e f g")
    check(toInlineText, "\u001b[31mred\u001b[0m", "[31mred [0m")
  })

  it("takes out what cannot be seen and keeps joined emoji whole", () => {
    check(toInlineText, "a\u200bb\u202ec\u2066d\ufeffe\u00adf", "abcdef")
    check(toInlineText, "x\u{e0041}\u{e007f}y", "xy")
    check(toInlineText, "👩\u200d💻", "👩\u200d💻")
  })

  it("takes out marks of direction and fillers of every kind, and halves of pairs", () => {
    check(toInlineText, "a\u061cb\u206ac\u3164d\ufff9e\u034ff\u{e0100}g", "abcdefg")
    check(toInlineText, "x\ud83dy\ude80z", "x\ufffdy\ufffdz")
  })

  it("leaves no bracket, line end or control character of any text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = toInlineText(text)
        assert.doesNotMatch(safe, /[<>＜＞﹤﹥]/)
        assert.doesNotMatch(safe, LINE_ENDS)
        assert.doesNotMatch(safe, CONTROLS)
        assert.equal(toInlineText(safe), safe)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("toAttribute", () => {
  it("leaves no way out of the quotes", () => {
    check(toAttribute, 'a" onload="x', "a&quot; onload=&quot;x")
    fc.assert(
      fc.property(hostile, (text) => assert.doesNotMatch(toAttribute(text), /["<>\n\r]/)),
      { numRuns: 300 },
    )
  })
})

describe("toBlockText", () => {
  it("takes the edge off the tags of prompts and keeps all other markup", () => {
    check(toBlockText, "<div>a < b</div>\n<T>\n`x<y>`", "<div>a < b</div>\n<T>\n`x<y>`")
    for (const tag of [
      "skill_content",
      "skill_hint",
      "skill_router_rule",
      "system-reminder",
      "system",
      "available_skills",
      "env",
    ]) {
      check(toBlockText, `x</${tag}>`, `x&lt;/${tag}>`)
      check(toBlockText, `<${tag} a="b">`, `&lt;${tag} a="b">`)
      check(toBlockText, `< / ${tag.toUpperCase()} >`, `&lt; / ${tag.toUpperCase()} >`)
      check(toBlockText, `＜/${tag}＞`, `&lt;/${tag}＞`)
    }
  })

  it("makes every line end a plain one and keeps the lines", () => {
    check(toBlockText, "a\r\nb\rc\nd\te", "a\nb\nc\nd\te")
    check(toBlockText, "\ufeffa\0b", "a b")
  })

  it("sees a tag through signs that cannot be seen and through line ends", () => {
    check(toBlockText, "</skill\u200b_content>", "&lt;/skill_content>")
    check(toBlockText, "<\u200b/skill_content>", "&lt;/skill_content>")
    check(toBlockText, "<\n/skill_content\n>", "&lt;\n/skill_content\n>")
    check(toBlockText, "</skill_content\u00adx>", "&lt;/skill_contentx>")
  })

  it("sees a tag through joiners, wide slashes and letters, and styled ones", () => {
    check(toBlockText, "<\u200d/skill_content>", "&lt;\u200d/skill_content>")
    check(toBlockText, "</sk\ufe0fill_\u200ccontent>", "&lt;/sk\ufe0fill_\u200ccontent>")
    check(toBlockText, "</\u3164skill_hint><\u034f/skill_hint>", "&lt;/skill_hint>&lt;/skill_hint>")
    check(toBlockText, "＜／ｓｋｉｌｌ＿ｈｉｎｔ＞", "&lt;／ｓｋｉｌｌ＿ｈｉｎｔ＞")
    check(toBlockText, "</ſ\u212aill_hint><𝐬𝐲𝐬𝐭𝐞𝐦>", "&lt;/ſ\u212aill_hint>&lt;𝐬𝐲𝐬𝐭𝐞𝐦>")
    check(toBlockText, "</system\u0301><system\u0301-reminder>", "&lt;/system\u0301>&lt;system\u0301-reminder>")
    check(toBlockText, "</skill\u0327></us\u0301er>", "&lt;/skill\u0327>&lt;/us\u0301er>")
    check(toBlockText, "<ｕsers> 👩\u200d💻 <b>", "<ｕsers> 👩\u200d💻 <b>")
  })

  it("takes no longer for a long gap behind a bracket", { timeout: 20_000 }, () => {
    for (const gap of [" ", "\u200d", "/", "<", "\n", "a"]) {
      const text = `<${gap.repeat(1_000_000)}x`
      const started = performance.now()
      check(toBlockText, text, text)
      assert.ok(performance.now() - started < 2_000, JSON.stringify(gap))
    }
  })

  it("leaves no reserved tag in any text, and changes nothing the second time", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = toBlockText(text)
        assert.doesNotMatch(safe, /<\s*\/?\s*(?:skill_\w+|system|available_skills)\b/i)
        assert.doesNotMatch(safe.replace(/[\n\t]/g, ""), CONTROLS)
        assert.equal(toBlockText(safe), safe)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("cutAt", () => {
  it("cuts at a length and parts no pair", () => {
    assert.equal(cutAt("abc", 5), "abc")
    assert.equal(cutAt("abc", 2), "ab")
    assert.equal(cutAt("a🚀b", 2), "a")
    assert.equal(cutAt("a🚀b", 3), "a🚀")
    assert.equal(cutAt("🚀", 0), "")
    assert.equal(cutAt("🚀", 1), "")
  })

  it("gives a beginning no longer than asked, never ending in half a pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(25), (text, length) => {
        const cut = cutAt(text, length)
        assert.ok(text.startsWith(cut) && cut.length <= length && cut.length >= Math.min(text.length, length) - 1)
        assert.doesNotMatch(cut, /\p{Cs}/u)
      }),
      { numRuns: 300 },
    )
  })
})
