import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join, posix, sep } from "node:path"
import { describe, it } from "node:test"
import manifest from "../package.json" with { type: "json" }

/** What each folder may import: of ours (first part of the path), of packages, of packages as a type. */
const TABLE: Record<string, Allowed> = {
  lexicon: { ours: [], packages: ["porter2", "@orama/stemmers"], types: [] },
  core: { ours: ["lexicon"], packages: ["minisearch", "js-yaml", "markdown-it", "jsonc-parser"], types: [] },
  plugin: { ours: ["core"], packages: [], types: ["@opencode-ai/plugin"] },
  gateway: { ours: ["core", "package.json"], packages: ["@modelcontextprotocol/sdk", "yaml", "zod"], types: [] },
  cli: { ours: ["core", "gateway", "plugin", "package.json"], packages: ["jsonc-parser", "diff"], types: [] },
}

/** The only files of core/ that touch the disk. */
const DISK_FILES = [
  "core/discover.ts",
  "core/host-config.ts",
  "core/host-environment.ts",
  "core/read-settings.ts",
  "core/read-skill.ts",
  "core/read-vectors.ts",
  "core/walk-root.ts",
  "core/watch.ts",
  "core/with-opened.ts",
]

const MAX_LINES = 300
const ROOT = join(import.meta.dirname, "..")

type Allowed = {
  readonly ours: readonly string[]
  readonly packages: readonly string[]
  readonly types: readonly string[]
}
/** Source texts by path from the project's root, with forward slashes. */
type Tree = ReadonlyMap<string, string>
type Import = { readonly path: string; readonly isType: boolean }

describe("the house", () => {
  const product = read(Object.keys(TABLE))
  const all = read([...Object.keys(TABLE), "test", "measure"])

  it("lets a folder import only what its row allows", () => assert.deepEqual(forbiddenImports(product), []))
  it("lets hosts enter core only through its index", () => assert.deepEqual(sideDoors(product), []))
  it("touches the disk only in the named files of core", () => assert.deepEqual(diskImports(product), []))
  it("keeps process and console out of core and lexicon", () => assert.deepEqual(globals(product), []))
  it("has no import cycle", () => assert.deepEqual(cycles(product), []))
  it("has no default export save the plugin's entry", () => assert.deepEqual(defaultExports(all), []))
  it("has no drawer for odds and ends", () => assert.deepEqual(drawers(all), []))
  it(`has no file over ${MAX_LINES} lines`, () => assert.deepEqual(longFiles(all), []))
  it("reaches neither zod nor the MCP SDK from core or plugin", () => assert.deepEqual(heavyPackages(product), []))

  it("ships the pinned surface and no dependency", () => {
    const { bin, exports, files, type, engines, license } = manifest
    assert.deepEqual(
      { bin, exports, files, type, engines, license },
      {
        bin: { "skill-finder-mcp": "./dist/cli.js", "skill-mcp": "./dist/cli.js" },
        exports: {
          "./core": { types: "./dist/types/core/index.d.ts", default: "./dist/core.js" },
          "./package.json": "./package.json",
        },
        files: [
          "dist",
          "examples",
          "docs",
          "README.md",
          "README.ru.md",
          "CHANGELOG.md",
          "THIRD_PARTY_NOTICES.md",
          "LICENSE",
        ],
        type: "module",
        engines: { node: ">=20.19" },
        license: "MIT",
      },
    )
    assert.equal("dependencies" in manifest, false)
  })
})

