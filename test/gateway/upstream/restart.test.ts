import assert from "node:assert/strict"
import { before, beforeEach, describe, it } from "node:test"
import { type Behind, startBehind, unavailableMessage, until } from "./behind-gateway.ts"

let behind: Behind
before(async () => {
  behind = await startBehind()
})

const initialises = (): number => behind.standIn.seen.filter(({ method }) => method === "initialize").length

/** What a call gives, and how long that takes. */
const timed = async (name: string, input = {}): Promise<{ ms: number; result: Record<string, unknown> }> => {
  const started = Date.now()
  const result = await behind.call(name, input)
  return { ms: Date.now() - started, result }
}

describe("an upstream that fails in the middle", () => {
  beforeEach(async () => {
    behind.standIn.seen.length = 0
    await behind.call("list_extensions")
  })

  it("has a read asked again when its answer was lost, whatever way it was", async () => {
    for (const kind of ["cut-before", "cut-after", "end-without-answer", "malformed"] as const) {
      behind.standIn.seen.length = 0
      behind.standIn.plan("query_graph", { kind })
      const { ms, result } = await timed("query_graph", { kind })
      assert.equal(Object(result.structuredContent).query.kind, kind)
      assert.equal(behind.standIn.calls("query_graph").length, 2)
      assert.ok(ms < 1_500, `${kind}: ${ms} ms`)
    }
  })

  it("has a read asked again once only", async () => {
    behind.standIn.plan("query_graph", { kind: "cut-before" }, { kind: "end-without-answer" }, { kind: "cut-after" })
    const message = unavailableMessage(await behind.call("query_graph"))
    assert.match(message, /skill-map did not answer query_graph: .*: call again/)
    assert.equal(behind.standIn.calls("query_graph").length, 2)
  })

  it("has a write reported as one that may have happened, and never repeated", async () => {
    for (const kind of ["cut-before", "cut-after", "end-without-answer", "malformed"] as const) {
      behind.standIn.seen.length = 0
      behind.standIn.plan("submit_job", { kind })
      const { ms, result } = await timed("submit_job", { node: "a", extension: "b" })
      assert.match(
        unavailableMessage(result),
        /^submit_job may have happened: .* It was not repeated: see with list_jobs/,
      )
      assert.equal(behind.standIn.calls("submit_job").length, 1)
      assert.ok(ms < 1_000, `${kind}: ${ms} ms`)
    }
  })

  it("does not get a write again that it failed with HTTP 500, and says what it refuses otherwise", async () => {
    behind.standIn.plan("submit_job", { kind: "status", status: 500, body: "oops" })
    assert.match(unavailableMessage(await behind.call("submit_job")), /may have happened: HTTP 500: oops/)
    behind.standIn.plan("submit_job", { kind: "status", status: 413, body: "too large" })
    assert.match(
      unavailableMessage(await behind.call("submit_job")),
      /did not take the call of submit_job: HTTP 413: too large/,
    )
    assert.equal(behind.standIn.calls("submit_job").length, 2)
  })

  it("gets a new session when it has lost ours, unseen by reads and writes alike: it did neither", async () => {
    behind.standIn.forgetSessions()
    const results = await Promise.all(["query_graph", "submit_job", "list_jobs"].map((name) => behind.call(name)))
    assert.deepEqual(
      results.map(({ isError }) => isError),
      [undefined, undefined, undefined],
    )
    assert.equal(initialises(), 1)
    assert.equal(behind.standIn.sessions(), 1)
    const error = { code: -32_000, message: "Bad Request: Mcp-Session-Id header required" }
    const body = JSON.stringify({ jsonrpc: "2.0", error, id: null })
    behind.standIn.plan("submit_job", { kind: "status", status: 400, body })
    assert.equal((await behind.call("submit_job")).isError, undefined)
    assert.equal(initialises(), 2)
  })

  it("is found anew after a restart, on its port or another one, with calls in flight settled within a second", async () => {
    for (const isMoved of [false, true]) {
      const port = behind.standIn.port()
      behind.standIn.plan("query_graph", { kind: "slow", ms: 20_000 })
      behind.standIn.plan("submit_job", { kind: "slow", ms: 20_000 })
      const before = behind.standIn.calls("query_graph").length + behind.standIn.calls("submit_job").length
      const calls = [behind.call("query_graph"), behind.call("submit_job")]
      await until(
        "both are under way",
        () => behind.standIn.calls("query_graph").length + behind.standIn.calls("submit_job").length === before + 2,
      )
      const stopped = Date.now()
      await behind.standIn.stop("kill")
      const [read, write] = await Promise.all(calls)
      assert.ok(Date.now() - stopped < 1_000, `${Date.now() - stopped} ms`)
      assert.match(unavailableMessage(read ?? {}), /is not running .* left over/)
      assert.match(unavailableMessage(write ?? {}), /may have happened/)
      await behind.standIn.start(isMoved ? 0 : port)
      assert.equal((await behind.call("query_graph")).isError, undefined)
    }
  })

  it("has its tools announced after a restart with others", async () => {
    await behind.standIn.stop("term")
    const { tools } = behind.standIn.state
    behind.standIn.state.tools = tools.slice(0, 3)
    behind.told.length = 0
    await behind.standIn.start()
    await until("the tools are announced", () => behind.count("tools/list_changed") > 0)
    behind.standIn.state.tools = tools
    behind.told.length = 0
    await until("the stream is open", async () => (await behind.standIn.ping()) === 1)
    behind.standIn.notify("notifications/tools/list_changed")
    await until("all are there again", () => behind.count("tools/list_changed") > 0)
  })

  it("is told that MCP is off after a restart without it", async () => {
    await behind.standIn.stop("term")
    behind.standIn.state.isMcpOn = false
    await behind.standIn.start()
    assert.match(unavailableMessage(await behind.call("query_graph")), /with MCP off/)
    behind.standIn.state.isMcpOn = true
    assert.equal((await behind.call("query_graph")).isError, undefined)
  })

  it("has its pings answered, and its standing stream opened anew for as long as it takes", async () => {
    await until("the stream is open", async () => (await behind.standIn.ping()) === 1)
    behind.standIn.state.isGetRefused = true
    behind.standIn.cutStreams()
    assert.equal(await behind.standIn.ping(), 0)
    behind.standIn.state.isGetRefused = false
    await until("the stream is open again", async () => (await behind.standIn.ping()) === 1)
    assert.equal(initialises(), 0)
  })

  it("is said goodbye to at the end", async () => {
    await behind.close()
    await until("the session is deleted", () => behind.standIn.seen.some(({ method }) => method === "DELETE"))
    assert.equal(behind.standIn.sessions(), 0)
  })
})
