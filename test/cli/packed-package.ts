import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import { build } from "../../build.ts"
import manifest from "../../package.json" with { type: "json" }
import { temporaryFolder } from "../lab/scratch.ts"

const ROOT = join(import.meta.dirname, "../..")

/** The package as users get it: packed by npm and installed from the tarball. */
export interface PackedPackage {
  /** Paths in the tarball. */
  readonly files: readonly string[]
  /** Bytes of the tarball. */
  readonly size: number
  /** The folder that holds dist/ after the installation. */
  readonly folder: string
  /** The command in the prefix's bin/. */
  readonly command: string
}

/** Packs the package and installs it into an empty prefix with spaces and Cyrillic letters in its path. */
export const packPackage = async (): Promise<PackedPackage> => {
  const top = temporaryFolder("мой префикс")
  const [source, prefix] = [join(top, "source"), join(top, "prefix")]
  mkdirSync(source)
  mkdirSync(prefix)
  await build(join(source, "dist"))
  writeFileSync(join(source, "package.json"), JSON.stringify(manifest))
  for (const path of manifest.files.filter((one) => one !== "dist" && existsSync(join(ROOT, one)))) {
    cpSync(join(ROOT, path), join(source, path), { recursive: true })
  }
  const npm = (args: readonly string[]) => promisify(execFile)("npm", [...args, "--ignore-scripts"], { cwd: source })
  const [packed] = JSON.parse((await npm(["pack", "--json"])).stdout)
  await npm([
    "install",
    "--global",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--prefix",
    prefix,
    join(source, packed.filename),
  ])
  const files: { path: string }[] = packed.files
  return {
    files: files.map(({ path }) => path),
    size: packed.size,
    folder: join(prefix, process.platform === "win32" ? "" : "lib", "node_modules", manifest.name),
    command: join(prefix, process.platform === "win32" ? "" : "bin", manifest.name),
  }
}
