import assert from "node:assert/strict"
import { Buffer } from "node:buffer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import fc from "fast-check"
import {
  DEFAULT_SETTINGS,
  isAllowed,
  SETTINGS_FILE as NAME,
  readSettings,
  type Settings,
  type SettingsInForce,
} from "../../core/index.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { check, within } from "./fuzz-run.ts"
import { NO_SETTINGS, SETTINGS_FILE } from "./make-settings.ts"

const home = temporaryFolder("settings")
const path = join(home, ".config", "opencode", NAME)
mkdirSync(join(path, ".."), { recursive: true })

const read = async (bytes: Uint8Array, env: Record<string, string> = {}): Promise<SettingsInForce> => {
  writeFileSync(path, bytes)
  const before = JSON.stringify(DEFAULT_SETTINGS)
  const inForce = await within("read", () => readSettings({ env, home }))
  assert.equal(JSON.stringify(DEFAULT_SETTINGS), before, "the defaults themselves were changed")
  assert.equal(Object.hasOwn(Object.prototype, "lang"), false)
  assert.equal(inForce.path, path)
  return inForce
}

const assertInRange = (settings: Settings): void => {
  assert.deepEqual(Object.keys(settings).toSorted(), Object.keys(DEFAULT_SETTINGS).toSorted())
  const { rule, preload, hint, extension, lang, subagents, roots, boost, deny, allow, lexicon, upstream } = settings
  for (const one of [rule, preload, hint, extension, upstream.enabled]) assert.equal(typeof one, "boolean")
  assert.ok(["ru", "en"].includes(lang) && ["hint", "full", "off"].includes(subagents))
  const lists = [roots, boost, ...[deny, allow, lexicon].flatMap((rules) => Object.values(rules))]
  for (const list of lists) assert.ok(Array.isArray(list) && list.every((one) => typeof one === "string"))
  assert.ok(upstream.groups.every((group) => ["graph", "queue", "findings", "suppressions"].includes(group)))
  assert.ok(upstream.url === undefined || typeof upstream.url === "string")
}

describe("whatever a settings file holds,", () => {
  it("each right value counts and each wrong one is named with its file and key", () =>
    check(
      "settings",
      { short: 400, long: 7_000 },
      fc.asyncProperty(SETTINGS_FILE, async ({ members, text }) => {
        const { settings, faults } = await read(Buffer.from(text))
        assertInRange(settings)
        const kept = Object.assign({}, ...members.map((member) => member.kept))
        assert.deepEqual(settings, { ...DEFAULT_SETTINGS, ...kept })
        const expected = members.flatMap((member) => member.faults.map((key) => `${path}: "${key}" `))
        assert.equal(faults.length, expected.length, JSON.stringify(faults))
        for (const start of expected)
          assert.ok(
            faults.some((fault) => fault.startsWith(start)),
            start,
          )
        for (const agent of ["build", "*", "__proto__", undefined]) isAllowed("contract-review", agent, settings)
      }),
    ))

  it("what is no JSON object leaves the defaults and says so once", () =>
    check(
      "no-settings",
      { short: 150, long: 3_000 },
      fc.asyncProperty(NO_SETTINGS, fc.constantFrom({}, { SKILL_MCP_LANG: "en" }), async (bytes, env) => {
        const { settings, faults } = await read(bytes, env)
        assertInRange(settings)
        const lang = "SKILL_MCP_LANG" in env ? "en" : DEFAULT_SETTINGS.lang
        assert.deepEqual(settings, { ...DEFAULT_SETTINGS, lang })
        assert.equal(faults.length, 1)
        assert.ok(faults[0]?.startsWith(`${path}: `))
      }),
    ))
})
