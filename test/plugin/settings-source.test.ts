import assert from "node:assert/strict"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeEach, describe, it } from "node:test"
import type { Settings } from "../../core/index.ts"
import { openSettings } from "../../plugin/settings-source.ts"
import { temporaryFolder } from "../lab/scratch.ts"

const NAME = "skill-mcp.config.json"

type Plan = {
  /** Contents by place. */
  readonly named?: string
  readonly xdg?: string
  readonly global?: string
  readonly beside?: string
  readonly options?: unknown
  readonly env?: Record<string, string>
}

let top = ""
beforeEach(() => {
  top = temporaryFolder("settings")
})

const put = (path: string, text: string | undefined): void => {
  if (text === undefined) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const open = ({ named, xdg, global, beside, options, env = {} }: Plan) => {
  put(join(top, "named.json"), named)
  put(join(top, "xdg/opencode", NAME), xdg)
  put(join(top, "home/.config/opencode", NAME), global)
  put(join(top, "plugin", NAME), beside)
  const lines: string[] = []
  const environment = {
    ...env,
    ...(named === undefined ? {} : { SKILL_MCP_CONFIG: join(top, "named.json") }),
    ...(xdg === undefined ? {} : { XDG_CONFIG_HOME: join(top, "xdg") }),
  }
  const sources = { env: environment, home: join(top, "home"), beside: join(top, "plugin"), options }
  return { source: openSettings(sources, (line) => lines.push(line)), lines }
}

const check = (plan: Plan, expected: Partial<Settings>, faults: readonly RegExp[] = []): void => {
  const { source, lines } = open(plan)
  assert.deepEqual({ ...source.current(), ...expected }, source.current())
  const [, ...named] = lines
  assert.equal(named.length, faults.length, lines.join("\n"))
  for (const [at, fault] of faults.entries()) assert.match(named[at] ?? "", fault)
}

const boost = (name: string): string => JSON.stringify({ boost: [name] })

describe("the settings", () => {
  it("come from the file that the environment names, before all others", () =>
    check({ named: boost("named"), global: boost("global"), beside: boost("beside") }, { boost: ["named"] }))
  it("come from the global folder, where XDG says it is", () => {
    check({ global: boost("global"), beside: boost("beside") }, { boost: ["global"] })
    check({ xdg: boost("xdg"), global: boost("global") }, { boost: ["xdg"] })
  })
  it("come from beside the module when nothing else is there", () =>
    check({ beside: boost("beside") }, { boost: ["beside"] }))
  it("are the defaults when there is no file at all", () => check({}, { boost: [], lang: "ru", rule: true }))
  it("give way to plugin options key by key", () =>
    check(
      { global: JSON.stringify({ boost: ["file"], lang: "en" }), options: { boost: ["options"] } },
      { boost: ["options"], lang: "en" },
    ))
  it("give way to the environment in both directions", () => {
    check(
      { options: { rule: true, lang: "en" }, env: { SKILL_MCP_RULE: "OFF", SKILL_MCP_LANG: "ru" } },
      { rule: false, lang: "ru" },
    )
    check({ options: { preload: false }, env: { SKILL_MCP_PRELOAD: "on" } }, { preload: true })
    check({ env: { SKILL_ROUTER_HINT: "False" } }, { hint: false })
    check({ env: { SKILL_ROUTER_HINT: "0", SKILL_MCP_HINT: "1" } }, { hint: true })
  })
  it("fall back to the defaults on a broken file, and say so", () =>
    check({ global: '{"rule": false,}' }, { rule: true }, [/skill-mcp\.config\.json: not valid JSON/]))
  it("hold the default for a value of the wrong kind and take the others", () =>
    check({ global: JSON.stringify({ rule: "no", boost: ["x"] }), options: ["x"] }, { rule: true, boost: ["x"] }, [
      /"rule" must be true or false/,
      /plugin options: .*not a JSON object/,
    ]))
})

describe("changed settings", () => {
  it("are read again, and unchanged ones are not", async () => {
    const { source, lines } = open({ global: boost("one") })
    await source.refresh()
    assert.equal(lines.length, 1)
    put(join(top, "home/.config/opencode", NAME), JSON.stringify({ boost: ["two"], lang: "en" }))
    await source.refresh()
    assert.deepEqual([source.current().boost, source.current().lang], [["two"], "en"])
    await source.refresh()
    assert.equal(lines.length, 2)
  })
  it("are noticed when a file of higher rank appears and when it goes", async () => {
    const { source } = open({ beside: boost("beside") })
    const path = join(top, "home/.config/opencode", NAME)
    put(path, boost("global"))
    await source.refresh()
    assert.deepEqual(source.current().boost, ["global"])
    rmSync(path)
    await source.refresh()
    assert.deepEqual(source.current().boost, ["beside"])
  })
})
