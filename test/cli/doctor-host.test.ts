import assert from "node:assert/strict"
import { cpSync, readFileSync } from "node:fs"
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

let built: BuiltPackage
let project: Project

const run = (args: readonly string[]): Promise<CliResult> =>
  runCli(args, {
    home: project.home,
    cwd: project.folder,
    program: [built.cli],
    env: { ...hostEnvironment({ home: project.home }), PATH: `${dirname(opencodeBinary())}:/usr/bin:/bin` },
  })

before(async () => {
  built = await buildPackage()
  project = makeProject()
  cpSync(SAMPLES, join(project.home, ".claude/skills"), { recursive: true })
})
after(() => project?.remove())

// One after another: each start of the host takes seconds of both processors.
describe("init and doctor on the real opencode", () => {
  it("makes the host know both entries and call the plugin", async () => {
    const { code, stdout, stderr } = await run(["init", "--lang", "en"])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^opencode 1\.\d+\.\d+ at /)
    const stamp = join(temporaryFolder("stamp"), "stamp.json")
    const place = { cwd: project.folder, home: project.home, env: { SKILL_MCP_STAMP: stamp } }
    const shown = await runOpencode(["debug", "config"], place)
    assert.equal(shown.code, 0, shown.stderr)
    const config = JSON.parse(shown.stdout)
    assert.deepEqual(config.plugin, [pathToFileURL(built.plugin).href])
    assert.deepEqual(config.mcp["skill-mcp"], {
      type: "local",
      command: [process.execPath, built.gateway],
      enabled: true,
    })
    const { version, host: generation, directory } = JSON.parse(readFileSync(stamp, "utf8"))
    assert.deepEqual([version, generation, directory], [manifest.version, "v1", project.folder])
  })

  it("lets doctor prove it", async () => {
    const { code, stdout } = await run(["doctor", "--json"])
    const { checks }: { checks: Check[] } = JSON.parse(stdout)
    const line = (name: string): string =>
      checks.flatMap((one) => (one.name === name ? [`${one.status} ${one.fact}`] : [])).join("\n")
    assert.deepEqual(
      checks.filter(({ status }) => status === "fault"),
      [],
    )
    assert.equal(code, 0)
    assert.match(line("opencode"), /^ok opencode 1\.\d+\.\d+ at /)
    assert.match(line("plugin-loads"), /^ok opencode 1\.\d+\.\d+ loaded the plugin, version /)
    assert.match(line("server-answers"), /^ok skill-mcp .* find \([1-9]\d* candidates\)/)
    assert.match(line("start-up"), /^note with any plugin, opencode installs @opencode-ai\/plugin at its start into /)
  })
})
