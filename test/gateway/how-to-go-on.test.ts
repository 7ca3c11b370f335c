import assert from "node:assert/strict"
import { describe, it } from "node:test"
import type { Heading } from "../../core/index.ts"
import { howToGoOn } from "../../gateway/how-to-go-on.ts"

const heading = (number: number, level: number, line: number): Heading => ({ number, level, line, text: `h${number}` })

/** A section that begins at line 1 and ends at `end`, of which lines up to `shownTo` were given. */
const check = (
  { headings, shownTo, end, mayGrow = true }: { headings: Heading[]; shownTo: number; end: number; mayGrow?: boolean },
  expected: string,
): void => {
  const section = heading(1, 1, 1)
  const skill = { name: "s", path: "/r/s/SKILL.md" }
  assert.equal(howToGoOn({ skill, headings: [section, ...headings], section, shownTo, end, mayGrow }), expected)
}

describe("the way on in a cut section", () => {
  it("is the same call with more lines where they are allowed", () =>
    check(
      { headings: [], shownTo: 150, end: 400 },
      'lines 151 to 400 are not shown: call read-section again with name "s", heading 1, max_lines 400',
    ))
  it("is the section below into which the cut fell and those after it, where the whole is too long", () =>
    check(
      {
        headings: [heading(2, 2, 100), heading(3, 3, 500), heading(4, 2, 700), heading(5, 2, 800)],
        shownTo: 600,
        end: 900,
      },
      'lines 601 to 900 are not shown: call read-section with name "s", max_lines 600 and, one after another, heading 3, 4, 5',
    ))
  it("begins with a heading that follows right behind the cut", () =>
    check(
      { headings: [heading(2, 2, 100), heading(3, 2, 601)], shownTo: 600, end: 900 },
      'lines 601 to 900 are not shown: call read-section with name "s", max_lines 600 and, one after another, heading 3',
    ))
  it("names the file for lines that stand below no heading of their own", () => {
    check(
      { headings: [], shownTo: 600, end: 900 },
      "lines 601 to 900 are not shown and have no heading of their own: read them in /r/s/SKILL.md",
    )
    check(
      { headings: [heading(2, 2, 700)], shownTo: 600, end: 900 },
      'lines 601 to 900 are not shown: call read-section with name "s", max_lines 600 and, one after another, heading 2; lines 601 to 699 only in /r/s/SKILL.md',
    )
  })
  it("does not ask for more lines where characters were the limit", () =>
    check(
      { headings: [heading(2, 2, 20)], shownTo: 30, end: 60, mayGrow: false },
      'lines 31 to 60 are not shown: call read-section with name "s", max_lines 600 and, one after another, heading 2',
    ))
  it("leaves headings of later sections alone", () =>
    check(
      { headings: [heading(2, 2, 500), heading(3, 1, 901)], shownTo: 600, end: 900 },
      'lines 601 to 900 are not shown: call read-section with name "s", max_lines 600 and, one after another, heading 2',
    ))
})
