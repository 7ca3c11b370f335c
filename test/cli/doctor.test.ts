import assert from "node:assert/strict"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { after, before, describe, it } from "node:test"
import type { Check } from "../../cli/doctor/check.ts"
import { type BuiltPackage, buildPackage, programOnPath } from "./built-package.ts"
import { makeHome, runCli } from "./run-cli.ts"

const SAMPLES = join(import.meta.dirname, "../../examples/skills")

let built: BuiltPackage
const homes: (() => void)[] = []
before(async () => {
  built = await buildPackage()
})
after(() => {
  for (const remove of homes) remove()
})

const run = (command: string, args: readonly string[], home: string, env: Record<string, string> = {}) =>
  runCli([command, ...args], { home, program: [built.cli], env: { PATH: "/nowhere", LANG: "ru_RU.UTF-8", ...env } })

/** A home with skills and both entries, and the file that holds them. */
const healthy = async (): Promise<{ home: string; file: string }> => {
  const { home, remove } = makeHome()
  homes.push(remove)
  cpSync(SAMPLES, join(home, ".claude/skills"), { recursive: true })
  const { code, stderr } = await run("init", [], home)
  assert.equal(code, 0, stderr)
  return { home, file: join(home, ".config/opencode/opencode.jsonc") }
}

const examine = async (home: string, env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await run("doctor", ["--json"], home, env)
  assert.equal(stderr, "")
  const report: { ok: boolean; checks: Check[] } = JSON.parse(stdout)
  assert.equal(code, report.ok ? 0 : 1)
  const lines = (name: string): string[] =>
    report.checks.filter((check) => check.name === name).map(({ status, fact }) => `${status} ${fact}`)
  return { ok: report.ok, checks: report.checks, lines }
}

const edit = (file: string, from: string | RegExp, to: string): void =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to))

describe("doctor", () => {
  it("finds a healthy installation in order, and says what it cannot prove without opencode", async () => {
    const { home, file } = await healthy()
    const { ok, checks, lines } = await examine(home)
    assert.deepEqual(
      checks.filter(({ status }) => status === "fault"),
      [],
    )
    assert.equal(ok, true)
    assert.match(lines("opencode")[0] ?? "", /^note opencode is neither on PATH nor in/)
    assert.match(lines("plugin-loads")[0] ?? "", /^note .* cannot be proven without opencode/)
    assert.deepEqual(lines("plugin"), [`ok ${file} names ${built.plugin}`])
    assert.deepEqual(lines("server"), [`ok ${file}: ${process.execPath} ${built.gateway}`])
    assert.match(
      lines("server-answers")[0] ?? "",
      /^ok skill-mcp \d+\.\d+\.\d+ answered initialize in \d+ ms, tools\/list \(\d+ tools\) in \d+ ms, find \([1-9]\d* candidates\) in \d+ ms$/,
    )
    assert.match(lines("skills")[0] ?? "", /^ok 12 skills; 0 of them hidden/)
    assert.match(lines("search")[0] ?? "", /^ok ".*" is found by its name in/)
    assert.match(lines("tokens")[0] ?? "", /opencode's list of 12 skills \d{3,}, our tools \d{3,}, /)
  })

  it("prints a mark, a fact and a cure for people, without colours where no terminal reads", async () => {
    const { home, file } = await healthy()
    edit(file, /"plugin": \[.*\],/, "")
    const { code, stdout } = await run("doctor", [], home)
    assert.equal(code, 1)
    assert.match(stdout, /^✔ node {12}Node \d/)
    assert.match(stdout, /\n✖ plugin {10}no configuration file names our plugin\n {18}→ run `skill-finder-mcp init`\n/)
    assert.match(stdout, /\n! opencode /)
    assert.match(stdout, /\n\n\d+ in order, 1 broken, \d+ to know\n$/)
    assert.ok(!stdout.includes("\u001b"))
  })

  it("names a server that dies, with its last words", async () => {
    const { home, file } = await healthy()
    const folder = join(home, "skill-finder-mcp/dist")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "../package.json"), '{ "name": "skill-finder-mcp" }')
    writeFileSync(join(folder, "gateway.js"), 'throw new Error("no disk")')
    edit(file, built.gateway, join(folder, "gateway.js"))
    const { lines } = await examine(home)
    assert.match(
      lines("server-answers")[0] ?? "",
      /^fault the MCP server does not work: it ended \(code 1\): .*no disk/,
    )
  })

  it("names a home without any skill folder once, and an opencode that is too old", async () => {
    const { home, remove } = makeHome()
    homes.push(remove)
    await run("init", [], home)
    const { checks, lines } = await examine(home, { PATH: programOnPath("opencode", 'console.log("1.2.27")') })
    const faults = checks.filter(({ status }) => status === "fault")
    assert.deepEqual(
      faults.map(({ name }) => name),
      ["opencode", "roots", "skills"],
    )
    assert.match(lines("opencode")[0] ?? "", /^fault opencode 1\.2\.27 at .* is older than 1\.14$/)
  })

  it("takes no words", async () => {
    const { home, remove } = makeHome()
    homes.push(remove)
    const { code, stderr } = await run("doctor", ["me"], home)
    assert.equal(code, 2)
    assert.match(stderr, /^skill-finder-mcp: doctor takes no "me"\n\nUsage: skill-finder-mcp doctor/)
  })
})
