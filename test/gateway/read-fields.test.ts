import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { readFields } from "../../gateway/read-fields.ts"

const check = (yaml: string, expected: Record<string, unknown>): void =>
  assert.deepEqual(readFields(`---\n${yaml}\n---\nbody\n`), expected)

describe("frontmatter as JSON", () => {
  it("keeps texts, numbers, switches, nothing, lists and maps", () =>
    check("name: a\nn: 1.5\non: true\nnone:\nlist: [1, x]\nmap: {a: {b: c}}", {
      name: "a",
      n: 1.5,
      on: true,
      none: null,
      list: [1, "x"],
      map: { a: { b: "c" } },
    }))
  it("writes what JSON does not have as text", () =>
    check("date: 2024-01-31\nmuch: .inf\nnot: .nan", {
      date: "2024-01-31T00:00:00.000Z",
      much: "Infinity",
      not: "NaN",
    }))
  it("keeps a key that JavaScript gives a meaning to as a key like others", () => {
    const fields = readFields('---\n"__proto__": {polluted: 1}\n---\n')
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
    assert.equal(Object.getPrototypeOf(fields), Object.prototype)
  })
  it("cuts a value that contains itself", () => {
    const text = JSON.stringify(readFields("---\nname: &a [*a]\n---\n"))
    assert.ok(text.includes("…") && text.length < 1_000, text)
  })
  it("stays small where aliases expand a few lines to millions of values", () => {
    const rows = Array.from({ length: 12 }, (_, at) => `k${at}: &k${at} [${`*k${at - 1}, `.repeat(9)}1]`).join("\n")
    const text = JSON.stringify(readFields(`---\nk-1: &k-1 x\n${rows}\n---\n`))
    assert.ok(text.length < 20_000, String(text.length))
  })
  it("cuts very long texts", () => {
    const { description } = readFields(`---\ndescription: ${"x".repeat(5_000)}\n---\n`)
    assert.ok(typeof description === "string" && description.length === 2_001 && description.endsWith("…"))
  })
})
