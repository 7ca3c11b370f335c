import assert from "node:assert/strict"
import { join } from "node:path"
import { describe, it } from "node:test"
import { INITIALIZE } from "./gateway-process.ts"
import { start } from "./started.ts"

describe("stdout", () => {
  it("carries frames only, though every module prints to it while it loads and afterwards", async () => {
    const gateway = start(undefined, { preload: join(import.meta.dirname, "noisy-loader.mjs") })
    await gateway.request("initialize", INITIALIZE)
    await gateway.request("tools/list")
    assert.equal((await gateway.call("find", { query: "contract" })).isError, false)
    // Throws when a line on stdout is no frame.
    assert.equal(gateway.frames().length, 3)
    const stray = gateway.stderr().match(/^STRAY (log|info|write)$/gm) ?? []
    for (const kind of ["log", "info", "write"]) {
      assert.ok(stray.filter((line) => line === `STRAY ${kind}`).length > 50, `${kind}: ${stray.length} in all`)
    }
    assert.equal((await gateway.end()).code, 0)
  })
})
