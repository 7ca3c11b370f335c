import assert from "node:assert/strict"
import { symlinkSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { type FoundServer, findServer, type ServerSearch } from "../../../gateway/upstream/find-server.ts"
import { parseLoopbackAddress, toLoopbackAddress } from "../../../gateway/upstream/loopback-address.ts"
import { makeProject, type Project, plant } from "../../lab/project.ts"
import { createStandIn, type StandIn } from "./stand-in.ts"

const standIns: StandIn[] = []
const projects: Project[] = []
after(async () => {
  await Promise.all(standIns.map(({ stop }) => stop()))
  for (const project of projects) project.remove()
})

const newProject = (): Project => {
  const project = makeProject({ git: "none" })
  projects.push(project)
  return project
}

const startIn = async (folder: string, hasServeFile = true): Promise<StandIn> => {
  const standIn = createStandIn(folder, hasServeFile)
  standIns.push(standIn)
  await standIn.start()
  return standIn
}

/** A port on which nothing listens. */
const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const find = async (folder: string, more: Partial<ServerSearch> = {}): Promise<FoundServer> =>
  findServer({ folder, url: undefined, last: undefined, defaultPort: await freePort(), ...more })

const check = async (found: FoundServer, expected: Partial<FoundServer> & object): Promise<void> =>
  assert.deepEqual({ ...found, ...expected }, found)

const foundAt = (standIn: StandIn): object => ({
  kind: "found",
  address: { origin: `http://127.0.0.1:${standIn.port()}`, endpoint: `http://127.0.0.1:${standIn.port()}/mcp` },
})

describe("the search for a project's server", () => {
  it("finds the one that serve.json names, by real paths", async () => {
    const { folder, top } = newProject()
    const link = join(top, "link")
    symlinkSync(folder, link)
    const standIn = await startIn(folder)
    await check(await find(folder), foundAt(standIn))
    await check(await find(link), foundAt(standIn))
  })

  it("says that nothing runs, and that a file is left over", async () => {
    const { folder } = newProject()
    await check(await find(folder), { kind: "not-running", isStale: false })
    const standIn = await startIn(folder)
    await standIn.stop("kill")
    await check(await find(folder), { kind: "not-running", isStale: true })
  })

  it("says that MCP is off", async () => {
    const { folder } = newProject()
    const standIn = await startIn(folder)
    standIn.state.isMcpOn = false
    await check(await find(folder), { kind: "mcp-off", origin: `http://127.0.0.1:${standIn.port()}` })
  })

  it("is not led to another project's server by a stale file or by the default port", async () => {
    const { folder } = newProject()
    const other = newProject()
    const standIn = await startIn(folder)
    standIn.state.cwd = other.folder
    await check(await find(folder), { kind: "other-project", other: other.folder })
    await standIn.stop("term")
    const foreign = await startIn(other.folder)
    await check(await find(folder, { defaultPort: foreign.port() }), { kind: "other-project", other: other.folder })
  })

  it("finds a server without a file at the default port, and one where it was before", async () => {
    const { folder } = newProject()
    const standIn = await startIn(folder, false)
    await check(await find(folder, { defaultPort: standIn.port() }), foundAt(standIn))
    await check(await find(folder, { last: toLoopbackAddress("127.0.0.1", standIn.port()) }), foundAt(standIn))
  })

  it("finds the second of two servers when the first has taken the file with it", async () => {
    const { folder } = newProject()
    const first = await startIn(folder)
    const second = await startIn(folder)
    await check(await find(folder), foundAt(second))
    await first.stop("term")
    await check(await find(folder), { kind: "not-running" })
    await check(await find(folder, { last: toLoopbackAddress("127.0.0.1", second.port()) }), foundAt(second))
  })

  it("takes files for what they are worth: half written, of another shape, or leading off this machine", async () => {
    const { folder } = newProject()
    for (const text of [
      "",
      "{",
      "[]",
      '{"host":"127.0.0.1"}',
      '{"host":"10.0.0.1","port":80}',
      '{"host":"evil.test","port":1}',
    ]) {
      plant(folder, { ".skill-map/serve.json": text })
      await check(await find(folder), { kind: "not-running" })
    }
  })

  it("takes some other program at the port for no server", async () => {
    const { folder } = newProject()
    const server = createServer((_, response) => response.end('{"ok":true}'))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    await check(await find(folder, { defaultPort: port }), { kind: "not-running" })
    server.close()
  })

  it("takes upstream.url at its word, on this machine only", async () => {
    const { folder } = newProject()
    const standIn = await startIn(newProject().folder)
    const url = `http://localhost:${standIn.port()}`
    await check(await find(folder, { url }), { kind: "found", address: { origin: url, endpoint: `${url}/mcp` } })
    standIn.state.isMcpOn = false
    await check(await find(folder, { url }), { kind: "url-silent", isMcpOff: true })
    await check(await find(folder, { url: `http://127.0.0.1:${await freePort()}` }), {
      kind: "url-silent",
      isMcpOff: false,
    })
    await check(await find(folder, { url: "http://example.com:4242" }), { kind: "bad-url" })
  })
})

describe("a loopback address", () => {
  it("is 127.0.0.1, localhost or ::1 in brackets, and nothing else", () => {
    const hosts = ["127.0.0.1", "localhost", "::1", "[::1]", "LOCALHOST"]
    assert.deepEqual(
      hosts.map((host) => toLoopbackAddress(host, 80)?.endpoint),
      ["127.0.0.1", "localhost", "[::1]", "[::1]", "localhost"].map((name) => `http://${name}:80/mcp`),
    )
    for (const host of ["0.0.0.0", "127.0.0.2", "localhost.", "evil.test", "", 7, "127.0.0.1@evil.test", "::"])
      assert.equal(toLoopbackAddress(host, 80), undefined)
    for (const port of [0, -1, 65_536, 1.5, "80", undefined])
      assert.equal(toLoopbackAddress("localhost", port), undefined)
  })

  it("is read from a URL with its path", () => {
    assert.equal(parseLoopbackAddress("http://[::1]:9/x/mcp?a=1")?.endpoint, "http://[::1]:9/x/mcp?a=1")
    for (const url of [
      "https://localhost:1",
      "ftp://localhost",
      "localhost:1",
      "http://a@localhost:1",
      "http://localhost.evil.test",
      "",
    ])
      assert.equal(parseLoopbackAddress(url), undefined, url)
  })
})
