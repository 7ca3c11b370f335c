import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { toErrorLine, toLine } from "../../gateway/to-line.ts"

/** What a strict reader finds in the line of an answer that holds a text. */
const check = (text: string, expected: string): void => {
  const [line] = [toLine({ jsonrpc: "2.0", id: 1, result: { text, [text]: 1 } })]
  assert.deepEqual(JSON.parse(line), { jsonrpc: "2.0", id: 1, result: { text: expected, [expected]: 1 } })
  assert.deepEqual(JSON.parse(toErrorLine(1, -1, text)), {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -1, message: expected },
  })
  assert.equal(line.split("\n").length, 2)
}

describe("toLine", () => {
  it("keeps every text whole", () => {
    for (const text of ["a", "🚀 я\n\u2028", "\\ud83d", "\\\\ud83d", '"\\u0000', "\0", "\\\\".repeat(3)])
      check(text, text)
  })

  it("replaces halves of surrogate pairs, which strict clients refuse with the whole line", () => {
    check("a\ud83d", "a\ufffd")
    check("\ude80\ud83d", "\ufffd\ufffd")
    check("\\\ud83db", "\\\ufffdb")
    check("\\\\ud83d\udfff", "\\\\ud83d\ufffd")
  })

  it("takes no longer for many backslashes", () => {
    const started = performance.now()
    check(`${"\\".repeat(300_000)}\ud83d`, `${"\\".repeat(300_000)}\ufffd`)
    assert.ok(performance.now() - started < 2_000)
  })
})