describe("the checks of the house", () => {
  it("flag an import that the row does not allow", () => {
    check(forbiddenImports, "lexicon/a.ts", 'import { b } from "../core/b.ts"')
    check(forbiddenImports, "core/a.ts", 'import {\n  z,\n} from "zod"')
    check(forbiddenImports, "core/a.ts", 'export * from "../cli/b.ts"')
    check(forbiddenImports, "gateway/a.ts", 'const b = await import("../cli/b.ts")')
    check(forbiddenImports, "plugin/a.ts", 'import { tool } from "@opencode-ai/plugin"')
    check(forbiddenImports, "cli/a.ts", 'import "../test/run.ts"')
    check(forbiddenImports, "cli/a.ts", 'import b from "left-pad"')
  })

  it("flag a host that enters core by a side door", () => {
    check(sideDoors, "plugin/a.ts", 'import { rank } from "../core/rank.ts"')
    check(sideDoors, "cli/find/a.ts", 'import type { Rank } from "../../core/rank.ts"')
  })

  it("flag a disk import outside the named files", () => {
    check(diskImports, "core/search.ts", 'import { readFile } from "node:fs/promises"')
    check(diskImports, "core/search.ts", 'import fs from "fs"')
  })

  it("flag process and console in core and lexicon", () => {
    check(globals, "core/a.ts", "const home = process.env.HOME")
    check(globals, "core/a.ts", 'const home = process["env"]')
    check(globals, "core/a.ts", "const { env } = process")
    check(globals, "core/a.ts", 'import { cwd } from "node:process"')
    check(globals, "lexicon/a.ts", "console.log(1)")
  })

  it("flag a cycle, a default export, a drawer and a long file", () => {
    const cycle = tree({ "core/a.ts": 'import { b } from "./b.ts"', "core/b.ts": 'import type { A } from "./a.ts"' })
    assert.deepEqual(cycles(cycle), ["core/a.ts -> core/b.ts -> core/a.ts"])
    check(defaultExports, "core/a.ts", "export default 1")
    check(defaultExports, "core/a.ts", "export { a as default }")
    check(drawers, "core/util/a.ts", "")
    check(drawers, "test/helpers.ts", "")
    check(drawers, "core/types.ts", "")
    check(longFiles, "measure/a.ts", "\n".repeat(MAX_LINES + 1))
  })

  it("flag a heavy package behind a chain of files", () => {
    const chain = { "plugin/index.ts": 'import { a } from "../core/a.ts"', "core/a.ts": 'import { b } from "./b.ts"' }
    assert.deepEqual(heavyPackages(tree({ ...chain, "core/b.ts": 'import { z } from "zod/v4"' })), [
      "core/b.ts: zod/v4",
    ])
  })

  it("leave a sound tree alone", () => {
    const sound = tree({
      "lexicon/stem.ts": 'import { stem } from "@orama/stemmers/russian"\nexport { stem }\n',
      "core/index.ts": 'export { search } from "./search.ts"\n',
      "core/search.ts": '// The end of the process. See import("zod").\nimport { stem } from "../lexicon/stem.ts"\n',
      "core/discover.ts":
        'import { readdir } from "node:fs/promises"\nimport data from "./data.json" with { type: "json" }\n',
      "plugin/index.ts": 'import type { Plugin } from "@opencode-ai/plugin"\nexport default { search }\n',
      "cli/main.ts":
        'import { search } from "../core/index.ts"\nimport manifest from "../package.json"\nprocess.exit()\n',
    })
    const checks = [forbiddenImports, sideDoors, diskImports, globals, cycles, defaultExports, drawers, longFiles]
    for (const find of [...checks, heavyPackages]) assert.deepEqual(find(sound), [], find.name)
  })
})

function check(find: (tree: Tree) => string[], path: string, text: string): void {
  assert.equal(find(tree({ [path]: text })).length, 1, `${find.name} should flag ${path}: ${text}`)
}

function tree(files: Record<string, string>): Tree {
  return new Map(Object.entries(files))
}

function forbiddenImports(tree: Tree): string[] {
  return eachImport(tree, (file, { path, isType }) => {
    const allowed = TABLE[folderOf(file)]
    if (allowed === undefined || isBuiltin(path)) return false
    if (isOurs(path)) return ![folderOf(file), ...allowed.ours].includes(folderOf(target(file, path)))
    return ![...allowed.packages, ...(isType ? allowed.types : [])].includes(packageOf(path))
  })
}

