import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { fieldFault } from "../../../gateway/extension/field-fault.ts"
import { parseFields } from "../../../gateway/extension/parse-fields.ts"

const check = async (yaml: string, expected: object): Promise<void> =>
  assert.deepEqual((await parseFields(`---\n${yaml}\n---\nbody`)).fields, expected, yaml)

const checkFault = async (text: string, expected: RegExp): Promise<void> =>
  assert.match((await parseFields(text)).fault ?? "no fault", expected, text)

describe("the frontmatter of an entry", () => {
  it("is what YAML 1.2 says, not YAML 1.1", async () => {
    await check("a: 2024-01-31\nb: yes\nc: 0o17\nd: 1_000\ne: 12:30\nf: ~\ng: 0x1F", {
      a: "2024-01-31",
      b: "yes",
      c: 15,
      d: "1_000",
      e: "12:30",
      f: null,
      g: 31,
    })
  })

  it("keeps every field, folded and literal texts and aliases as they are meant", async () => {
    await check("a: >-\n  one\n  two\nb: |\n  three\nc: &x [1, {d: e}]\nf: *x\n'g h': \"\\u00e9\"", {
      a: "one two",
      b: "three\n",
      c: [1, { d: "e" }],
      f: [1, { d: "e" }],
      "g h": "é",
    })
  })

  it("is refused where other programs would read it otherwise or not at all", async () => {
    await checkFault("no frontmatter", /does not stand between two lines/)
    await checkFault("---yaml\na: 1\n---\n", /does not stand between two lines/)
    await checkFault("---\na: 1\n", /does not stand between two lines/)
    await checkFault("---\na: b: c\n---\n", /not valid YAML 1\.2/)
    await checkFault("---\na: 1\na: 2\n---\n", /not valid YAML 1\.2/)
    await checkFault("---\n- a\n---\n", /no YAML mapping/)
    await checkFault("---\n---\n", /no YAML mapping/)
    await checkFault("---\na: .nan\n---\n", /NaN, which JSON cannot hold/)
    await checkFault("---\na: &x\n  b: *x\n---\n", /contains itself|not valid/)
    await checkFault("---\n__proto__: {}\n---\n", /a field __proto__/)
    await checkFault(`---\na: ${"[".repeat(40)}${"]".repeat(40)}\n---\n`, /nested deeper than 32/)
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`)
    await checkFault(`---\n${keys.join("\n")}\n---\n`, /longer than 32768 characters/)
    const bomb = Array.from(
      { length: 9 },
      (_, at) => `k${at}: &a${at} [${at === 0 ? "x" : `*a${at - 1}`.concat(`, *a${at - 1}`.repeat(9))}]`,
    )
    await checkFault(`---\n${bomb.join("\n")}\n---\n`, /more than 10000 values|not valid YAML/)
  })
})

describe("the fields of an entry", () => {
  const GOOD = { name: "a-1", description: "x" }
  const faultOf = (more: object): string | undefined => fieldFault({ ...GOOD, ...more })

  it("pass at the very limits", () => {
    assert.equal(faultOf({}), undefined)
    assert.equal(
      faultOf({ name: "a".repeat(64), description: "😀".repeat(1_024), compatibility: "c".repeat(500) }),
      undefined,
    )
    assert.equal(faultOf({ metadata: {}, license: 1, extra: [null] }), undefined)
    assert.equal(faultOf({ metadata: { a: "", b: "x" } }), undefined)
  })

  it("fail just behind them, each with its reason", () => {
    for (const name of ["", "A", "a--b", "-a", "a-", "a_b", "a b", "é", "a\n", "a".repeat(65)])
      assert.match(faultOf({ name }) ?? "", /^its name is not of 1 to 64/, name)
    for (const name of [undefined, null, 1]) assert.match(faultOf({ name }) ?? "", /^its name is missing or no text/)
    for (const description of [undefined, null, 1, "", " \n"])
      assert.match(faultOf({ description }) ?? "", /^it has no description/)
    assert.match(faultOf({ description: "😀".repeat(1_025) }) ?? "", /has 1025 characters, more than 1024/)
    for (const compatibility of ["", null, 1, []])
      assert.match(faultOf({ compatibility }) ?? "", /^its compatibility is empty or no text/)
    assert.match(faultOf({ compatibility: "c".repeat(501) }) ?? "", /has 501 characters, more than 500/)
    for (const metadata of [null, 1, "x", ["x"]])
      assert.match(faultOf({ metadata }) ?? "", /^its metadata is no mapping/)
    for (const one of [1, null, true, {}, []])
      assert.match(faultOf({ metadata: { key: one } }) ?? "", /no text \(key\)/)
  })
})
