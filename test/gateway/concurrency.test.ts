import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { skill } from "./skills.ts"
import { callLine, cancelLine, start } from "./started.ts"

describe("calls at the same time", () => {
  it("are all answered, each with its own answer", async () => {
    const gateway = start()
    const queries = ["supply contract", "pdf forms", "kubernetes deploy", ""]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => gateway.call("find", { query: queries[at % 4] ?? "" })),
    )
    for (const [at, { data }] of answers.entries()) {
      const expected = ["supply-contract", "pdf-forms", "k8s-deploy", undefined][at % 4]
      const [item] = data.items ?? []
      assert.ok(expected === undefined ? item === undefined : item?.name.startsWith(expected), String(at))
    }
  })

  it("do not keep a ping waiting while the index is built", async () => {
    const files = Array.from({ length: 600 }, (_, at) => [
      `.claude/skills/s${at}/SKILL.md`,
      skill(`s${at}`, `Number ${at}`, "# A\n\nlorem\n".repeat(300)),
    ])
    const gateway = start(Object.fromEntries(files))
    await gateway.request("ping")
    gateway.write(callLine("slow", "find", { query: "number" }))
    const order: string[] = []
    const slow = gateway.frame(({ id }) => id === "slow").then(() => order.push("find"))
    for (let count = 0; count < 3; count++) await gateway.request("ping").then(() => order.push("ping"))
    await slow
    assert.deepEqual(order, ["ping", "ping", "ping", "find"])
  })

  it("do not keep a ping waiting until all of them have been searched", async () => {
    const gateway = start()
    await gateway.call("find", { query: "contract" })
    const words = Array.from({ length: 150 }, (_, at) => `word${at}`).join(" ")
    const ids = Array.from({ length: 400 }, (_, at) => `find-${at}`)
    gateway.write(ids.map((id) => callLine(id, "find", { query: `${id} ${words}` })).join(""))
    await gateway.frame(({ id }) => id === "find-0")
    await gateway.request("ping")
    const last = gateway.frames().findIndex(({ id }) => id === "test-2")
    assert.ok(last > 0 && !gateway.frames().some(({ id }) => id === "find-399"), `the ping came ${last}th`)
    await gateway.frame(({ id }) => id === "find-399")
  })

  it("are never answered once cancelled, id 0 too, and their ids may be used again", async () => {
    const gateway = start()
    for (const id of [0, 1, "x"]) gateway.write(callLine(id, "find", { query: "contract" }) + cancelLine(id))
    gateway.write(callLine(0, "find", { query: "" }))
    await gateway.frame(({ id }) => id === 0)
    await gateway.call("find", { query: "contract" })
    await sleep(100)
    const answered = gateway.frames().filter(({ id }) => id === 0 || id === 1 || id === "x")
    assert.deepEqual(
      answered.map(({ id, result }) => [id, result?.isError]),
      [[0, undefined]],
    )
  })

  it("are refused while their id still waits", async () => {
    const gateway = start()
    gateway.write(callLine(5, "find", { query: "contract" }) + callLine(5, "find", { query: "contract" }))
    await gateway.frame(({ id, result }) => id === 5 && result !== undefined)
    const codes = gateway.frames().map(({ id, error }) => [id, error?.code])
    assert.deepEqual(codes, [
      [5, -32600],
      [5, undefined],
    ])
  })
})
