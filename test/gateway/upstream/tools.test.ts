import assert from "node:assert/strict"
import { before, describe, it } from "node:test"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { READS } from "../../../gateway/upstream/known-tools.ts"
import { type Behind, startBehind, textOf, until } from "./behind-gateway.ts"

const OURS = ["find", "outline", "read-section", "schema", "doctor"]

const listTools = async ({ request }: Behind): Promise<JsonObject[]> => {
  const { tools } = await request("tools/list")
  return Array.isArray(tools) ? tools : []
}

describe("the upstream's tools behind the gateway", () => {
  let behind: Behind
  before(async () => {
    behind = await startBehind()
  })

  it("are listed behind ours as the upstream lists them, unknown keys included, with annotations added", async () => {
    const tools = await listTools(behind)
    assert.deepEqual(
      tools.slice(0, 5).map(({ name }) => name),
      OURS,
    )
    const listed = tools.slice(5)
    assert.equal(listed.length, 12)
    for (const { annotations, ...tool } of listed) {
      assert.deepEqual(
        tool,
        behind.standIn.state.tools.find(({ name }) => name === tool.name),
      )
      const { readOnlyHint } = Object(annotations)
      assert.equal(readOnlyHint, READS.has(String(tool.name)), String(tool.name))
    }
  })

  it("give their results unchanged: data, refusals and errors, with arguments where the client sent none", async () => {
    const graph = await behind.call("query_graph", { kind: "skill", odd: [1] })
    const query = { nodes: [], links: [], issues: [], query: { kind: "skill", odd: [1] } }
    assert.deepEqual(graph, {
      content: [{ type: "text", text: JSON.stringify(query, null, 2) }],
      structuredContent: query,
    })
    assert.deepEqual(Object(await behind.call("query_graph")).structuredContent.query, {})
    const odd = {
      content: [{ type: "hologram", x: 1 }],
      structuredContent: { a: null },
      more: { b: [2] },
      _meta: { "a/b": 1 },
    }
    behind.standIn.plan("get_node", { kind: "answer", message: { result: odd } })
    assert.deepEqual(await behind.call("get_node", { path: "x" }), odd)
    assert.deepEqual(await behind.call("get_job", { id: "nope" }), {
      content: [{ type: "text", text: "MCP error -32602: Unknown job id: nope" }],
      isError: true,
    })
  })

  it("give their protocol errors with code, words and data, under no prefix of ours", async () => {
    const error = { code: -32_050, message: "MCP error -32602: odd", data: { why: 1 } }
    behind.standIn.plan("get_node", { kind: "answer", message: { error } })
    await assert.rejects(
      behind.call("get_node", { path: "x" }),
      (thrown: Error & { code?: number; data?: unknown }) => {
        assert.deepEqual(
          [thrown.code, thrown.message, thrown.data],
          [-32_050, `MCP error -32050: ${error.message}`, { why: 1 }],
        )
        return true
      },
    )
  })

  it("are refused when their group is not chosen, and when their arguments are no object", async () => {
    await assert.rejects(behind.call("list_findings"), /-32602.*unknown tool: list_findings/)
    await assert.rejects(
      behind.request("tools/call", { name: "query_graph", arguments: [] }),
      /-32602.*arguments must be an object/,
    )
    assert.deepEqual(behind.standIn.calls("list_findings"), [])
  })

  it("speak with their own Host, without Origin, over one session", () => {
    for (const { headers } of behind.standIn.seen) {
      assert.equal(headers.host, `127.0.0.1:${behind.standIn.port()}`)
      assert.equal(headers.origin, undefined)
    }
    assert.equal(behind.standIn.sessions(), 1)
  })

  it("answer with 8 MB in one event", async () => {
    const big = { content: [{ type: "text", text: `ж${"x".repeat(8 * 2 ** 20)}` }] }
    behind.standIn.plan("query_graph", { kind: "answer", message: { result: big } })
    assert.deepEqual(await behind.call("query_graph"), big)
  })

  it("run side by side, and a slow one delays neither another nor find", async () => {
    await behind.call("find", { query: "supply contract" })
    behind.standIn.plan("query_graph", { kind: "slow", ms: 3_000 })
    let isDone = false
    const slow = behind.call("query_graph").then(() => {
      isDone = true
    })
    await Promise.all(Array.from({ length: 20 }, () => behind.call("list_extensions")))
    assert.equal(
      Object(await behind.call("find", { query: "supply contract" })).structuredContent.items.length > 0,
      true,
    )
    assert.equal(isDone, false)
    await slow
  })

  it("are told to the upstream when the client cancels a call, which is then not answered", async () => {
    behind.standIn.plan("query_graph", { kind: "slow", ms: 500 })
    const cancel = new AbortController()
    const call = behind.call("query_graph", {}, { signal: cancel.signal })
    await until("the call is there", () => behind.standIn.calls("query_graph").length > 0)
    setTimeout(() => cancel.abort(), 100)
    await assert.rejects(call)
    await until("the cancel is there", () =>
      behind.standIn.seen.some(({ method }) => method === "notifications/cancelled"),
    )
  })

  it("are announced when the upstream lists others, and one named as ours is left out with a problem", async () => {
    const [first = {}] = behind.standIn.state.tools
    const before = behind.standIn.state.tools
    behind.standIn.state.tools = [{ ...first, description: "New words" }, { ...first, name: "find" }, { name: 7 }]
    behind.standIn.notify("notifications/tools/list_changed")
    await until("the change is announced", () => behind.count("tools/list_changed") > 0)
    const tools = await listTools(behind)
    assert.deepEqual(
      tools.slice(5).map(({ name, description }) => [name, description]),
      [["query_graph", "New words"]],
    )
    assert.match(behind.stderr(), /upstream: skill-map lists a tool named "find", as one of ours is: it is left out/)
    const { items } = Object(await behind.call("find", { query: "supply contract" })).structuredContent
    assert.ok(items.length > 0)
    behind.told.length = 0
    behind.standIn.state.tools = [...behind.standIn.state.tools]
    behind.standIn.notify("notifications/tools/list_changed")
    await behind.standIn.ping()
    assert.equal(behind.count("tools/list_changed"), 0)
    behind.standIn.state.tools = before
  })
})

