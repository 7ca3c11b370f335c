import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { checkSettings, isLoopback } from "../../../cli/doctor/check-settings.ts"
import { discoverSkills, readSettings } from "../../../core/index.ts"
import { examinedHome } from "./patient.ts"

const FILE = ".config/opencode/skill-mcp.config.json"

const check = async (settings: string | undefined, expected: readonly string[], options?: unknown): Promise<void> => {
  const skill = "---\nname: pdf-forms\ndescription: Fill PDF forms\n---\n"
  const files = { ".claude/skills/pdf/SKILL.md": skill, ...(settings === undefined ? {} : { [FILE]: settings }) }
  const { home, circumstances } = await examinedHome(files)
  const { skills } = await discoverSkills([`${home}/.claude/skills`])
  const inForce = readSettings({ env: {}, home, options })
  assert.deepEqual(
    checkSettings(circumstances, { inForce, skills }).map(
      ({ status, fact }) => `${status} ${fact.replaceAll(home, "~")}`,
    ),
    expected,
  )
}

describe("checkSettings", () => {
  it("says where the settings come from", async () => {
    await check(undefined, ["ok no settings file, the defaults hold; lang ru"])
    await check('{ "lang": "en" }', [`ok ~/${FILE}; lang en`])
  })

  it("names faults", async () => {
    await check('{ "lang": "de", "nonsense": 1 }', [
      `fault ~/${FILE}: "lang" must be "ru" or "en": its default holds`,
      `fault ~/${FILE}: "nonsense" is no setting: it has no effect`,
    ])
    await check(undefined, ['fault plugin options: "rulez" is no setting: it has no effect'], {
      lang: "en",
      rulez: true,
    })
  })

  it("names settings that have no effect", async () => {
    await check('{ "boost": ["no-such", "pdf-forms"], "deny": { "*": ["pdf*", "gone*"] }, "allow": { "a": ["x"] } }', [
      `ok ~/${FILE}; lang ru`,
      'note "deny" of "*": no skill fits "gone*"',
      'note "allow" of "a": no skill fits "x"',
      'note "boost": no skill is called "no-such"',
    ])
    await check('{ "upstream": { "url": "http://example.com:4242" } }', [
      `ok ~/${FILE}; lang ru`,
      'note "upstream.url" is http://example.com:4242: only addresses of this machine are used',
    ])
  })

  it("names a settings file that another one hides", async () => {
    const { home, circumstances } = await examinedHome({ [FILE]: "{}", "own.json": "{}" })
    const env = { SKILL_MCP_CONFIG: `${home}/own.json` }
    const inForce = readSettings({ env, home })
    const environment = { ...circumstances.environment, env }
    const checks = checkSettings({ ...circumstances, environment }, { inForce, skills: [] })
    assert.equal(checks.at(-1)?.fact, `${home}/${FILE} is not read: ${home}/own.json comes first`)
  })
})

describe("isLoopback", () => {
  it("knows this machine's addresses", () => {
    for (const url of ["http://127.0.0.1:1/mcp", "http://localhost:4242", "http://[::1]:80"])
      assert.ok(isLoopback(url), url)
    for (const url of [
      "http://127.0.0.1.example.com",
      "https://localhost",
      "http://10.0.0.1",
      "x",
      "file:///localhost",
    ]) {
      assert.ok(!isLoopback(url), url)
    }
  })
})
