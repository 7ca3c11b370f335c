import assert from "node:assert/strict"
import { once } from "node:events"
import { describe, it } from "node:test"
import { INITIALIZE, toLine } from "./gateway-process.ts"
import { LIBRARY, skill } from "./skills.ts"
import { callLine, start } from "./started.ts"

describe("the end of the gateway", () => {
  it("comes within a second of stdin's end, with everything answered, a last line without line feed too", async () => {
    const gateway = start()
    await gateway.request("initialize", INITIALIZE)
    await gateway.call("find", { query: "contract" })
    const { code, ms } = await gateway.end(callLine("a", "find", { query: "pdf" }) + callLine("b", "doctor").trimEnd())
    assert.equal(code, 0)
    assert.ok(ms < 1_000, String(ms))
    const answered = gateway.frames().filter(({ id, result }) => (id === "a" || id === "b") && result !== undefined)
    assert.equal(answered.length, 2)
    assert.equal(gateway.stderr(), "")
  })

  it("answers with an error what cannot be ready by then", async () => {
    // So many skills take seconds to read the first time.
    const files = Array.from({ length: 2_500 }, (_, at) => [
      `.claude/skills/s${at}/SKILL.md`,
      skill(`s${at}`, `Number ${at}`, "# A\n\nlorem ipsum dolor\n".repeat(200)),
    ])
    const gateway = start(Object.fromEntries(files))
    // Loads what the tools need, but reads no skill.
    await gateway.call("find", { query: "" })
    const { code, ms } = await gateway.end(callLine("slow", "find", { query: "number" }))
    assert.equal(code, 0)
    assert.ok(ms < 1_000, String(ms))
    const codes = gateway.frames().flatMap(({ id, error }) => (id === "slow" ? [error?.code] : []))
    assert.deepEqual(codes, [-32603])
  })

  it("comes at once when nothing was ever said", async () => {
    const gateway = start()
    assert.equal((await gateway.end()).code, 0)
    assert.deepEqual([gateway.frames(), gateway.stderr()], [[], ""])
  })

  it("is quiet when the client closes stdout", async () => {
    const gateway = start()
    await gateway.request("ping")
    gateway.child.stdout?.destroy()
    const exited = once(gateway.child, "exit")
    for (let id = 0; id < 50; id++) gateway.write(toLine({ id, method: "ping" }))
    const [code, signal] = await exited
    assert.deepEqual([code, signal, gateway.stderr()], [0, null, ""])
  })

  it("is quiet when nobody reads stderr", async () => {
    const gateway = start(LIBRARY, { env: { SKILL_MCP_DEBUG: "1" } })
    gateway.child.stderr?.destroy()
    await gateway.call("find", { query: "contract" })
    await gateway.request("ping")
    assert.equal((await gateway.end()).code, 0)
  })

  it("comes on a signal, in good order", async () => {
    const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
    const exits = signals.map(async (signal) => {
      const gateway = start()
      await gateway.request("ping")
      const exited = once(gateway.child, "exit")
      gateway.child.kill(signal)
      return exited
    })
    assert.deepEqual(
      await Promise.all(exits),
      signals.map(() => [0, null]),
    )
  })
})
