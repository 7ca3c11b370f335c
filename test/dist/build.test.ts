import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { after, before, describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { build, type Outputs } from "../../build.ts"
import manifest from "../../package.json" with { type: "json" }
import { OFFLINE_TREE } from "../lab/offline.ts"
import { opencodeBinary } from "../lab/opencode.ts"
import { bundledPackages, dependencyRows, isAllowed, isExcepted, lockedLicences, notices } from "./packages.ts"

const ROOT = join(import.meta.dirname, "../..")
const BUN = opencodeBinary()
const TSC = join(ROOT, "node_modules/typescript/bin/tsc")
const CONSUMER = `import { buildIndex, defaultRoots, discoverSkills, search } from "./types/core/index.js"
const { skills } = await discoverSkills(defaultRoots({ cwd: "/", env: {}, home: "/" }))
export const [item] = search(buildIndex(skills), "bug bounty report", { limit: 5 })
export const shape: { name: string; path: string; score: number; why: string; confident: boolean; coverage: number } | undefined = item
// @ts-expect-error: the declarations must not be \`any\`.
export const wrong: number = search
`
const BUNDLES = ["cli.js", "core.js", "gateway.js", "index.js"]

let outdir = ""
let outputs: Outputs = {}

before(async () => {
  outdir = await mkdtemp(join(tmpdir(), "skill-finder-build-"))
  outputs = await build(outdir)
})
after(() => rm(outdir, { recursive: true, force: true }))

describe("the build", () => {
  it("makes four bundles that import node builtins only", () => {
    assert.deepEqual(Object.keys(bundles()).sort(), BUNDLES)
    for (const [name, { imports }] of Object.entries(bundles())) {
      const foreign = imports.map(({ path }) => path).filter((path) => !isBuiltin(path))
      assert.deepEqual(foreign, [], name)
    }
  })

  it("makes a command that runs under node and under the host's Bun", async () => {
    const cli = join(outdir, "cli.js")
    assert.equal(await print(process.execPath, [cli, "--version"]), manifest.version)
    assert.equal(await print(cli, ["--version"]), manifest.version)
    assert.equal(await print(BUN, [cli, "--version"]), manifest.version)
  })

  it("makes a plugin folder as opencode wants it", async () => {
    const folder = join(outdir, "plugin")
    assert.deepEqual(JSON.parse(await readFile(join(folder, "package.json"), "utf8")), {
      name: manifest.name,
      version: manifest.version,
      type: "module",
      main: "./index.js",
      exports: { ".": "./index.js", "./server": "./index.js", "./package.json": "./package.json" },
    })
    const names = await readdir(folder)
    assert.deepEqual(
      names.filter((name) => name.startsWith("server")),
      [],
    )
  })

  it("gives the plugin one default export and no other, under node and under the host's Bun", async () => {
    const url = JSON.stringify(pathToFileURL(join(outdir, "plugin/index.js")).href)
    const show = `const m = await import(${url}); const { id, ...hooks } = m.default
      console.log(Object.keys(m).join(), id, Object.keys(hooks).sort().map((k) => k + ":" + typeof hooks[k]).join())`
    const expected = "default skill-mcp-hint server:function,setup:function"
    assert.equal(await print(process.execPath, ["--input-type=module", "-e", show]), expected)
    assert.equal(await print(BUN, ["-e", show]), expected)
  })

  it("gives the core the functions of the contract", async () => {
    const core = await import(pathToFileURL(join(outdir, "core.js")).href)
    for (const name of ["defaultRoots", "discoverSkills", "buildIndex", "search"]) {
      assert.equal(typeof core[name], "function", name)
    }
  })

  it("types the core for a consumer who has no package of ours, whole", async () => {
    const consumer = join(outdir, "consumer.mts")
    await writeFile(consumer, CONSUMER)
    // No skipLibCheck: a declaration that needs an absent package must fail here, not at the consumer's.
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--target",
      "es2023",
      "--module",
      "nodenext",
      "--types",
      "",
    ]
    assert.equal(await print(process.execPath, [TSC, ...options, consumer]), "")
  })

  it("keeps zod, the MCP SDK and esprima out of the plugin and the core", () => {
    for (const name of ["core.js", "index.js"]) {
      const packages = packagesIn(name)
      const heavy = packages.filter((it) =>
        /^(zod|@modelcontextprotocol\/sdk|esprima|effect|@opencode-ai\/.*)$/.test(it),
      )
      assert.deepEqual(heavy, [], name)
    }
  })
})

describe("the packages that it is made of", () => {
  const licences = new Map(lockedLicences())

  it("stand in THIRD_PARTY_NOTICES.md when they are bundled, and no others", () => {
    const bundled = [...bundledPackages(outputs).keys()].map((name) => [name, licences.get(name)])
    assert.deepEqual(notices(), bundled)
  })

  it("are under licences that allow it", () => {
    const refused = lockedLicences().filter(([name, licence]) => !isAllowed(licence) && !isExcepted(name, licence))
    assert.deepEqual(refused, [])
    const shipped = [...bundledPackages(outputs).keys()].filter((name) => !isAllowed(licences.get(name) ?? "none"))
    assert.deepEqual(shipped, [])
  })

  it("are justified in docs/contributing.md, each once, with licence and size", () => {
    const rows = dependencyRows()
    assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(manifest.devDependencies).sort())
    const bundled = bundledPackages(outputs)
    for (const { name, licence, size } of rows) {
      assert.equal(licence, licences.get(name), name)
      const bytes = bundled.get(name)
      if (bytes === undefined) continue
      const told = Number(/^(\d+) kB$/.exec(size)?.[1]) * 1_000
      assert.ok(Math.abs(told - bytes) <= Math.max(1_000, bytes * 0.1), `${name}: ${bytes} bytes, not ${size}`)
    }
  })
})

function bundles(): Outputs {
  const scripts = Object.entries(outputs).filter(([file]) => file.endsWith(".js"))
  return Object.fromEntries(scripts.map(([file, output]) => [basename(file), output]))
}

function packagesIn(bundle: string): string[] {
  const inputs = Object.keys(bundles()[bundle]?.inputs ?? {})
  const names = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}

async function print(program: string, args: readonly string[]): Promise<string> {
  // The opencode binary is a Bun that acts as one when told so.
  const { stdout } = await promisify(execFile)(program, args, {
    env: { ...process.env, ...OFFLINE_TREE, BUN_BE_BUN: "1" },
  })
  return stdout.trim()
}
