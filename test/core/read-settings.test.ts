import assert from "node:assert/strict"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { isOff, readSettings, type SettingsInForce, settingsPaths } from "../../core/read-settings.ts"
import { DEFAULT_SETTINGS } from "../../core/settings.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

type Case = { readonly files?: Files; readonly env?: Readonly<Record<string, string>>; readonly options?: unknown }

/** Settings in a folder with `home` and `beside`; `TOP` in a variable is the folder, the path comes back relative. */
const read = ({ files = {}, env = {}, options }: Case): SettingsInForce => {
  const top = temporaryFolder("settings")
  folders.push(top)
  plant(top, files)
  const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.replaceAll("TOP", top)]))
  const found = readSettings({ env: own, home: join(top, "home"), beside: join(top, "beside"), options })
  return { ...found, path: found.path?.slice(top.length + 1) }
}

const check = (one: Case, expected: Partial<SettingsInForce["settings"]>, faults: readonly RegExp[] = []): void => {
  const found = read(one)
  assert.deepEqual({ ...found.settings, ...expected }, found.settings, JSON.stringify(one))
  assert.equal(found.faults.length, faults.length, found.faults.join("\n"))
  for (const [at, fault] of faults.entries()) assert.match(found.faults[at] ?? "", fault)
}

const GLOBAL = "home/.config/opencode/skill-mcp.config.json"
const BESIDE = "beside/skill-mcp.config.json"

describe("readSettings", () => {
  it("reads the first file there is of the three places", () => {
    const files = {
      "own.json": '{"boost": ["own"]}',
      [GLOBAL]: '{"boost": ["global"]}',
      [BESIDE]: '{"boost": ["beside"]}',
    }
    check({ files, env: { SKILL_MCP_CONFIG: "TOP/own.json" } }, { boost: ["own"] })
    check({ files }, { boost: ["global"] })
    check({ files: { [BESIDE]: files[BESIDE] } }, { boost: ["beside"] })
    assert.deepEqual(read({}), { settings: DEFAULT_SETTINGS, faults: [], path: undefined })
    assert.equal(read({ files }).path, GLOBAL)
    check(
      { files: { "x/opencode/skill-mcp.config.json": '{"boost": ["xdg"]}' }, env: { XDG_CONFIG_HOME: "TOP/x" } },
      { boost: ["xdg"] },
    )
    check({ files, env: { SKILL_MCP_CONFIG: "" } }, { boost: ["global"] })
  })

  it("lists the places", () => {
    assert.deepEqual(settingsPaths({ env: { SKILL_MCP_CONFIG: "/o.json" }, home: "/h", beside: "/b" }), [
      "/o.json",
      "/h/.config/opencode/skill-mcp.config.json",
      "/b/skill-mcp.config.json",
    ])
    assert.equal(settingsPaths({ env: {}, home: "/h" }).length, 1)
  })

  it("holds the defaults under a malformed or unreadable file and names it, no later file counting", () => {
    check({ files: { [GLOBAL]: "{", [BESIDE]: '{"lang": "en"}' } }, { lang: "ru" }, [
      /skill-mcp\.config\.json: not valid JSON/,
    ])
    check({ files: { [GLOBAL]: { folder: true } } }, { lang: "ru" }, [/cannot be read/])
    check({ files: { [GLOBAL]: { link: "skill-mcp.config.json" } } }, { lang: "ru" }, [/cannot be read/])
  })

  it("names a file that SKILL_MCP_CONFIG names and that is not there", () => {
    check({ env: { SKILL_MCP_CONFIG: "TOP/gone.json" }, files: { [GLOBAL]: '{"lang": "en"}' } }, { lang: "ru" }, [
      /gone\.json: cannot be read/,
    ])
  })

  it("passes over a place below a file", () => {
    check({ files: { "home/.config/opencode": "a file", [BESIDE]: '{"lang": "en"}' } }, { lang: "en" })
  })

  it("reads a file with a mark", () => check({ files: { [GLOBAL]: '\uFEFF{"lang": "en"}' } }, { lang: "en" }))

  it("lets plugin options win over the file, and names their faults", () => {
    const files = { [GLOBAL]: '{"lang": "en", "boost": ["file"]}' }
    check({ files, options: { boost: ["option"] } }, { lang: "en", boost: ["option"] })
    check({ files, options: { boost: 1, x: 2 } }, { boost: ["file"] }, [
      /plugin options: "boost"/,
      /plugin options: "x"/,
    ])
    check({ files, options: "x" }, { boost: ["file"] }, [/plugin options:/])
  })

  it("lets the environment win over both, in both directions", () => {
    for (const off of ["off", "0", "false", "OFF", "False", " off "]) {
      const env = { SKILL_MCP_RULE: off, SKILL_MCP_PRELOAD: off, SKILL_MCP_HINT: off }
      check({ env, options: { rule: true, preload: true, hint: true } }, { rule: false, preload: false, hint: false })
    }
    for (const on of ["on", "1", "true", "yes"]) {
      const env = { SKILL_MCP_RULE: on, SKILL_MCP_PRELOAD: on, SKILL_MCP_HINT: on }
      check({ env, options: { rule: false, preload: false, hint: false } }, { rule: true, preload: true, hint: true })
    }
    check({ env: { SKILL_MCP_RULE: "", SKILL_MCP_HINT: " " }, options: { rule: false } }, { rule: false, hint: true })
    check({ env: { SKILL_MCP_LANG: "EN" }, options: { lang: "ru" } }, { lang: "en" })
    check({ env: { SKILL_MCP_LANG: " ru " }, options: { lang: "en" } }, { lang: "ru" })
    check({ env: { SKILL_MCP_LANG: "" }, options: { lang: "en" } }, { lang: "en" })
    check({ env: { SKILL_MCP_LANG: "de" }, options: { lang: "en" } }, { lang: "en" }, [/SKILL_MCP_LANG is "de"/])
  })

  it("reads the old name of the hint's switch where the new one is unset", () => {
    check({ env: { SKILL_ROUTER_HINT: "off" } }, { hint: false })
    check({ env: { SKILL_ROUTER_HINT: "off", SKILL_MCP_HINT: "on" } }, { hint: true })
    check({ env: { SKILL_ROUTER_HINT: "on", SKILL_MCP_HINT: "off" } }, { hint: false })
  })
})

describe("isOff", () => {
  it("knows three words in any case of letters", () => {
    for (const value of ["off", "0", "false", "Off", "FALSE", " 0\n"]) assert.equal(isOff(value), true, value)
    for (const value of [undefined, "", "no", "offf", "00", "on", "1"]) assert.equal(isOff(value), false, String(value))
  })
})
