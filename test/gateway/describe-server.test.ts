import assert from "node:assert/strict"
import process from "node:process"
import { after, describe, it } from "node:test"
import { TOOLS } from "../../gateway/tools.ts"
import manifest from "../../package.json" with { type: "json" }
import { makeProject, plant } from "../lab/project.ts"
import { connectClient } from "./sdk-client.ts"
import { LIBRARY, skill } from "./skills.ts"

const project = makeProject({ homeFiles: LIBRARY })
const { client, call, close } = await connectClient({ project })
after(async () => {
  await close()
  project.remove()
})

describe("schema", () => {
  it("gives versions, revisions, capabilities and the shapes of our tools as the list has them", async () => {
    const listed = await client.listTools()
    // Behind ours stand those of the upstream, which describes itself.
    const tools = listed.tools.slice(0, TOOLS.length)
    const { isError, data } = await call("schema")
    assert.equal(isError, false)
    assert.deepEqual(data.server, { name: "skill-mcp", version: manifest.version, node: process.versions.node })
    assert.deepEqual(data.protocol_versions, ["2025-11-25", "2025-06-18", "2024-11-05"])
    assert.deepEqual(data.capabilities, client.getServerCapabilities())
    assert.deepEqual(
      data.tools,
      tools.map(({ name, inputSchema, outputSchema }) => ({ name, input: inputSchema, output: outputSchema })),
    )
  })

  it("counts the skills of each root, the hidden and the manual ones, and problems", async () => {
    plant(project.home, { ".claude/skills/broken/SKILL.md": "no frontmatter" })
    plant(project.folder, { ".claude/skills/own/SKILL.md": skill("own", "The project's own") })
    const { index } = (await call("schema")).data
    assert.ok(index)
    const { roots, build_ms, ...counts } = index
    assert.deepEqual(counts, { skills: 8, hidden: 1, manual_only: 1, problems: 1 })
    assert.ok(build_ms > 0)
    const found = roots.filter(({ exists }) => exists)
    assert.deepEqual(
      found.map(({ path, origin, skills }) => [path, origin, skills]),
      [
        [`${project.home}/.claude/skills`, "claude", 6],
        [`${project.folder}/.claude/skills`, "claude", 1],
        [`${project.home}/.config/opencode/skills`, "opencode", 1],
      ],
    )
    assert.ok(roots.some(({ exists, skills }) => !exists && skills === 0))
  })

  it("takes no arguments", async () => {
    const { isError, data } = await call("schema", { verbose: true })
    assert.deepEqual(
      [isError, data.error],
      [true, { code: "E_INVALID_INPUT", message: "schema: no argument is called verbose; it takes no arguments" }],
    )
  })
})
