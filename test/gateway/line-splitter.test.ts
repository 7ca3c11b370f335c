import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as fc from "fast-check"
import { createLineSplitter } from "../../gateway/line-splitter.ts"

const MOST = 20

/** Lines and, as null, reports of overlong ones, in order. */
const split = (chunks: readonly Uint8Array[], mostBytes = MOST): (string | null)[] => {
  const found: (string | null)[] = []
  const splitter = createLineSplitter({
    mostBytes,
    onLine: (line) => found.push(line),
    onOverlong: () => found.push(null),
  })
  for (const chunk of chunks) splitter.push(Buffer.from(chunk))
  splitter.end()
  return found
}

const check = (chunks: readonly string[], expected: readonly (string | null)[]): void =>
  assert.deepEqual(split(chunks.map((chunk) => Buffer.from(chunk))), expected)

describe("the line splitter", () => {
  it("gives each line once, without its line feed", () => check(["one\ntwo\n"], ["one", "two"]))
  it("gives what stands after the last line feed when the stream ends", () => check(["one\ntwo"], ["one", "two"]))
  it("joins a line that comes in pieces", () => check(["o", "n", "e\ntw", "o\n"], ["one", "two"]))
  it("leaves empty lines out", () => check(["\n\none\n\n"], ["one"]))
  it("takes a line as long as the limit", () => check(["x".repeat(MOST), "\ny\n"], ["x".repeat(MOST), "y"]))
  it("reports a longer line once and goes on with the next", () =>
    check(["x".repeat(MOST), "x", "x".repeat(99), "x\ny\n"], [null, "y"]))
  it("reports an overlong line before it ends, since it may never end", () => {
    let reports = 0
    const splitter = createLineSplitter({ mostBytes: 3, onLine: assert.fail, onOverlong: () => reports++ })
    splitter.push(Buffer.from("xxxx"))
    assert.equal(reports, 1)
  })
  it("decodes a character that is parted between two chunks", () => {
    const bytes = Buffer.from("да\n")
    assert.deepEqual(split([bytes.subarray(0, 1), bytes.subarray(1, 3), bytes.subarray(3)]), ["да"])
  })
  it("holds a long line that comes a byte at a time in little more than its own room", () => {
    const size = 2 ** 21
    let length = 0
    const splitter = createLineSplitter({
      mostBytes: size,
      onLine: (line) => {
        length = line.length
      },
      onOverlong: assert.fail,
    })
    const before = process.memoryUsage().rss
    const byte = Buffer.from("x")
    for (let at = 0; at < size; at++) splitter.push(byte)
    splitter.end()
    assert.equal(length, size)
    assert.ok(process.memoryUsage().rss - before < 64 * 2 ** 20)
  })

  it("agrees with a naive split, however the bytes are cut", () => {
    const texts = fc.array(fc.oneof(fc.constant("\n"), fc.string({ unit: "grapheme", maxLength: 12 })), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200), { maxLength: 20 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(""))
        const naive = bytes
          .toString()
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => (Buffer.byteLength(line) > MOST ? null : line))
        const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge))
        assert.deepEqual(split(chunks), naive)
      }),
      { numRuns: 500 },
    )
  })
})
