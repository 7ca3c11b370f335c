import assert from "node:assert/strict"
import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { plant } from "../lab/project.ts"
import { INITIALIZE } from "./gateway-process.ts"
import { LIBRARY } from "./skills.ts"
import { start } from "./started.ts"

describe("the start of the gateway", () => {
  it("answers initialize and tools/list without reading a skill", async () => {
    const gateway = start()
    // Whoever opened this would wait for ever.
    const pipe = join(gateway.project.home, ".claude/skills")
    rmSync(pipe, { recursive: true })
    symlinkSync("/dev/tty", pipe)
    const { result } = await gateway.request("initialize", INITIALIZE)
    assert.ok(result?.capabilities)
    const { result: list } = await gateway.request("tools/list")
    assert.ok(Array.isArray(list?.tools) && list.tools.length === 5 + 12)
    rmSync(pipe)
    mkdirSync(pipe)
    plant(gateway.project.home, LIBRARY)
    // The skills written just now are the first it ever sees.
    const { data } = await gateway.call("find", { query: "supply contract" })
    assert.equal(data.items?.[0]?.name.startsWith("supply-contract"), true)
  })

  it("opens the index once for many first calls at a time", async () => {
    const gateway = start(LIBRARY, { env: { SKILL_MCP_DEBUG: "1" } })
    const calls = Array.from({ length: 20 }, () => gateway.call("find", { query: "supply contract" }))
    const names = (await Promise.all(calls)).map(({ data }) => data.items?.map(({ name }) => name).join())
    assert.equal(new Set(names).size, 1)
    assert.deepEqual(
      gateway
        .stderr()
        .match(/index: .*/g)
        ?.map((line) => line.replace(/\d+ ms/, "")),
      ["index: +7 -0, 7 skills, "],
    )
  })
})

describe("a gateway without any root", () => {
  it("answers E_UNAVAILABLE with the folders it looked at, stays, and finds a root that appears later", async () => {
    const gateway = start({})
    for (const [name, input] of [
      ["find", { query: "contract" }],
      ["outline", { name: "pdf-forms" }],
      ["read-section", { name: "pdf-forms", heading: 1 }],
    ] as const) {
      const { isError, data } = await gateway.call(name, input)
      assert.deepEqual([isError, data.error?.code], [true, "E_UNAVAILABLE"], name)
      assert.ok(data.error?.message.includes(join(gateway.project.home, ".claude/skills")), data.error?.message)
      assert.ok(data.error?.message.includes(join(gateway.project.folder, ".opencode/skills")), data.error?.message)
    }
    assert.equal((await gateway.call("doctor")).isError, false)
    assert.equal((await gateway.call("schema")).data.index?.skills, 0)
    assert.equal((await gateway.call("find", { query: " " })).data.note, "пустой запрос")
    plant(gateway.project.home, LIBRARY)
    const { data } = await gateway.call("find", { query: "supply contract" })
    assert.equal(data.items?.[0]?.name.startsWith("supply-contract"), true)
  })

  it("takes an empty root for a library without skills, not for none", async () => {
    const gateway = start({ ".claude/skills": { folder: true } })
    const { isError, data } = await gateway.call("find", { query: "contract" })
    assert.deepEqual([isError, data.ok, data.items, data.note], [false, true, [], "ничего не найдено"])
    assert.equal((await gateway.call("outline", { name: "x" })).data.error?.code, "E_NOT_FOUND")
  })
})
