import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { build } from "../../build.ts"
import manifest from "../../package.json" with { type: "json" }
import { temporaryFolder } from "../lab/scratch.ts"

/** A package as npm installs it. */
export interface BuiltPackage {
  /** The folder that holds dist/. */
  readonly folder: string
  readonly cli: string
  readonly plugin: string
  readonly gateway: string
}

/** Builds the package into a folder with spaces and Cyrillic letters in its path, as below an npm prefix. */
export const buildPackage = async (): Promise<BuiltPackage> => {
  const folder = join(temporaryFolder("мой префикс"), "lib", "node_modules", "skill-finder-mcp")
  const dist = join(folder, "dist")
  mkdirSync(folder, { recursive: true })
  await build(dist)
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest))
  return { folder, cli: join(dist, "cli.js"), plugin: join(dist, "plugin"), gateway: join(dist, "gateway.js") }
}

/** A folder for PATH with one program in it: a script for Node. */
export const programOnPath = (name: string, script: string): string => {
  const folder = temporaryFolder("bin")
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  return folder
}
