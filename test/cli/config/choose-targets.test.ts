import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { chooseTargets } from "../../../cli/config/choose-targets.ts"
import type { ConfigFile } from "../../../cli/config/config-file.ts"
import type { Identify } from "../../../cli/config/identify.ts"
import { parseConfig } from "../../../cli/config/parse-config.ts"

const identify: Identify = {
  plugin: (spec) => (spec === "ours" ? "current" : "foreign"),
  server: ([program]) => (program === "ours" ? "current" : "foreign"),
}

const OURS = {
  plugin: '{ "plugin": ["ours"] }',
  server: '{ "mcp": { "skill-mcp": { "type": "local", "command": ["ours"] } } }',
}

/** Texts by file name, from low to high precedence, and the files that get the plugin and the server. */
const check = (
  scope: "global" | "project",
  texts: Readonly<Record<string, string | undefined>>,
  [plugin, server]: readonly [string, string],
): void => {
  const files = Object.entries(texts).map(([path, raw]): ConfigFile => {
    const { config } = parseConfig(raw ?? "")
    assert.ok(config)
    return { path, raw, config }
  })
  const targets = chooseTargets(files, { scope, identify, newPath: "new" })
  assert.deepEqual([targets.plugin.path, targets.server.path], [plugin, server])
}

describe("chooseTargets", () => {
  it("makes a file only where none is there", () => {
    check("global", {}, ["new", "new"])
    check("global", { "config.json": undefined, "opencode.json": undefined }, ["new", "new"])
    check("global", { "config.json": "{}", "opencode.json": undefined }, ["config.json", "config.json"])
    check("global", { "opencode.json": "" }, ["opencode.json", "opencode.json"])
  })

  it("takes the file of highest precedence where no file holds a key of ours", () => {
    check("global", { "opencode.json": '{ "model": "a" }', "opencode.jsonc": "{}" }, [
      "opencode.jsonc",
      "opencode.jsonc",
    ])
    check("project", { "opencode.json": "{}", ".opencode/opencode.json": "{}" }, [
      ".opencode/opencode.json",
      ".opencode/opencode.json",
    ])
  })

  it("takes the file that holds the key", () => {
    check("global", { "opencode.json": '{ "plugin": [] }', "opencode.jsonc": "{}" }, ["opencode.json", "opencode.json"])
    check("global", { "opencode.json": '{ "mcp": {} }', "opencode.jsonc": "{}" }, ["opencode.json", "opencode.json"])
    check("global", { "opencode.json": '{ "plugin": [] }', "opencode.jsonc": '{ "mcp": {} }' }, [
      "opencode.json",
      "opencode.jsonc",
    ])
    check("global", { "opencode.json": '{ "plugins": [] }', "opencode.jsonc": "{}" }, [
      "opencode.json",
      "opencode.json",
    ])
  })

  it("takes the global list that takes effect, even where a lower one holds our entry", () => {
    check("global", { "opencode.json": OURS.plugin, "opencode.jsonc": '{ "plugin": ["x"] }' }, [
      "opencode.jsonc",
      "opencode.jsonc",
    ])
  })

  it("takes the file of a project that holds our entry, since opencode joins those lists", () => {
    check("project", { "opencode.json": OURS.plugin, ".opencode/opencode.json": '{ "plugin": ["x"] }' }, [
      "opencode.json",
      "opencode.json",
    ])
  })

  it("takes the file that holds our server, since opencode joins the servers of all files", () => {
    check("global", { "opencode.json": OURS.server, "opencode.jsonc": '{ "mcp": {}, "plugin": [] }' }, [
      "opencode.jsonc",
      "opencode.json",
    ])
  })

  it("says why", () => {
    const { plugin } = chooseTargets([], { scope: "global", identify, newPath: "new" })
    assert.equal(plugin.why, "opencode has no configuration file yet")
  })
})
