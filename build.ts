import { execFile } from "node:child_process"
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { isBuiltin } from "node:module"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as esbuild from "esbuild"
import manifest from "./package.json" with { type: "json" }

const ROOT = import.meta.dirname
const OUTDIR = join(ROOT, "dist")

/** The programs: CommonJS inside them (cross-spawn of the MCP SDK) asks for node builtins by `require`. */
const PROGRAMS = { cli: "cli/main.ts", gateway: "gateway/serve.ts" }

/** What other programs load; these need no `require` at all. */
const MODULES = { core: "core/index.ts", "plugin/index": "plugin/index.ts" }

const REQUIRE = `import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);`

/** What esbuild says of each bundle: its inputs and imports, by path relative to the project. */
export type Outputs = esbuild.Metafile["outputs"]

/** Builds everything into `outdir`, which is emptied first. Throws when a bundle would not stand alone. */
export async function build(outdir: string = OUTDIR): Promise<Outputs> {
  await rm(outdir, { recursive: true, force: true })
  const [programs, modules] = await Promise.all([
    bundle({ outdir, entryPoints: PROGRAMS, banner: { js: REQUIRE } }),
    bundle({ outdir, entryPoints: MODULES }),
    declare(outdir),
  ])
  const outputs = { ...programs, ...modules }
  const foreign = foreignImports(outputs)
  if (foreign.length > 0) throw new Error(foreign.join("\n"))
  await Promise.all(Object.keys(MODULES).map((name) => assertNoRequire(join(outdir, `${name}.js`))))
  await writePluginManifest(join(outdir, "plugin"))
  await copyFile(join(ROOT, "lexicon/data/vectors.q8"), join(outdir, "plugin/vectors.q8"))
  await makeExecutable(join(outdir, "cli.js"))
  return outputs
}

async function bundle(options: esbuild.BuildOptions): Promise<Outputs> {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // jsonc-parser's `main` is UMD, which builds without a warning and dies at start.
    mainFields: ["module", "main"],
    legalComments: "linked",
    plugins: [withoutHiddenRequires],
    ...options,
    metafile: true,
  })
  return metafile.outputs
}

// js-yaml 3 looks for two modules behind esbuild's back: under Bun it would find them, under node not.
const withoutHiddenRequires: esbuild.Plugin = {
  name: "without-hidden-requires",
  setup({ onLoad }) {
    onLoad({ filter: /js-yaml[\\/]lib[\\/]js-yaml[\\/]type[\\/](binary|js[\\/]function)\.js$/ }, async ({ path }) => {
      const contents = (await readFile(path, "utf8"))
        .replace("var _require = require;", "")
        .replace("_require('buffer')", "globalThis")
        .replace("_require('esprima')", "undefined")
      if (contents.includes("_require")) throw new Error(`${path} still asks for a module`)
      return { contents }
    })
  },
}

async function declare(outdir: string): Promise<void> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc")
  const types = join(outdir, "types")
  await promisify(execFile)(process.execPath, [tsc, "-p", join(ROOT, "tsconfig.build.json"), "--outDir", types]).catch(
    (cause: Error & { stdout?: string }) => {
      throw new Error(`tsc cannot declare core/index.ts:\n${cause.stdout}`, { cause })
    },
  )
}

/** A user's install brings no package, so a bundle may import node builtins only. */
function foreignImports(outputs: Outputs): string[] {
  return Object.entries(outputs).flatMap(([file, { imports }]) =>
    imports.filter(({ path }) => !isBuiltin(path)).map(({ path }) => `${file} imports ${path}, which is not bundled`),
  )
}

/** esbuild's stand-in for `require` throws when it is called from an ES module, often only at the first use. */
async function assertNoRequire(file: string): Promise<void> {
  if ((await readFile(file, "utf8")).includes("Dynamic require of")) throw new Error(`${file} calls require`)
}

/** opencode loads the plugin from a folder whose root holds this manifest; see docs/architecture.md. */
async function writePluginManifest(folder: string): Promise<void> {
  const { name, version } = manifest
  const exports = { ".": "./index.js", "./server": "./index.js", "./package.json": "./package.json" }
  const text = JSON.stringify({ name, version, type: "module", main: "./index.js", exports }, null, 2)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "package.json"), `${text}\n`)
}

async function makeExecutable(file: string): Promise<void> {
  const text = await readFile(file, "utf8")
  if (!text.startsWith("#!")) await writeFile(file, `#!/usr/bin/env node\n${text}`)
  await chmod(file, 0o755)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outdir = resolve(process.argv[2] ?? OUTDIR)
  for (const [file, { bytes }] of Object.entries(await build(outdir))) {
    console.log(`${file.padEnd(32)} ${Math.ceil(bytes / 1024)} kB`)
  }
}
