import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { before, describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { OFFLINE } from "../lab/offline.ts"
import { opencodeBinary } from "../lab/opencode.ts"
import { makeProject, type Project } from "../lab/project.ts"
import { INSIDE } from "../lab/unconnected.ts"
import { buildPlugin } from "./build-plugin.ts"
import { libraryFiles, REQUESTS } from "./skill-file.ts"

let plugin = ""
let project: Project
before(async () => {
  plugin = await buildPlugin()
  project = makeProject({ files: libraryFiles(".claude/skills") })
})

/** Runs a program that has loaded the plugin as `plugin`; its process must end by itself, without a rejection. */
const check = async (program: string, expected: string, { debug = "", bun = false } = {}): Promise<string> => {
  const url = JSON.stringify(pathToFileURL(join(plugin, "index.js")).href)
  const code = `const loaded = await import(${url}); const plugin = loaded.default
    const directory = ${JSON.stringify(project.folder)}\n${program}`
  const env = { PATH: process.env.PATH, HOME: project.home, SKILL_MCP_DEBUG: debug, BUN_BE_BUN: "1" }
  // Bun heeds no preload of Node; where the machine allows it, it runs without a network at all.
  const [file = "", ...args] = bun
    ? [...INSIDE, opencodeBinary(), "-e", code]
    : [process.execPath, ...OFFLINE, "--input-type=module", "-e", code]
  const { stdout, stderr } = await promisify(execFile)(file, args, { env, timeout: 60_000 })
  assert.equal(stdout.trim(), expected)
  return stderr
}

const TURN = `
  const hooks = await plugin.server({ directory, worktree: directory }, {})
  const message = { id: "m1", sessionID: "s", role: "user", agent: "build" }
  const messages = [{ info: message, parts: [{ type: "text", text: ${JSON.stringify(REQUESTS.deploy)} }] }]
  let system
  for (let at = 0; at < 200; at++) {
    message.id = "m" + at
    await hooks["experimental.chat.messages.transform"]({}, { messages })
    system = ["<env></env> No skills are currently available."]
    await hooks["experimental.chat.system.transform"]({ sessionID: "s", model: {} }, { system })
    if (system[0].includes("</skill_hint>")) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  console.log(system.length, /name=([a-z-]+)\\n<.skill_hint>$/.exec(system[0])?.[1])`

describe("the built plugin", () => {
  it("has one export, the default one, for both hosts", async () => {
    await check(
      "console.log(Object.keys(loaded), plugin.id, typeof plugin.server, typeof plugin.setup)",
      "[ 'default' ] skill-mcp-hint function function",
    )
  })

  for (const bun of [false, true])
    it(`holds no process open and prints nothing of its own, under ${bun ? "the host's Bun" : "node"}`, async () => {
      assert.equal(await check(TURN, "1 kubernetes-deploy", { bun }), "")
    })

  it("writes single lines to stderr when it is told to", async () => {
    const lines = (await check(TURN, "1 kubernetes-deploy", { debug: "1" })).trim().split("\n")
    for (const line of lines) assert.match(line, /^\[skill-mcp\] \S/)
    for (const said of ["settings: no file", "index: 3 skills in"]) assert.ok(lines.join("\n").includes(said), said)
  })

  it("goes by in silence in the V2 that V1 holds inside, however often", async () => {
    const three = "for (const _ of [1, 2, 3]) console.log(await plugin.setup({ options: {}, skill: {} }))"
    await check(three, "undefined\nundefined\nundefined")
  })
})
