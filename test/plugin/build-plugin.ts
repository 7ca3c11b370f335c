import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as esbuild from "esbuild"
import manifest from "../../package.json" with { type: "json" }
import { temporaryFolder } from "../lab/scratch.ts"

const ROOT = join(import.meta.dirname, "../..")

/**
 * Bundles the plugin alone, as build.ts does, into a folder that both hosts take; gives the folder.
 * @param replaced other texts for some modules, by path from the project's root: a plugin with a broken part.
 */
export const buildPlugin = async (replaced: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = temporaryFolder("plugin")
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ["plugin/index.ts"],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    plugins: [withoutHiddenRequires, replacing(replaced)],
  })
  copyFileSync(join(ROOT, "lexicon/data/vectors.q8"), join(folder, "vectors.q8"))
  const { name, version } = manifest
  const exports = { ".": "./index.js", "./server": "./index.js" }
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, version, type: "module", main: "./index.js", exports }),
  )
  return folder
}

// As in build.ts: under Bun, js-yaml would find what it may not ask for.
const withoutHiddenRequires: esbuild.Plugin = {
  name: "without-hidden-requires",
  setup({ onLoad }) {
    onLoad({ filter: /js-yaml[\\/]lib[\\/]js-yaml[\\/]type[\\/](binary|js[\\/]function)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replace("var _require = require;", "")
        .replace("_require('buffer')", "globalThis")
        .replace("_require('esprima')", "undefined"),
    }))
  },
}

const replacing = (replaced: Readonly<Record<string, string>>): esbuild.Plugin => ({
  name: "replacing",
  setup({ onLoad }) {
    for (const [path, contents] of Object.entries(replaced)) {
      const filter = new RegExp(`[\\\\/]${path.replaceAll(".", "\\.").replaceAll("/", "[\\\\/]")}$`)
      onLoad({ filter }, () => ({ contents, loader: "ts" }))
    }
  },
})
