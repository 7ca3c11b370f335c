import assert from "node:assert/strict"
import process from "node:process"
import { describe, it } from "node:test"
import { CHECK_NAMES, type Check } from "../../../cli/doctor/check.ts"
import { checkConfig } from "../../../cli/doctor/check-host.ts"
import { checkPlugin } from "../../../cli/doctor/check-plugin.ts"
import { checkServer } from "../../../cli/doctor/check-server.ts"
import { fakePackage } from "../config/fake-package.ts"
import { examinedHome, GLOBAL, HEALTHY, installation } from "./patient.ts"

/** What the checks of configuration, plugin and server say of some files; the server itself is started only when all else is well. */
const judge = async (files: Readonly<Record<string, string>>, env: Record<string, string> = {}) => {
  const { home, circumstances } = await examinedHome(files, env)
  const { checks } = await checkServer(circumstances, "x")
  const all = [...checkConfig(circumstances), ...checkPlugin(circumstances), ...checks]
  return all.map((check): Check => ({ ...check, fact: check.fact.replaceAll(home, "~") }))
}

/** One sabotage of the healthy file, and the line that names it. */
const SABOTAGES: readonly (readonly [from: string | RegExp, to: string, name: string, fact: RegExp])[] = [
  [/"plugin": \[.*\],/, "", "plugin", /^no configuration file names our plugin$/],
  [installation.plugin, "/gone/skill-finder-mcp/dist/plugin", "plugin", /^~\/.* names \/gone\/.*, where nothing is$/],
  ['"plugin"', '"plugins"', "plugin", /without effect: opencode 1 does not read "plugins"$/],
  [/"plugin": \[.*\]/, '"plugin": "x"', "config", /opencode\.jsonc:3: "plugin" is not a list$/],
  [/\}\n$/, "", "config", /opencode\.jsonc:\d+: not valid JSON \(CloseBraceExpected\)$/],
  ['"plugin"', '"plugin": [], "plugin"', "config", /the key "plugin" stands twice$/],
  ['"skill-mcp"', '"other"', "server", /^no configuration file names the MCP server skill-mcp$/],
  [process.execPath, "/gone/bin/node", "server", /\/gone\/bin\/node, which is to run the server, is not there$/],
  [
    installation.gateway,
    "/gone/dist/gateway.js",
    "server",
    /the server's file \/gone\/dist\/gateway\.js is not there$/,
  ],
  [/"command": \[.*\]/, '"command": ["/bin/cat", "/my/server"]', "server", /is not ours: \/bin\/cat \/my\/server$/],
  [/"command": \[.*\],/, "", "server", /has no type or no command/],
  ['"local"', '"remote"', "server", /has no type or no command/],
  ['"enabled": true', '"enabled": false', "server", /skill-mcp is switched off$/],
]

describe("doctor", () => {
  for (const [from, to, name, fact] of SABOTAGES) {
    it(`names the sabotage ${from} -> ${to || "nothing"}, with a cure`, async () => {
      const text = HEALTHY.replace(from, to)
      assert.notEqual(text, HEALTHY)
      const found = (await judge({ [GLOBAL]: text })).find((one) => one.name === name && one.status === "fault")
      assert.match(found?.fact ?? "", fact)
      assert.ok(found?.cure)
    })
  }

  it("names a home without configuration", async () => {
    const checks = await judge({})
    assert.deepEqual(
      checks.map(({ name, status }) => `${name} ${status}`),
      ["config fault", "plugin fault", "server fault"],
    )
    assert.equal(checks[0]?.fact, "opencode has no configuration file yet")
  })

  it("does not blame a file for lacking what an unreadable one may hold", async () => {
    const facts = (await judge({ [GLOBAL]: "{" })).map(({ fact }) => fact)
    assert.ok(facts.includes("no configuration file that can be read names our plugin"))
    assert.ok(facts.includes("no configuration file that can be read names the MCP server skill-mcp"))
  })

  it("names a global list of plugins that another one takes the place of", async () => {
    const checks = await judge({ ".config/opencode/opencode.json": HEALTHY, [GLOBAL]: '{ "plugin": ["x"] }' })
    const plugin = checks.find(({ name }) => name === "plugin")
    assert.equal(plugin?.status, "fault")
    assert.match(plugin?.fact ?? "", /the list in ~\/\.config\/opencode\/opencode\.jsonc takes the place of this one/)
  })

  it("takes another copy of the package for worth knowing, not for broken", async () => {
    const other = fakePackage()
    const checks = await judge({ [GLOBAL]: HEALTHY.replace(installation.plugin, other.plugin) })
    const plugin = checks.find(({ name }) => name === "plugin")
    assert.equal(plugin?.status, "note")
    assert.match(plugin?.fact ?? "", /names another copy of the package/)
  })

  it("joins what several files say of the server, the highest last", async () => {
    const off = '{ "mcp": { "skill-mcp": { "enabled": false } } }'
    const fact = async (files: Record<string, string>, env = {}) =>
      (await judge(files, env)).find(({ name }) => name === "server")?.fact
    assert.equal(
      await fact({ [GLOBAL]: HEALTHY, "opencode.json": off }),
      "~/.config/opencode/opencode.jsonc and ~/opencode.json: skill-mcp is switched off",
    )
    assert.equal(
      await fact({ [GLOBAL]: HEALTHY }, { OPENCODE_CONFIG_CONTENT: off }),
      "~/.config/opencode/opencode.jsonc and OPENCODE_CONFIG_CONTENT: skill-mcp is switched off",
    )
    assert.equal(
      await fact({ [GLOBAL]: HEALTHY.replace("true", "false"), "opencode.json": off.replace("false", "true") }),
      `~/.config/opencode/opencode.jsonc and ~/opencode.json: ${process.execPath} ${installation.gateway}`,
    )
  })

  it("puts environment and files into a configuration as opencode does, before it is JSON", async () => {
    const text = HEALTHY.replace('"enabled": true', '"enabled": {env:SWITCH}, "cwd": "{file:./folder}"')
    const server = async (value: string) => {
      const files = { [GLOBAL]: text, ".config/opencode/folder": "/\n" }
      return (await judge(files, { SWITCH: value })).find(({ name }) => name === "server")?.fact
    }
    assert.match((await server("false")) ?? "", /switched off$/)
    assert.match((await server("true")) ?? "", /gateway\.js$/)
  })
})

describe("the names of the checks", () => {
  it("are pinned: programs go by them", () => {
    assert.deepEqual(CHECK_NAMES, [
      "node",
      "opencode",
      "config",
      "plugin",
      "plugin-loads",
      "server",
      "server-answers",
      "start-up",
      "roots",
      "skills",
      "skill-file",
      "duplicate",
      "search",
      "tokens",
      "settings",
      "environment",
      "upstream",
    ])
  })
})
