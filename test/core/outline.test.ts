import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { outline } from "../../core/outline.ts"
import { readSection } from "../../core/section.ts"
import { documents, joined, linesOf } from "./document.ts"

/** Expected headings as `level line text`. */
const check = (text: string, expected: readonly string[]): void => {
  const found = outline(text).map(({ level, line, text }) => `${level} ${line} ${text}`)
  assert.deepEqual(found, expected, JSON.stringify(text))
}

describe("outline", () => {
  it("lists ATX and setext headings with their lines", () => {
    check("# A\n\ntext\n## B ##\n\nC\n===\n\nD\nD2\n---\n", ["1 1 A", "2 4 B", "1 6 C", "2 9 D D2"])
    check("###### six\n####### seven\n#none\n#\n", ["6 1 six", "1 4 "])
  })

  it("keeps markup in a heading's text and puts it in one line", () => {
    check("# `code` *em*  [x](y) \\#\n", ["1 1 `code` *em* [x](y) \\#"])
  })

  it("counts lines under LF, CRLF, CR, their mixture and a mark", () => {
    check("a\n# B\n", ["1 2 B"])
    check("a\r\n# B\r\n", ["1 2 B"])
    check("a\r# B\r", ["1 2 B"])
    check("a\r\n\rb\n\r\n# B", ["1 5 B"])
    check("\uFEFF# A\n", ["1 1 A"])
    check("\uFEFF---\r\nname: a\r\n---\r\n# A\r\n", ["1 4 A"])
  })

  it("never takes frontmatter for a heading", () => {
    check("---\nname: a\n# comment\ndescription: |\n  # d\n---\n# A\n", ["1 7 A"])
    check("---\nname: a\n--- end\n# A\n", ["1 4 A"])
    check("---\nname: a\ndescription: @x\n---\n# A\n", ["1 5 A"])
    check("---\nname: a\n", [])
  })

  it("knows no heading inside fences, HTML, indented code, quotes and lists", () => {
    check("```\n# a\n```\n~~~\n# b\n```\n# c\n~~~\n# D\n", ["1 9 D"])
    check("````\n```\n# a\n````\n# B\n", ["1 5 B"])
    check("<div>\n# a\n</div>\n\n# B\n", ["1 5 B"])
    check("<!--\n\n# a\n\n-->\n# B\n", ["1 6 B"])
    check("<pre>\n\n# a\n\n</pre>\n# B\n", ["1 6 B"])
    check("text\n\n    # a\n\n# B\n", ["1 5 B"])
    check("> # a\n\n- # b\n\n  # c\n\n# D\n", ["1 7 D"])
    check("1. x\n\n   y\n   ===\n\n# D\n", ["1 6 D"])
  })

  it("knows none behind a fence that is never closed", () => check("# A\n```\n# b\n\n# c\n", ["1 1 A"]))

  it("knows a thematic break and a table from a setext heading", () => {
    check("a\n\n---\n\n***\n\n# B\n", ["1 7 B"])
  })

  it("finds nothing in nothing", () => {
    check("", [])
    check("\uFEFF", [])
    check("\r\n", [])
  })

  it("numbers headings from one", () => {
    assert.deepEqual(
      outline("# A\n## B\n# C\n").map(({ number }) => number),
      [1, 2, 3],
    )
  })

  it("reads thirty thousand signs of deep nesting and long lines", { timeout: 20_000 }, () => {
    for (const unit of ["> ", "- ", "[", "*", "<a", "`", "# a\n", "a\n=\n", "\n", "  - x\n"]) {
      outline(unit.repeat(30_000 / unit.length))
    }
  })

  it("equals what the document was made of", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { text, headings } = document
        check(
          text,
          headings.map(({ level, line, text }) => `${level} ${line} ${text}`),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe("outline and readSection together", () => {
  it("cut a document into its preamble and its top sections, nothing lost and nothing twice", () => {
    fc.assert(
      fc.property(documents, ({ text, headings }) => {
        const lines = linesOf(text)
        const first = headings[0]?.line ?? lines.length + 1
        const parts = [lines.slice(0, first - 1)]
        for (let at = 0; at < headings.length; ) {
          const section = readSection(text, at + 1, 600)
          parts.push([...section.lines])
          const next = headings.findIndex(({ line }) => line > section.lastLine)
          at = next < 0 ? headings.length : next
        }
        assert.equal(joined(parts.flat()), joined(lines))
      }),
      { numRuns: 200 },
    )
  })

  it("give to each section the lines up to the next heading of its level or above", () => {
    fc.assert(
      fc.property(documents, fc.nat(20), ({ text, headings }, pick) => {
        fc.pre(headings.length > 0)
        const at = pick % headings.length
        const own = headings[at]
        const next = headings.slice(at + 1).find(({ level }) => own !== undefined && level <= own.level)
        const lines = linesOf(text).slice((own?.line ?? 1) - 1, next === undefined ? undefined : next.line - 1)
        const section = readSection(text, at + 1, 600)
        assert.deepEqual(section.lines, lines)
        assert.deepEqual(
          [section.firstLine, section.lastLine, section.cutLines],
          [own?.line, (own?.line ?? 0) + lines.length - 1, 0],
        )
      }),
      { numRuns: 300 },
    )
  })
})
