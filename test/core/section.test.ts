import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type ErrorCode, SkillFinderError } from "../../core/error.ts"
import { readSection } from "../../core/section.ts"

const TEXT = [
  "---", // 1
  "name: a",
  "---",
  "# Guide", // 4
  "intro",
  "## Set up", // 6
  "one",
  "### Deep", // 8
  "two",
  "## Set upwards", // 10
  "three",
  "## Ёлка и «Отчёт»", // 12
  "four",
  "## 7", // 14
  "five",
  "## Notes", // 16
  "## Notes", // 17
  "# End", // 18
  "",
].join("\n")

const check = (wanted: string | number, expected: readonly [number, number]): void => {
  const { firstLine, lastLine, lines, cutLines } = readSection(TEXT, wanted)
  assert.deepEqual([firstLine, lastLine], expected, String(wanted))
  assert.deepEqual(lines, TEXT.split("\n").slice(firstLine - 1, lastLine))
  assert.equal(cutLines, 0)
}

const checkFault = (read: () => unknown, code: ErrorCode, ...parts: readonly string[]): void => {
  assert.throws(read, (error) => {
    assert.ok(error instanceof SkillFinderError)
    assert.equal(error.code, code)
    for (const part of parts) assert.ok(error.message.includes(part), `${error.message} lacks ${part}`)
    return true
  })
}

describe("readSection", () => {
  it("gives the lines from a heading to the next of its level or above", () => {
    check("Guide", [4, 17])
    check("Set up", [6, 9])
    check("Deep", [8, 9])
    check("End", [18, 18])
  })

  it("finds a heading by number, also written as text", () => {
    check(1, [4, 17])
    check(3, [8, 9])
    check("#3", [8, 9])
    check(" 3 ", [8, 9])
  })

  it("takes a heading's own text before a number", () => check("7", [14, 15]))

  it("finds a heading without regard to case, spaces, hashes and width", () => {
    check("set  UP", [6, 9])
    check("## Set up", [6, 9])
    check("ｇｕｉｄｅ", [4, 17])
    check("ЁЛКА И «ОТЧЁТ»", [12, 13])
    check("Ёлка и «Отчёт»".normalize("NFD"), [12, 13])
  })

  it("finds a heading by a beginning that fits only one, the exact text first", () => {
    check("De", [8, 9])
    check("Set upw", [10, 11])
    check("Set up", [6, 9])
  })

  it("lists the numbers where a text fits several", () => {
    checkFault(() => readSection(TEXT, "Notes"), "E_SECTION_NOT_FOUND", '7 "Notes"', '8 "Notes"')
    checkFault(() => readSection(TEXT, "set"), "E_SECTION_NOT_FOUND", '2 "Set up"', '4 "Set upwards"')
  })

  it("lists the headings where none fits", () => {
    checkFault(() => readSection(TEXT, "Nowhere"), "E_SECTION_NOT_FOUND", "Nowhere", '1 "Guide"', '9 "End"')
    checkFault(() => readSection(TEXT, 0), "E_SECTION_NOT_FOUND", '1 "Guide"')
    checkFault(() => readSection(TEXT, 10), "E_SECTION_NOT_FOUND", '1 "Guide"')
    checkFault(() => readSection(TEXT, -1), "E_SECTION_NOT_FOUND")
    checkFault(() => readSection(TEXT, Number.NaN), "E_SECTION_NOT_FOUND")
    checkFault(() => readSection(TEXT, ""), "E_SECTION_NOT_FOUND")
    checkFault(() => readSection(TEXT, "   "), "E_SECTION_NOT_FOUND")
    checkFault(() => readSection("no headings", "a"), "E_SECTION_NOT_FOUND", "no headings at all")
  })

  it("keeps the list of headings short", () => {
    const many = Array.from({ length: 200 }, (_, at) => `# H${at}\n`).join("")
    checkFault(() => readSection(many, "none"), "E_SECTION_NOT_FOUND", '40 "H39" and 160 more')
  })

  it("cuts at max_lines and says how many lines it left out", () => {
    const text = `# A\n${"line\n".repeat(199)}# B\n`
    const cut = readSection(text, "A", 10)
    assert.deepEqual([cut.lines.length, cut.firstLine, cut.lastLine, cut.cutLines], [10, 1, 10, 190])
    assert.equal(readSection(text, "A").lines.length, 150)
    assert.deepEqual(readSection(text, "A", 200).cutLines, 0)
    assert.equal(readSection(text, "A", 600).lines.length, 200)
    assert.equal(readSection(text, "A", 1).lines.length, 1)
  })

  it("refuses a max_lines out of range or not whole", () => {
    for (const most of [0, -1, 601, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      checkFault(() => readSection(TEXT, "Guide", most), "E_INVALID_INPUT", String(most), "1 to 600")
    }
  })

  it("gives lines without their ends under CRLF, CR and a mark", () => {
    for (const end of ["\r\n", "\r"]) {
      const { lines, firstLine, lastLine } = readSection(`\uFEFF# A${end}b${end}# C${end}`, "A")
      assert.deepEqual([lines, firstLine, lastLine], [["# A", "b"], 1, 2])
    }
  })
})
