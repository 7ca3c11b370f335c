import assert from "node:assert/strict"
import { cpSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { after, before, describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type FakeModel, modelConfig, startFakeModel } from "../lab/fake-model.ts"
import type { ModelRequest } from "../lab/model-request.ts"
import { hostEnvironment, opencodeBinary } from "../lab/opencode.ts"
import { makeProject, type Project } from "../lab/project.ts"
import { type HostServer, startServe } from "../lab/serve.ts"
import { hostEntry, openSamples } from "../readme/picture.ts"
import { type PackedPackage, packPackage } from "./packed-package.ts"
import { type CliResult, runCli } from "./run-cli.ts"

const ROOT = join(import.meta.dirname, "../..")

/** What users download. A file more or less here is a decision. */
const FILES = [
  ...["CHANGELOG.md", "LICENSE", "README.md", "README.ru.md", "THIRD_PARTY_NOTICES.md", "package.json"],
  ...["cli.js", "core.js", "gateway.js", "plugin/index.js"].flatMap((name) => [
    `dist/${name}`,
    `dist/${name}.LEGAL.txt`,
  ]),
  ...["dist/plugin/package.json", "dist/plugin/vectors.q8"],
  ...["architecture", "contract", "contributing", "hosts", "limits", "performance", "search", "security"].map(
    (name) => `docs/${name}.md`,
  ),
  "docs/report.png",
  "examples/README.md",
  ...[
    ...["bug-bounty-report", "code-review", "db-migration", "delovaya-perepiska", "dogovor-arendy", "k8s-deploy"],
    ...["otchet-po-zadacham", "pdf-forms", "release-notes", "spreadsheet-pivot", "supply-contract-review"],
    "supply-contract-templates",
  ].map((name) => `examples/skills/${name}/SKILL.md`),
]

let packed: PackedPackage
let model: FakeModel
let project: Project
let host: HostServer | undefined
let original = ""
let file = ""

const run = (args: readonly string[]): Promise<CliResult> =>
  runCli(args, {
    home: project.home,
    cwd: project.folder,
    program: [packed.command],
    env: { ...hostEnvironment({ home: project.home }), PATH: `${dirname(opencodeBinary())}:/usr/bin:/bin` },
  })

// The file has no schema, so that the host adds its line; it has a comment, so that one could be lost.
before(async () => {
  packed = await packPackage()
  model = await startFakeModel()
  const { $schema: _, ...config } = modelConfig(model)
  original = `${JSON.stringify(config, undefined, 2).replace("{", '{ // 27" display, see, this').replace(/\n\}$/, ' // "mine"\n}')}\n`
  project = makeProject({ homeFiles: { ".config/opencode/opencode.json": original } })
  file = join(project.home, ".config/opencode/opencode.json")
  cpSync(join(packed.folder, "examples/skills"), join(project.home, ".claude/skills"), { recursive: true })
})
after(async () => {
  host?.stop()
  await model?.close()
  project?.remove()
})

describe("the packed package", () => {
  it("carries these files and no others: neither tests, sources, source maps nor this machine's paths", () => {
    // Declarations mirror the sources that core/index.ts reaches; each of the rest is named.
    const named = packed.files.filter((path) => !/^dist\/types\/(core|lexicon)\/[\w/-]+\.d\.ts$/.test(path))
    assert.deepEqual([...named].sort(), [...FILES].sort())
    assert.ok(packed.files.includes("dist/types/core/index.d.ts"))
    const dist = join(packed.folder, "dist")
    const naming = readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(js|ts|json)$/.test(path))
      .filter((path) => readFileSync(join(dist, path), "utf8").includes(ROOT))
    assert.deepEqual(naming, [])
    assert.ok(packed.size < 3_000_000, `${packed.size} bytes`)
  })
})

// One after another: each start of the host takes seconds of both processors.
describe("from the tarball to a hint on the real opencode, and back", () => {
  it("puts the hint before the model, and lets it call find", async () => {
    const { code, stderr } = await run(["init", "--lang", "en"])
    assert.equal(code, 0, stderr)
    host = await startServe({ home: project.home, model })
    const ask = async (text: string): Promise<readonly ModelRequest[]> => {
      const session = (await host?.createSession(project.folder)) ?? ""
      const { status, requests } = (await host?.prompt({ folder: project.folder, session, text })) ?? {}
      assert.equal(status, 200)
      return requests?.filter(({ kind }) => kind === "main") ?? []
    }
    const systemOf = (request: ModelRequest | undefined): string => request?.systems.join("\n") ?? ""
    let [hinted] = await ask("review my supply contract")
    // A project's first prompt may come before its index stands.
    for (let tries = 0; tries < 20 && !systemOf(hinted).includes("<skill_hint source"); tries += 1) {
      await wait(300)
      hinted = (await ask("review my supply contract"))[0]
    }
    const system = systemOf(hinted)
    assert.ok(system.includes('<skill_hint source="skill-mcp"'), system.slice(-2_000))
    assert.ok(system.includes("- supply-contract-review"))
    assert.ok(system.includes("<skill_router_rule>\nFirst action in a task"))
    assert.ok(hinted?.tools.includes("skill-mcp_find"))
    // README shows the host's own list in this form.
    for (const skill of (await openSamples()).skills) assert.ok(system.includes(`\n${hostEntry(skill)}\n`), skill.name)
    const second = (await ask('[[call skill-mcp_find {"query":"review my supply contract"}]]')).at(-1)
    const result = second?.messages.at(-1)
    assert.equal(result?.role, "tool")
    assert.equal(JSON.parse(result?.text ?? "").items[0].name, "supply-contract-review")
    host.stop()
  })

  it("leaves, after the uninstall, what the host itself has made of the file", async () => {
    const { code, stdout, stderr } = await run(["init", "--uninstall", "--purge"])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /is without our entries; what else has changed since init stays/)
    const folder = dirname(file)
    assert.deepEqual(
      readdirSync(folder).filter((name) => /opencode|skill-mcp/.test(name)),
      ["opencode.json"],
    )
    // As opencode adds it to every file that lacks it.
    const schema = '{\n  "$schema": "https://opencode.ai/config.json",'
    assert.equal(readFileSync(file, "utf8"), original.replace("{", schema))
  })
})
