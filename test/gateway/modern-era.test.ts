import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { plant } from "../lab/project.ts"
import { type Answer, type Gateway, INITIALIZE, toLine } from "./gateway-process.ts"
import { skill } from "./skills.ts"
import { cancelLine, start } from "./started.ts"

const VERSION = "io.modelcontextprotocol/protocolVersion"
const META = {
  [VERSION]: "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "modern", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
}
const ask = (gateway: Gateway, method: string, params: JsonObject = {}): Promise<Answer> =>
  gateway.request(method, { _meta: META, ...params })
const codeOf = async (answer: Promise<Answer>): Promise<number | undefined> => (await answer).error?.code

describe("the revision 2026-07-28", () => {
  it("is discovered without a handshake, the extension with it", async () => {
    const gateway = start()
    const { result } = await ask(gateway, "server/discover")
    const { supportedVersions, capabilities, instructions, resultType, ttlMs, cacheScope, _meta } = Object(result)
    assert.deepEqual([supportedVersions, resultType, ttlMs, cacheScope], [["2026-07-28"], "complete", 0, "private"])
    assert.deepEqual(capabilities.extensions, { "io.modelcontextprotocol/skills": { directoryRead: true } })
    assert.match(instructions, /Call find/)
    assert.equal(_meta["io.modelcontextprotocol/serverInfo"].name, "skill-mcp")
  })

  it("leaves a client free to fall back to a handshake after it discovered", async () => {
    const gateway = start()
    await ask(gateway, "server/discover")
    assert.equal((await gateway.request("initialize", INITIALIZE)).result?.protocolVersion, "2025-11-25")
    assert.equal((await gateway.call("find", { query: "" })).data.ok, true)
  })

  it("stamps each result with its type and the server, and lists with how long they hold", async () => {
    const gateway = start()
    const cached = ["tools/list", "resources/list", "resources/templates/list", "skills/list"]
    for (const method of [...cached, "tools/call"]) {
      const { result } = await ask(
        gateway,
        method,
        method === "tools/call" ? { name: "find", arguments: { query: "" } } : {},
      )
      const { resultType, ttlMs, cacheScope, _meta } = Object(result)
      assert.deepEqual(
        [resultType, _meta["io.modelcontextprotocol/serverInfo"].name],
        ["complete", "skill-mcp"],
        method,
      )
      assert.deepEqual([ttlMs, cacheScope], cached.includes(method) ? [0, "private"] : [undefined, undefined], method)
    }
    const { result } = await ask(gateway, "resources/read", { uri: "skill://claude/dogovor-arendy/SKILL.md" })
    assert.deepEqual([result?.ttlMs, result?.cacheScope], [0, "private"])
  })

  it("refuses another revision with those that it speaks", async () => {
    const gateway = start()
    const { error } = await ask(gateway, "tools/list", { _meta: { ...META, [VERSION]: "2027-01-01" } })
    assert.deepEqual(
      [error?.code, Object(error).data],
      [-32022, { supported: ["2026-07-28"], requested: "2027-01-01" }],
    )
  })

  it("refuses a claim without the client's capabilities or of the wrong type", async () => {
    const gateway = start()
    for (const _meta of [
      { [VERSION]: "2026-07-28" },
      { ...META, [VERSION]: 1 },
      { ...META, "io.modelcontextprotocol/clientCapabilities": [] },
      { ...META, "io.modelcontextprotocol/clientInfo": "x" },
    ])
      assert.equal(await codeOf(ask(gateway, "tools/list", { _meta })), -32602, JSON.stringify(_meta))
  })

  it("has none of the methods that only older revisions have", async () => {
    const gateway = start()
    for (const method of [
      "initialize",
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
      "no/such",
    ])
      assert.equal(await codeOf(ask(gateway, method, INITIALIZE)), -32601, method)
  })

  it("holds for the whole connection once it was used", async () => {
    const gateway = start()
    assert.ok((await ask(gateway, "tools/list")).result)
    assert.equal(await codeOf(gateway.request("tools/list")), -32602)
    assert.equal(await codeOf(gateway.request("initialize", INITIALIZE)), -32022)
    assert.ok((await ask(gateway, "tools/list")).result)
  })

  it("is unknown to a client that made a handshake", async () => {
    const gateway = start()
    await gateway.request("initialize", INITIALIZE)
    const { result } = await gateway.request("tools/list")
    assert.deepEqual([result?.resultType, result?._meta], [undefined, undefined])
    assert.equal(await codeOf(gateway.request("server/discover")), -32601)
    assert.equal(await codeOf(gateway.request("subscriptions/listen", { notifications: {} })), -32601)
    assert.ok((await gateway.request("ping")).result)
  })
})

