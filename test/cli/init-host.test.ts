import assert from "node:assert/strict"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { after, before, describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import type { Check } from "../../cli/doctor/check.ts"
import manifest from "../../package.json" with { type: "json" }
import { hostEnvironment, opencodeBinary, runOpencode } from "../lab/opencode.ts"
import { makeProject, type Project } from "../lab/project.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { type BuiltPackage, buildPackage } from "./built-package.ts"
import { type CliResult, runCli } from "./run-cli.ts"

const SAMPLES = join(import.meta.dirname, "../../examples/skills")

// One after another: each start of the host takes seconds of both processors.
describe("init and doctor on the real opencode", () => {
  let built: BuiltPackage
  let project: Project
  let file = ""
  /** No schema, so that the host adds its line; a comment, so that it could lose one. */
  const original = '{\n  "username": "Ж" // mine\n}\n'

  const run = (args: readonly string[]): Promise<CliResult> =>
    runCli(args, {
      home: project.home,
      cwd: project.folder,
      program: [built.cli],
      env: { ...hostEnvironment({ home: project.home }), PATH: `${dirname(opencodeBinary())}:/usr/bin:/bin` },
    })

  const examine = async () => {
    const { code, stdout } = await run(["doctor", "--json"])
    const { checks }: { checks: Check[] } = JSON.parse(stdout)
    const line = (name: string): string =>
      checks.flatMap((one) => (one.name === name ? [`${one.status} ${one.fact}`] : [])).join("\n")
    return { code, line, faults: checks.filter(({ status }) => status === "fault") }
  }

  before(async () => {
    built = await buildPackage()
    project = makeProject({ homeFiles: { ".config/opencode/opencode.json": original } })
    cpSync(SAMPLES, join(project.home, ".claude/skills"), { recursive: true })
    file = join(project.home, ".config/opencode/opencode.json")
    const { code, stdout, stderr } = await run(["init", "--lang", "en"])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^opencode 1\.\d+\.\d+ at /)
  })
  after(() => project.remove())

  it("makes the host know both entries and call the plugin", async () => {
    const stamp = join(temporaryFolder("stamp"), "stamp.json")
    const place = { cwd: project.folder, home: project.home, env: { SKILL_MCP_STAMP: stamp } }
    const { code, stdout, stderr } = await runOpencode(["debug", "config"], place)
    assert.equal(code, 0, stderr)
    const config = JSON.parse(stdout)
    assert.deepEqual(config.plugin, [pathToFileURL(built.plugin).href])
    assert.deepEqual(config.mcp, {
      "skill-mcp": { type: "local", command: [process.execPath, built.gateway], enabled: true },
    })
    const { version, host, directory } = JSON.parse(readFileSync(stamp, "utf8"))
    assert.deepEqual({ version, host, directory }, { version: manifest.version, host: "v1", directory: project.folder })
  })

  it("lets doctor prove it", async () => {
    const { code, line, faults } = await examine()
    assert.deepEqual(faults, [])
    assert.equal(code, 0)
    assert.match(line("opencode"), /^ok opencode 1\.\d+\.\d+ at /)
    assert.equal(
      line("plugin-loads").replace(/opencode [\d.]+/, "it"),
      `ok it loaded the plugin, version ${manifest.version}`,
    )
    assert.match(line("server-answers"), /^ok skill-mcp .* find \([1-9]\d* candidates\)/)
    assert.match(line("start-up"), /^note with any plugin, opencode installs @opencode-ai\/plugin at its start into /)
  })

  it("lets doctor give the host's own verdict on a configuration of the wrong type", async () => {
    mkdirSync(join(project.folder, ".opencode"))
    writeFileSync(join(project.folder, ".opencode/opencode.json"), '{ "username": 5 }')
    const { code, line } = await examine()
    writeFileSync(join(project.folder, ".opencode/opencode.json"), "{}")
    assert.equal(code, 1)
    assert.match(
      line("config"),
      /fault opencode refuses its configuration: Configuration is invalid at .*\.opencode\/opencode\.json ↳ .*username/,
    )
  })

  it("leaves, after the uninstall, what the host itself has made of the file", async () => {
    assert.equal((await run(["init", "--uninstall"])).code, 0)
    assert.equal(
      readFileSync(file, "utf8"),
      original.replace("{", '{\n  "$schema": "https://opencode.ai/config.json",'),
    )
  })
})
