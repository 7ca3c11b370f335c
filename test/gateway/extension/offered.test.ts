import assert from "node:assert/strict"
import { describe, it } from "node:test"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { INITIALIZE } from "../gateway-process.ts"
import { LIBRARY } from "../skills.ts"
import { start } from "../started.ts"

const EXTENSIONS = { "io.modelcontextprotocol/skills": { directoryRead: true } }

/** What is declared to a client of this name and revision. */
const declared = async (
  clientName: string,
  { settings = {}, protocolVersion = "2025-11-25" }: { settings?: object; protocolVersion?: string } = {},
): Promise<JsonObject> => {
  const gateway = start({ ...LIBRARY, ".config/opencode/skill-mcp.config.json": JSON.stringify(settings) })
  const { result } = await gateway.request("initialize", {
    ...INITIALIZE,
    protocolVersion,
    clientInfo: { name: clientName, version: "1" },
  })
  await gateway.end()
  assert.equal(result?.protocolVersion, protocolVersion)
  return Object(result?.capabilities)
}

describe("the extension", () => {
  it("is declared to every client but opencode, together with resources", async () => {
    const [newer, older, opencode] = await Promise.all([
      declared("inspector"),
      declared("inspector", { protocolVersion: "2025-06-18" }),
      declared("opencode"),
    ])
    for (const { extensions, resources, experimental } of [newer, older]) {
      assert.deepEqual([extensions, experimental], [EXTENSIONS, undefined])
      assert.equal(Object(resources).listChanged, true)
    }
    assert.deepEqual([opencode.extensions, opencode.resources], [undefined, undefined])
  })

  it("is declared to opencode too where the settings say so", async () => {
    const { extensions, resources } = await declared("opencode", { settings: { extension: true } })
    assert.deepEqual(extensions, EXTENSIONS)
    assert.equal(Object(resources).listChanged, true)
    assert.equal((await declared("opencode", { settings: { extension: false } })).extensions, undefined)
  })
})
