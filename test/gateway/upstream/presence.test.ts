import assert from "node:assert/strict"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { before, describe, it } from "node:test"
import { createAnswers } from "./answers.ts"
import {
  type Behind,
  listUpstreamResources,
  listUpstreamTemplates,
  startBehind,
  unavailableMessage,
  until,
} from "./behind-gateway.ts"

const descriptions = async ({ request }: Behind): Promise<string[]> => {
  const { tools } = await request("tools/list")
  return Object(tools)
    .slice(5)
    .map(({ description }: { description: string }) => description)
}

describe("an upstream that is not there", () => {
  let behind: Behind
  before(async () => {
    behind = await startBehind({ isRunning: false })
  })

  it("has its tools listed all the same, in our own words, and no resources", async () => {
    const words = await descriptions(behind)
    assert.equal(words.length, 12)
    assert.ok(words.every((text) => !text.startsWith("Stand-in")))
    assert.deepEqual(await listUpstreamResources(behind), [])
    assert.deepEqual(await listUpstreamTemplates(behind), [])
  })

  it("is told as not running, with the command that starts it, for every kind of call", async () => {
    const { folder } = behind.project
    for (const name of ["query_graph", "submit_job", "claim_job"]) {
      const message = unavailableMessage(await behind.call(name))
      assert.ok(
        message.startsWith(`skill-map is not running for ${folder}: run \`sm serve --mcp\` in that folder`),
        message,
      )
    }
    await assert.rejects(
      behind.request("resources/read", { uri: "skillmap://graph" }),
      /-32603.*E_UNAVAILABLE.*sm serve --mcp/,
    )
  })

  it("is told as another project's server, or as one with MCP off", async () => {
    const { standIn, project } = behind
    standIn.state.cwd = project.home
    await standIn.start()
    assert.match(
      unavailableMessage(await behind.call("query_graph")),
      /another project's \(.*\/home\): run `sm serve --mcp --port/,
    )
    standIn.state.cwd = project.folder
    standIn.state.isMcpOn = false
    const off = unavailableMessage(await behind.call("query_graph"))
    assert.match(off, /with MCP off: stop it and run `sm serve --mcp`.*`sm config set mcp.server.enabled true`/)
    await standIn.stop("term")
    assert.match(unavailableMessage(await behind.call("query_graph")), /is not running/)
  })

  it("is found when it is started later, with its tools and resources announced, without any call", async () => {
    const { standIn } = behind
    behind.told.length = 0
    standIn.state.isMcpOn = true
    await standIn.start()
    await until(
      "it is announced",
      () => behind.count("tools/list_changed") > 0 && behind.count("resources/list_changed") > 0,
    )
    assert.ok((await descriptions(behind)).every((text) => text.startsWith("Stand-in: ")))
    assert.deepEqual(await listUpstreamResources(behind), createAnswers().state.resources)
    assert.equal((await behind.call("query_graph")).isError, undefined)
  })

  it("keeps its own words and its resources in the lists when it goes again", async () => {
    await behind.standIn.stop("term")
    assert.match(unavailableMessage(await behind.call("list_jobs")), /is not running/)
    assert.ok((await descriptions(behind)).every((text) => text.startsWith("Stand-in: ")))
    assert.deepEqual(await listUpstreamResources(behind), createAnswers().state.resources)
  })

  it("is found at another port, too", async () => {
    await behind.standIn.start()
    assert.equal((await behind.call("query_graph")).isError, undefined)
  })
})

describe("an upstream that hangs", () => {
  it("keeps neither initialize nor tools/list nor find waiting, and is told as one that does not answer", async () => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve))
    const { port } = mute.address() as AddressInfo
    const file = JSON.stringify({ schemaVersion: 1, host: "127.0.0.1", port })
    const behind = await startBehind({ isRunning: false, files: { ".skill-map/serve.json": file } })
    await descriptions(behind)
    // The search for the server is on its way now, and takes its 3 s.
    const started = Date.now()
    const call = behind.call("query_graph")
    await descriptions(behind)
    await behind.call("find", { query: "" })
    assert.ok(Date.now() - started < 2_000, `${Date.now() - started} ms`)
    assert.match(unavailableMessage(await call), /does not answer: call again in a moment/)
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
})