const methodsOf = (gateway: Gateway, method: string): JsonObject[] =>
  gateway.frames().flatMap((frame) => (Object(frame).method === method ? [Object(frame).params as JsonObject] : []))

describe("subscriptions/listen", () => {
  const ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
  const CHANGED = "notifications/resources/list_changed"
  const ID = "io.modelcontextprotocol/subscriptionId"
  const listen = (id: unknown, notifications: JsonObject): string =>
    toLine({ id, method: "subscriptions/listen", params: { _meta: META, notifications } })

  it("tells what was asked for under the request's own id, until it is taken back", async () => {
    const gateway = start()
    const { home } = gateway.project
    const until = async (fits: () => boolean): Promise<void> => {
      for (const end = Date.now() + 10_000; !fits(); await sleep(20)) assert.ok(Date.now() < end, "not in time")
    }
    await ask(gateway, "skills/list")
    gateway.write(listen("seven", { resourcesListChanged: true, promptsListChanged: true }))
    gateway.write(listen(0, { resourcesListChanged: true }))
    await until(() => methodsOf(gateway, ACKNOWLEDGED).length === 2)
    assert.deepEqual(methodsOf(gateway, ACKNOWLEDGED)[0], {
      notifications: { resourcesListChanged: true },
      _meta: { [ID]: "seven" },
    })
    plant(home, { ".claude/skills/newcomer/SKILL.md": skill("newcomer", "Has just come") })
    await until(() => methodsOf(gateway, CHANGED).length === 2)
    assert.deepEqual(
      methodsOf(gateway, CHANGED).map(({ _meta }) => Object(_meta)[ID]),
      ["seven", 0],
    )
    gateway.write(cancelLine("seven"))
    rmSync(join(home, ".claude/skills/newcomer"), { recursive: true })
    await until(() => methodsOf(gateway, CHANGED).length === 3)
    await sleep(200)
    assert.deepEqual(
      methodsOf(gateway, CHANGED).map(({ _meta }) => Object(_meta)[ID]),
      ["seven", 0, 0],
    )
    // What is still open is answered at the end, and does not hold it up.
    const { code, ms } = await gateway.end()
    assert.ok(code === 0 && ms < 900, `${code} ${ms}`)
    const last = gateway.frames().find(({ id }) => id === 0)
    assert.deepEqual([last?.result?.resultType, Object(last?.result?._meta)[ID]], ["complete", 0])
    assert.equal(
      gateway.frames().some(({ id }) => id === "seven"),
      false,
    )
  })

  it("tells nothing to a client that asked for nothing", async () => {
    const gateway = start()
    await ask(gateway, "skills/list")
    plant(gateway.project.home, { ".claude/skills/newcomer/SKILL.md": skill("newcomer", "Has just come") })
    await sleep(800)
    await ask(gateway, "skills/list")
    assert.deepEqual(methodsOf(gateway, CHANGED), [])
  })

  it("needs to say what it wants", async () => {
    const gateway = start()
    for (const notifications of [undefined, null, [], "x"])
      assert.equal(await codeOf(ask(gateway, "subscriptions/listen", { notifications })), -32602)
  })
})
