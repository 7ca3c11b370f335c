import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { removeFolder, temporaryFolder } from "./scratch.ts"

/** What stands at a path: text or bytes, a link, a copy of a file or folder from elsewhere, or an empty folder. */
export type Planted =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly copyOf: string }
  | { readonly folder: true }
  | { readonly mode: number; readonly text: string }

/** Paths relative to the folder they are laid out in, in the order they are made. */
export type Files = Readonly<Record<string, Planted>>

export type ProjectPlan = {
  readonly files?: Files
  readonly homeFiles?: Files
  /** The value of the project's `opencode.json`; none is written by default. */
  readonly config?: Readonly<Record<string, unknown>>
  /** `"none"` leaves the folder without a repository. Default `"repository"`. */
  readonly git?: "repository" | "none"
}

export type Project = {
  /** The temporary folder that holds `folder` and `home`. */
  readonly top: string
  readonly folder: string
  readonly home: string
  readonly remove: () => void
}

/** Lays out a project and an empty home of its own side by side in one temporary folder. */
export const makeProject = ({ files = {}, homeFiles = {}, config, git = "repository" }: ProjectPlan = {}): Project => {
  const top = temporaryFolder("project")
  const folder = join(top, "project")
  const home = join(top, "home")
  mkdirSync(folder)
  mkdirSync(home)
  if (git === "repository") initRepository(folder)
  plant(home, homeFiles)
  plant(folder, files)
  if (config !== undefined) plant(folder, { "opencode.json": JSON.stringify(config, null, 2) })
  return { top, folder, home, remove: () => removeFolder(top) }
}

export const plant = (folder: string, files: Files): void => {
  for (const [path, planted] of Object.entries(files)) plantOne(join(folder, path), planted)
}

/** A repository without a commit: enough for the host to see the folder as the top of a project. */
export const initRepository = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  execFileSync("git", ["init", "--quiet", folder], { stdio: ["ignore", "ignore", "pipe"] })
}

const plantOne = (path: string, planted: Planted): void => {
  mkdirSync(dirname(path), { recursive: true })
  if (typeof planted === "string" || planted instanceof Uint8Array) writeFileSync(path, planted)
  else if ("link" in planted) symlinkSync(planted.link, path)
  else if ("copyOf" in planted) cpSync(planted.copyOf, path, { recursive: true })
  else if ("folder" in planted) mkdirSync(path, { recursive: true })
  else {
    writeFileSync(path, planted.text)
    chmodSync(path, planted.mode)
  }
}