function sideDoors(tree: Tree): string[] {
  return eachImport(tree, (file, { path }) => {
    const into = isOurs(path) ? target(file, path) : ""
    return folderOf(file) !== "core" && folderOf(into) === "core" && into !== "core/index.ts"
  })
}

function diskImports(tree: Tree): string[] {
  return eachImport(tree, (file, { path, isType }) => {
    return folderOf(file) === "core" && !DISK_FILES.includes(file) && !isType && /^(node:)?fs(\/|$)/.test(path)
  })
}

function globals(tree: Tree): string[] {
  const mention = /\b(process|console)(\?\.|\.(?=\w)|\[)|=\s*(process|console)\b|["'](node:)?(process|console)["']/
  return eachFile(tree, (file, text) => ["core", "lexicon"].includes(folderOf(file)) && mention.test(text))
}

function defaultExports(tree: Tree): string[] {
  const isDefault = /^export (default\b|\{[^}]*\bas default\b)/m
  return eachFile(tree, (file, text) => file !== "plugin/index.ts" && isDefault.test(text))
}

function drawers(tree: Tree): string[] {
  return eachFile(tree, (file) => /(^|\/)((utils?|helpers?)(\/|\.ts$)|(types|constants)\.ts$)/.test(file))
}

function longFiles(tree: Tree): string[] {
  return eachFile(tree, (_, text) => text.replace(/\n$/, "").split("\n").length > MAX_LINES)
}

function cycles(tree: Tree): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push([...trail.slice(start), file].join(" -> "))
    if (start >= 0 || done.has(file)) return
    for (const { path } of importsOf(tree.get(file) ?? "")) {
      if (isOurs(path)) visit(target(file, path), [...trail, file])
    }
    done.add(file)
  }
  for (const file of tree.keys()) visit(file, [])
  return found
}

function heavyPackages(tree: Tree): string[] {
  const reached = new Set([...tree.keys()].filter((file) => ["core", "plugin"].includes(folderOf(file))))
  const found: string[] = []
  // A set that grows while it is walked is walked to its end.
  for (const file of reached) {
    for (const { path } of importsOf(tree.get(file) ?? "").filter(({ isType }) => !isType)) {
      if (isOurs(path)) reached.add(target(file, path))
      if (["zod", "@modelcontextprotocol/sdk"].includes(packageOf(path))) found.push(`${file}: ${path}`)
    }
  }
  return found
}

function eachImport(tree: Tree, isBad: (file: string, one: Import) => boolean): string[] {
  return [...tree].flatMap(([file, text]) =>
    importsOf(text)
      .filter((one) => isBad(file, one))
      .map(({ path }) => `${file}: ${path}`),
  )
}

function eachFile(tree: Tree, isBad: (file: string, text: string) => boolean): string[] {
  return [...tree].filter(([file, text]) => isBad(file, text)).map(([file]) => file)
}

/** `import { type A }` counts as a value: with verbatimModuleSyntax it stays at run time. */
function importsOf(text: string): Import[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "")
  const still = code.matchAll(/^(?:import|export)\s+(type\s+)?(?:[\w\s*{},$]+?\s+from\s+)?["']([^"']+)["']/gm)
  const dynamic = code.matchAll(/\bimport\(\s*()["']([^"']+)["']/g)
  return [...still, ...dynamic].map(([, type, path = ""]) => ({ path, isType: Boolean(type) }))
}

function isOurs(path: string): boolean {
  return path.startsWith(".")
}

function target(file: string, path: string): string {
  return posix.join(posix.dirname(file), path)
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? ""
}

function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/")
}

/** A folder that does not exist yet has no files. */
function read(folders: readonly string[]): Tree {
  const files = folders.flatMap((folder) => list(folder).map((file) => `${folder}/${file.split(sep).join("/")}`))
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]))
}

function list(folder: string): string[] {
  const path = join(ROOT, folder)
  const names = readdirSync(ROOT).includes(folder) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : []
  return names.filter((name) => name.endsWith(".ts"))
}
