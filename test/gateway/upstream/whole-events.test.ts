import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as fc from "fast-check"
import { type EventsEnd, passWholeEvents } from "../../../gateway/upstream/whole-events.ts"

const streamOf = (chunks: readonly Uint8Array[], end: "close" | "hang" | Error = "close"): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      if (end === "close") controller.close()
    },
    pull: (controller) => {
      if (end instanceof Error) controller.error(end)
    },
  })

const pass = async (
  body: ReadableStream<Uint8Array>,
  mostSilenceMs = 1_000,
): Promise<{ parts: string[]; end: EventsEnd }> => {
  const parts: string[] = []
  const end = await passWholeEvents({ body, mostSilenceMs }, (bytes) => parts.push(Buffer.from(bytes).toString()))
  return { parts, end }
}

const cut = (text: string, sizes: readonly number[]): Uint8Array[] => {
  const bytes = Buffer.from(text)
  const chunks: Uint8Array[] = []
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

describe("whole events", () => {
  it("come through byte by byte the same, however they are cut, and each part but the last ends an event", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom("data: {}", "data: ж", ": keepalive", "\n", "\n\n", "\r\n\r\n", "event: message\n", "x"),
        ),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (pieces, sizes) => {
          const text = pieces.join("")
          const { parts } = await pass(streamOf(cut(text, sizes)))
          assert.equal(parts.join(""), text)
          let passed = ""
          for (const part of parts.slice(0, -1)) {
            passed += part
            assert.match(passed, /\n\r?\n$/)
          }
        },
      ),
    ))

  it("are 8 MB large without taking long", async () => {
    const text = `data: ${"x".repeat(8 * 2 ** 20)}\n\n`
    const started = performance.now()
    const { parts } = await pass(streamOf(cut(text, [65_536])))
    assert.deepEqual([parts.length, parts[0]?.length], [1, text.length])
    assert.ok(performance.now() - started < 2_000)
  })

  it("end with what was held, with the error, or when nothing comes for too long", async () => {
    assert.deepEqual((await pass(streamOf([Buffer.from("data: a")]))).parts, ["data: a"])
    const failed = await pass(streamOf([Buffer.from("data: a\n\ndata: b")], new Error("cut")))
    assert.deepEqual([failed.parts, String(failed.end.error)], [["data: a\n\n"], "Error: cut"])
    const silent = await pass(streamOf([Buffer.from(": x\n\n")], "hang"), 30)
    assert.match(String(silent.end.error), /nothing came for 30 ms/)
  })

  it("tell whether they have ids", async () => {
    assert.equal((await pass(streamOf([Buffer.from("id: 1\ndata: a\n\n")]))).end.isResumable, true)
    assert.equal((await pass(streamOf([Buffer.from("data: a\nid: 1\n\n")]))).end.isResumable, true)
    assert.equal((await pass(streamOf([Buffer.from('data: {"id":1}\n\n')]))).end.isResumable, false)
  })
})
