import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import * as esbuild from "esbuild"
import manifest from "../../package.json" with { type: "json" }
import { OFFLINE } from "../lab/offline.ts"
import { INITIALIZE } from "./gateway-process.ts"
import { connectClient } from "./sdk-client.ts"
import { LIBRARY } from "./skills.ts"
import { start } from "./started.ts"

const ROOT = join(import.meta.dirname, "../..")
const REQUIRE = `import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);`

let folder = ""
const bundle = async (entry: string, name: string): Promise<string> => {
  const outfile = join(folder, name)
  // As build.ts bundles its programs; the whole build, with all its declarations, is proven in test/dist.
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE },
  })
  return outfile
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "skill-finder-gateway-"))
})
after(() => rm(folder, { recursive: true, force: true }))

describe("the built gateway", () => {
  it("serves at once when it is started, through a link too, and does every tool's work", async () => {
    const gateway = start(LIBRARY, { args: [await bundle("gateway/serve.ts", "gateway.js")] })
    await symlink(join(folder, "gateway.js"), join(folder, "linked.js"))
    const client = await connectClient({ project: gateway.project, args: [join(folder, "linked.js")] })
    for (const [name, input] of [
      ["find", { query: "supply contract" }],
      ["outline", { name: "pdf-forms" }],
      ["read-section", { name: "pdf-forms", heading: 1 }],
      ["schema", {}],
      ["doctor", {}],
    ] as const) {
      const { isError, data } = await client.call(name, input)
      assert.deepEqual([isError, data.ok], [false, true], name)
    }
    await client.close()
    assert.equal((await gateway.request("initialize", INITIALIZE)).result?.protocolVersion, "2025-11-25")
    assert.deepEqual([(await gateway.end()).code, gateway.stderr()], [0, ""])
  })

  it("waits inside the command line for its command", async () => {
    const cli = await bundle("cli/main.ts", "cli.js")
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    const { stdout } = spawnSync(process.execPath, [...OFFLINE, cli, "--version"], { input, encoding: "utf8" })
    assert.equal(stdout, `${manifest.version}\n`)
    const served = start(LIBRARY, { args: [cli, "serve"] })
    assert.deepEqual((await served.request("ping")).result, {})
    assert.equal(served.frames().length, 1)
    const { code, ms } = await served.end()
    assert.equal(code, 0)
    assert.ok(ms < 1_000, String(ms))
  })
})