describe("the settings of the upstream", () => {
  const names = async (upstream: JsonObject): Promise<unknown[]> => {
    const behind = await startBehind({ upstream, isRunning: false })
    const listed = (await listTools(behind)).slice(5).map(({ name }) => name)
    await behind.close()
    return listed
  }

  it("choose the groups that are listed, all of them with all", async () => {
    assert.deepEqual(await names({ groups: ["suppressions"] }), [
      "dismiss_issue",
      "undismiss_issue",
      "list_issue_suppressions",
    ])
    assert.equal((await names({ groups: "all" })).length, 21)
  })

  it("switch it off, so that nothing of it is offered", async () => {
    const behind = await startBehind({ upstream: { enabled: false }, isAwake: false })
    assert.deepEqual(
      (await listTools(behind)).map(({ name }) => name),
      OURS,
    )
    assert.equal(Object(behind.client.getServerCapabilities()?.tools).listChanged, undefined)
    await assert.rejects(behind.call("query_graph"), /-32602/)
    assert.equal(behind.standIn.sessions(), 0)
  })
})

describe("what a tool says", () => {
  it("is data: a text that looks like a command or a path is only passed on", async () => {
    const behind = await startBehind()
    const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n/etc/passwd\u2028$(reboot)'
    behind.standIn.plan("get_node", { kind: "answer", message: { result: { content: [{ type: "text", text }] } } })
    assert.equal(textOf(await behind.call("get_node", { path: "../../etc" })), text)
  })
})
