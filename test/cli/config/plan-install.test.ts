import assert from "node:assert/strict"
import { describe, it } from "node:test"
import type { ConfigFile } from "../../../cli/config/config-file.ts"
import type { Identify } from "../../../cli/config/identify.ts"
import { parseConfig } from "../../../cli/config/parse-config.ts"
import { planInstall } from "../../../cli/config/plan-install.ts"

const ENTRIES = { plugin: "/p/dist/plugin", command: ["/bin/node", "/p/dist/gateway.js"] }

const identify: Identify = {
  plugin: (spec) => (spec === ENTRIES.plugin ? "current" : spec.startsWith("/old") ? "stale" : "foreign"),
  server: ([, script]) =>
    script === ENTRIES.command[1] ? "current" : script?.startsWith("/old") ? "stale" : "foreign",
}

const plan = (scope: "global" | "project", texts: Readonly<Record<string, string | undefined>>) => {
  const files = Object.entries(texts).map(([path, raw]): ConfigFile => {
    const { config } = parseConfig(raw ?? "")
    assert.ok(config)
    return { path, raw, config }
  })
  const planned = planInstall(files, ENTRIES, { scope, identify, newPath: "new.jsonc" })
  return { ...planned, after: Object.fromEntries(planned.changes.map(({ path, after }) => [path, after])) }
}

const OURS = {
  plugin: '{ "plugin": ["/p/dist/plugin"] }',
  server: '{ "mcp": { "skill-mcp": { "type": "local", "command": ["/bin/node", "/p/dist/gateway.js"] } } }',
  stalePlugin: '{ "plugin": ["x", "/old/plugin"] }',
  staleServer: '{ "mcp": { "skill-mcp": { "type": "local", "command": ["node", "/old/gateway.js"] }, "x": {} } }',
}

describe("planInstall", () => {
  it("changes two files where they hold the two keys", () => {
    const { after, faults } = plan("global", { "a.json": '{ "plugin": ["x"] }', "b.jsonc": '{ "mcp": {"x": {}} }' })
    assert.deepEqual(faults, [])
    assert.deepEqual(after, {
      "a.json": '{ "plugin": ["x", "/p/dist/plugin"] }',
      "b.jsonc":
        '{ "mcp": {"x": {}, "skill-mcp": { "type": "local", "command": ["/bin/node", "/p/dist/gateway.js"], "enabled": true }} }',
    })
  })

  it("changes nothing where both entries stand, be it in two files", () => {
    assert.deepEqual(plan("global", { "a.json": OURS.plugin, "b.jsonc": OURS.server }).changes, [])
    assert.deepEqual(plan("project", { "a.json": OURS.server, "b.json": OURS.plugin }).changes, [])
  })

  it("clears stale entries out of files that do not take effect", () => {
    const { after } = plan("global", { "a.json": OURS.stalePlugin, "b.jsonc": '{ "plugin": [], "mcp": {} }' })
    assert.equal(after["a.json"], '{ "plugin": ["x"] }')
    assert.match(after["b.jsonc"] ?? "", /^\{ "plugin": \["\/p\/dist\/plugin"\]/)
    const servers = plan("global", { "a.json": OURS.staleServer, "b.jsonc": OURS.server, "c.json": '{ "plugin": [] }' })
    assert.equal(servers.after["a.json"], '{ "mcp": { "x": {} } }')
    assert.equal(servers.after["b.jsonc"], undefined)
  })

  it("plans nothing half: a foreign server in any file of the scope is a fault", () => {
    const { faults } = plan("global", {
      "a.json": '{ "mcp": { "skill-mcp": { "type": "local", "command": ["y"] } } }',
      "b.jsonc": '{ "plugin": [] }',
    })
    assert.deepEqual(
      faults.map(({ path, line }) => [path, line]),
      [["a.json", 1]],
    )
  })

  it("makes one file for both where there is none, and keeps byte order marks", () => {
    assert.deepEqual(Object.keys(plan("global", { "a.json": undefined }).after), ["new.jsonc"])
    const { config } = parseConfig("{ }")
    assert.ok(config)
    const marked: ConfigFile = { path: "a.json", raw: "\uFEFF{ }", config }
    const [change] = planInstall([marked], ENTRIES, { scope: "global", identify, newPath: "new" }).changes
    assert.ok(change?.after?.startsWith("\uFEFF{ "))
  })
})
