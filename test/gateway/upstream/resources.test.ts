import assert from "node:assert/strict"
import { after, before, beforeEach, describe, it } from "node:test"
import { makeProject } from "../../lab/project.ts"
import { startGateway, toLine } from "../gateway-process.ts"
import { createAnswers, NODE_TEMPLATE } from "./answers.ts"
import { type Behind, listUpstreamResources, listUpstreamTemplates, startBehind, until } from "./behind-gateway.ts"
import { createStandIn } from "./stand-in.ts"

const GRAPH = "skillmap://graph"
const ISSUES = "skillmap://issues"
const ACTIVITY = "skillmap://activity"

describe("the upstream's resources behind the gateway", () => {
  let behind: Behind
  before(async () => {
    behind = await startBehind()
  })
  beforeEach(() => {
    behind.told.length = 0
  })

  it("are listed as the upstream lists them, with its template", async () => {
    assert.deepEqual(await listUpstreamResources(behind), createAnswers().state.resources)
    assert.deepEqual(await listUpstreamTemplates(behind), [NODE_TEMPLATE])
  })

  it("are read by their own addresses, those of nodes too, 8 MB included", async () => {
    const contents = (uri: string, text: string): object => ({
      contents: [{ uri, mimeType: "application/json", text }],
    })
    const node = "skillmap://node/.claude/skills/x/SKILL.md"
    assert.deepEqual(
      await behind.request("resources/read", { uri: node }),
      contents(node, '{\n  "item": {},\n  "links": {},\n  "issues": []\n}'),
    )
    behind.standIn.state.graph = "y".repeat(8 * 2 ** 20)
    assert.deepEqual(
      await behind.request("resources/read", { uri: GRAPH }),
      contents(GRAPH, behind.standIn.state.graph),
    )
    behind.standIn.state.graph = "{}"
  })

  it("are refused in the upstream's words and code", async () => {
    await assert.rejects(
      behind.request("resources/read", { uri: "skillmap://node/nope.md" }),
      (error: Error & { code?: number }) => {
        assert.deepEqual(
          [error.code, error.message],
          [-32_602, "MCP error -32602: MCP error -32602: Unknown node path: nope.md"],
        )
        return true
      },
    )
    await assert.rejects(
      behind.request("resources/subscribe", { uri: "file:///etc/passwd" }),
      /-32602.*only skillmap:\/\//,
    )
  })

  it("tell their subscribers of updates, and nobody else", async () => {
    await behind.request("resources/subscribe", { uri: GRAPH })
    await behind.request("resources/subscribe", { uri: ACTIVITY })
    assert.deepEqual([...behind.standIn.subscriptions()].sort(), [ACTIVITY, GRAPH])
    await until("the stream is open", async () => (await behind.standIn.ping()) === 1)
    for (const uri of [GRAPH, ISSUES, ACTIVITY]) behind.standIn.notify("notifications/resources/updated", { uri })
    await until(
      "they are told",
      () => behind.count("resources/updated", GRAPH) === 1 && behind.count("resources/updated", ACTIVITY) === 1,
    )
    await behind.request("resources/unsubscribe", { uri: ACTIVITY })
    assert.deepEqual(behind.standIn.subscriptions(), [GRAPH])
    behind.standIn.notify("notifications/resources/updated", { uri: GRAPH })
    await until("the other is told still", () => behind.count("resources/updated", GRAPH) === 2)
    assert.deepEqual([behind.count("resources/updated", ISSUES), behind.count("resources/updated", ACTIVITY)], [0, 1])
  })

  it("change their list only when it is another one", async () => {
    behind.standIn.notify("notifications/resources/list_changed")
    behind.standIn.notify("notifications/resources/list_changed")
    await behind.standIn.ping()
    assert.equal(behind.count("resources/list_changed"), 0)
    const two = behind.standIn.state.resources.slice(0, 2)
    // Of a scheme that is not the upstream's: it is left out.
    behind.standIn.state.resources = [...two, { uri: "skill://claude/mine/SKILL.md", name: "mine" }]
    behind.standIn.notify("notifications/resources/list_changed")
    await until("the change is told", () => behind.count("resources/list_changed") === 1)
    assert.deepEqual(await listUpstreamResources(behind), two)
    assert.doesNotMatch(JSON.stringify(await behind.request("resources/list")), /claude\/mine/)
  })

  it("count as changed after a gap in the stream and after a restart, subscribed again", async () => {
    behind.standIn.cutStreams()
    await until("the gap is told", () => behind.count("resources/updated", GRAPH) > 0)
    behind.told.length = 0
    await behind.standIn.stop()
    await behind.standIn.start()
    await until("the restart is told", () => behind.count("resources/updated", GRAPH) > 0)
    assert.deepEqual(behind.standIn.subscriptions(), [GRAPH])
    assert.equal(behind.count("resources/updated", ISSUES), 0)
  })

  it("can be subscribed to while the upstream is away", async () => {
    await behind.standIn.stop("term")
    assert.deepEqual(await behind.request("resources/subscribe", { uri: ISSUES }), {})
    await behind.standIn.start()
    await until("it is subscribed", () => behind.standIn.subscriptions().includes(ISSUES))
    await until("it is told", () => behind.count("resources/updated", ISSUES) > 0)
  })
})

describe("the upstream's resources for a client without handshake", () => {
  const project = makeProject()
  const standIn = createStandIn(project.folder)
  const gateway = startGateway({ project })
  after(async () => {
    gateway.child.kill("SIGKILL")
    await standIn.stop()
    project.remove()
  })

  it("are told of to whom listens to them, as long as it listens", async () => {
    await standIn.start()
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    }
    const notifications = { resourceSubscriptions: [GRAPH] }
    gateway.write(toLine({ id: "listen", method: "subscriptions/listen", params: { notifications, _meta } }))
    await until("it is subscribed", () => standIn.subscriptions().includes(GRAPH))
    await until("the stream is open", async () => (await standIn.ping()) === 1)
    standIn.notify("notifications/resources/updated", { uri: GRAPH })
    const isUpdate = (frame: object): boolean => "method" in frame && frame.method === "notifications/resources/updated"
    assert.equal(Object(await gateway.frame(isUpdate)).params.uri, GRAPH)
    gateway.write(toLine({ method: "notifications/cancelled", params: { requestId: "listen" } }))
    await until("it is unsubscribed", () => standIn.subscriptions().length === 0)
  })
})
