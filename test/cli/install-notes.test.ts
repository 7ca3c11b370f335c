import assert from "node:assert/strict"
import { describe, it } from "node:test"
import type { Identify } from "../../cli/config/identify.ts"
import { parseConfig } from "../../cli/config/parse-config.ts"
import type { PlacedFile } from "../../cli/config/scan-configs.ts"
import type { Opencode } from "../../cli/host/find-opencode.ts"
import { type InstallFacts, installNotes } from "../../cli/install-notes.ts"

const identify: Identify = {
  plugin: (spec) => (spec === "stale" ? "stale" : "foreign"),
  server: ([program]) => (program === "stale" ? "stale" : "foreign"),
}
const TARGET = { path: "f", why: "" }
const FOUND: Opencode = { kind: "found", path: "o", argv: ["o"], version: "1.18.33", generation: "v1", isTooOld: false }
const USUAL: InstallFacts = {
  plan: {
    changes: [{ path: "f", before: undefined, after: "" }],
    faults: [],
    plugin: TARGET,
    server: TARGET,
    isNative: false,
  },
  scan: { files: [], faults: [], identify },
  opencode: FOUND,
  installation: { plugin: "/p/dist/plugin", gateway: "/p/dist/gateway.js" },
  scope: "global",
  runtime: undefined,
}

const check = (facts: Partial<InstallFacts>, expected: RegExp): void => {
  const notes = installNotes({ ...USUAL, ...facts })
  assert.equal(notes.length, 1, notes.join("\n"))
  assert.match(notes[0] ?? "", expected)
}

describe("installNotes", () => {
  it("has nothing to say of the usual case", () => assert.deepEqual(installNotes(USUAL), []))

  it("names a copy in npx's cache", () => {
    const installation = { plugin: "/h/.npm/_npx/1a2b/node_modules/skill-finder-mcp/dist/plugin", gateway: "" }
    check({ installation }, /lies in npx's cache and may vanish: better `npm install --global/)
  })

  it("names a runtime that is not on PATH", () => {
    check({ runtime: "opencode", opencode: { kind: "absent" } }, /run by "opencode", which is not on PATH/)
    assert.deepEqual(installNotes({ ...USUAL, runtime: "opencode" }), [])
  })

  it("names a spelling that the host does not read", () => {
    check({ plan: { ...USUAL.plan, isNative: true } }, /opencode 1\.18\.33 does not read "plugins"/)
    const opencode: Opencode = { ...FOUND, version: "2.1.4", generation: "v2" }
    assert.deepEqual(installNotes({ ...USUAL, plan: { ...USUAL.plan, isNative: true }, opencode }), [])
  })

  it("thinks of those who share the project's configuration, when it is changed", () => {
    check({ scope: "project" }, /paths of this machine/)
    assert.deepEqual(installNotes({ ...USUAL, scope: "project", plan: { ...USUAL.plan, changes: [] } }), [])
  })

  it("names stale entries of the other scope", () => {
    const files = ['{ "plugin": ["stale"] }', '{ "mcp": { "skill-mcp": { "command": ["stale"] } } }', "{}"].map(
      (raw, at): PlacedFile => {
        const { config } = parseConfig(raw)
        assert.ok(config)
        return { path: `${at}.json`, raw, config, scope: at === 0 ? "project" : at === 1 ? "global" : "other" }
      },
    )
    const scan = { files, faults: [], identify }
    check({ scan }, /^0\.json holds an entry of ours that leads elsewhere or nowhere/)
  })
})
