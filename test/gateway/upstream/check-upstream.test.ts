import assert from "node:assert/strict"
import { createServer, type Socket } from "node:net"
import { after, describe, it } from "node:test"
import { openLibrary } from "../../../gateway/library.ts"
import { checkUpstream } from "../../../gateway/upstream/check-upstream.ts"
import { makeProject, plant } from "../../lab/project.ts"
import { createStandIn } from "./stand-in.ts"

/** Nobody listens here, whatever runs on this machine. */
const CLOSED_PORT = 1
const SETTINGS = ".config/opencode/skill-mcp.config.json"

describe("doctor about the upstream", () => {
  const project = makeProject()
  const { folder, home } = project
  const standIn = createStandIn(folder)
  const library = openLibrary({ cwd: folder, home, env: {}, debug: () => undefined })
  after(async () => {
    library.close()
    await standIn.stop()
    project.remove()
  })
  const configure = (upstream: object): void => plant(home, { [SETTINGS]: JSON.stringify({ upstream }) })

  /** The check as `ok`, its message and its cure in one line. */
  const check = async (expected: RegExp): Promise<void> => {
    const { name, ok, message, cure } = await checkUpstream(library, CLOSED_PORT)
    assert.equal(name, "upstream")
    assert.match(`${ok} ${message} -> ${cure}`, expected)
  }

  it("tells the three diagnoses apart, none of which is a fault, each with the command that mends it", async () => {
    await check(/^true skill-map is not running for .*project; it is optional -> run `sm serve --mcp` in that folder/)
    standIn.state.cwd = home
    await standIn.start()
    await check(/^true .* is another project's \(.*home\); it is optional -> run `sm serve --mcp --port/)
    standIn.state.cwd = folder
    standIn.state.isMcpOn = false
    await check(/^true .* with MCP off; it is optional -> .*`sm config set mcp.server.enabled true`/)
  })

  it("names where skill-map answers and what is offered of it", async () => {
    standIn.state.isMcpOn = true
    await check(
      /^true skill-map answers at http:\/\/127\.0\.0\.1:\d+; its tools of graph, queue are offered -> undefined$/,
    )
    configure({ groups: ["findings"] })
    await check(/its tools of findings are offered/)
  })

  it("asks nobody where skill-map is switched off", async () => {
    configure({ enabled: false })
    await check(/^true skill-map is switched off in the settings -> undefined$/)
  })

  it("finds fault with an address that is not on this machine", async () => {
    configure({ url: "http://example.com:4242" })
    await check(
      /^false upstream\.url in the settings is "http:\/\/example\.com:4242".* -> it must be http:\/\/ with 127/,
    )
  })

  it("is done in seconds where something listens and never answers", async () => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve))
    const address = mute.address()
    configure({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` })
    const started = Date.now()
    await check(/^true skill-map is not running at/)
    assert.ok(Date.now() - started < 6_000, `${Date.now() - started} ms`)
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
})
