import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { joinCapabilities, joinMethods } from "../../gateway/join-parts.ts"
import type { Part, PartResources } from "../../gateway/part.ts"
import type { JsonObject } from "../../gateway/read-frame.ts"

const CALL = { id: 1, signal: new AbortController().signal }
const CLIENT = { name: "c", version: "1", capabilities: {}, protocolVersion: "2025-11-25" }

/** A part with so many resources, two on a page. */
const partOf = (scheme: string, count: number): Part => {
  const resources: PartResources = {
    schemes: [scheme],
    list: (cursor = "0") => {
      const from = Number(cursor)
      const items = Array.from({ length: Math.min(2, count - from) }, (_, at) => ({ uri: `${scheme}://${from + at}` }))
      return { items, nextCursor: from + 2 < count ? String(from + 2) : undefined }
    },
    templates: () => [{ uriTemplate: `${scheme}://{x}` }],
    read: ({ uri }) => ({ contents: [{ uri, by: scheme }] }),
  }
  return { capabilities: () => ({ resources: { [scheme]: true }, [scheme]: 1 }), resources }
}

const ask = async (parts: readonly Part[], method: string, params: JsonObject = {}): Promise<JsonObject> => {
  const run = new Map(joinMethods(parts)).get(method)
  assert.ok(run, method)
  return run(params, CALL)
}

const check = async (parts: readonly Part[], expected: readonly (readonly string[])[]): Promise<void> => {
  const pages: string[][] = []
  for (let cursor: unknown, more = true; more; more = cursor !== undefined) {
    const { resources, nextCursor } = await ask(parts, "resources/list", cursor === undefined ? {} : { cursor })
    pages.push((resources as { uri: string }[]).map(({ uri }) => uri))
    cursor = nextCursor
  }
  assert.deepEqual(pages, expected)
}

describe("parts joined", () => {
  it("list the resources of one after those of the other, a page going on into the next part", async () => {
    await check([partOf("a", 0), partOf("b", 0)], [[]])
    await check([partOf("a", 1), partOf("b", 1)], [["a://0", "b://0"]])
    await check([partOf("a", 3), partOf("b", 3)], [["a://0", "a://1"], ["a://2", "b://0", "b://1"], ["b://2"]])
  })

  it("refuse a cursor that none of them gave", async () => {
    const cursors = [[2, "0"], [-1, "0"], [0.5, "0"], [0], [0, 0], ["a", "0"], "x", null]
    for (const position of cursors) {
      const cursor = Buffer.from(JSON.stringify(position)).toString("base64url")
      await assert.rejects(ask([partOf("a", 3), partOf("b", 3)], "resources/list", { cursor }), { code: -32602 })
    }
  })

  it("read each resource where its scheme belongs, and no other", async () => {
    const parts = [partOf("a", 1), partOf("b", 1)]
    assert.deepEqual(await ask(parts, "resources/read", { uri: "b://0" }), { contents: [{ uri: "b://0", by: "b" }] })
    for (const uri of ["c://0", "", ":", "b", undefined, 1])
      await assert.rejects(async () => ask(parts, "resources/read", { uri }), { code: -32602 }, String(uri))
    assert.deepEqual(await ask(parts, "resources/templates/list"), {
      resourceTemplates: [{ uriTemplate: "a://{x}" }, { uriTemplate: "b://{x}" }],
    })
  })

  it("have no methods for resources when none of them has any", () => {
    const methods = new Map([["x", () => ({})]])
    assert.deepEqual([...new Map(joinMethods([{ capabilities: () => ({}), methods }])).keys()], ["x"])
  })

  it("declare what any of them declares", async () => {
    assert.deepEqual(await joinCapabilities({ tools: {} }, [partOf("a", 1), partOf("b", 1)], CLIENT), {
      tools: {},
      resources: { a: true, b: true },
      a: 1,
      b: 1,
    })
  })
})
