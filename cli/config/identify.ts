import { existsSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { type Installation, PACKAGE, realPath } from "../installation.ts"

/**
 * Whose an entry is, by what it points to: this installation's, in working order (`current`); ours, but stale: another
 * copy of the package, or a path where it no longer is (`stale`); or somebody else's (`foreign`).
 */
export type Identity = "current" | "stale" | "foreign"

/** Tells whose an entry of a configuration file is. */
export interface Identify {
  /** @param file the configuration file, since relative paths start at its folder */
  readonly plugin: (spec: string, file: string) => Identity
  readonly server: (command: readonly string[]) => Identity
}

/** What `createIdentify` goes by. */
export interface IdentifyOptions {
  readonly installation: Installation
  /** Relative paths in a server's argv start here. */
  readonly cwd: string
  /** Folders of which a server called `skill-mcp` says that they are our dist/. */
  readonly knownDists?: readonly string[]
}

/** Looks at the disk to tell whose the entries are: at manifests and at what is no longer there. */
export const createIdentify = ({ installation, cwd, knownDists = [] }: IdentifyOptions): Identify => ({
  plugin: (spec, file) => {
    const path = toPluginPath(spec, file)
    if (path === undefined) return isOwnPackage(spec) ? "stale" : "foreign"
    if (!existsSync(path)) return isLostPlugin(path, knownDists) ? "stale" : "foreign"
    if (!isOwnFolder(isFolder(path) ? path : dirname(path))) return "foreign"
    return isSame(path, installation.plugin) ? "current" : "stale"
  },
  server: (command) => {
    const program = command.find((argument) => PROGRAMS.test(basename(argument)))
    if (program === undefined) return startsByName(command) ? "current" : "foreign"
    const path = resolve(cwd, program)
    if (!existsSync(path)) return isLostProgram(path) ? "stale" : "foreign"
    if (!isOwnFolder(dirname(path))) return "foreign"
    const isHere = isSame(dirname(path), dirname(installation.gateway))
    return isHere && isAlive(command[0] ?? "") ? "current" : "stale"
  },
})

/** The path that a plugin's spec means to the host; undefined for a package. */
export const toPluginPath = (spec: string, file: string): string | undefined => {
  if (spec.startsWith("file://")) {
    try {
      return fileURLToPath(spec)
    } catch {
      // A file URL of another machine or system leads nowhere here.
      return undefined
    }
  }
  // The host does not expand `~`: such a spec has never worked, but says what was meant.
  if (isAbsolute(spec) || spec.startsWith("~/")) return spec
  return /^\.\.?[\\/]/.test(spec) ? join(dirname(file), spec) : undefined
}

/** The dist/ folder that a server's argv names, whether it is there or not; undefined where none looks like ours. */
export const toDist = (command: readonly string[]): string | undefined => {
  const program = command.find((argument) => isAbsolute(argument) && DIST_PROGRAM.test(argument))
  return program === undefined ? undefined : dirname(program)
}

/** Whether a program can be started: names without a folder are left to the host to find. */
export const isAlive = (program: string): boolean => !/[\\/]/.test(program) || existsSync(program)

const PROGRAMS = /^(gateway|cli)\.js$/
const DIST_PROGRAM = /[\\/]dist[\\/]gateway\.js$/
const OWN_NAME = new RegExp(`^(${PACKAGE}|skill-mcp)(@[^/\\\\]*)?(\\.cmd|\\.exe)?$`)

// `npx skill-finder-mcp serve` and the like: written by hand, and good as long as it starts us.
const startsByName = (command: readonly string[]): boolean =>
  command.at(-1) === "serve" && command.some((argument) => OWN_NAME.test(basename(argument)))

const isOwnPackage = (spec: string): boolean => new RegExp(`^${PACKAGE}(@.*)?$`).test(spec)

const isLostPlugin = (path: string, knownDists: readonly string[]): boolean =>
  new RegExp(`[\\\\/]${PACKAGE}[\\\\/]dist[\\\\/]plugin([\\\\/](index\\.js)?)?$`).test(path) ||
  (/[\\/]dist[\\/]plugin[\\/]?$/.test(path) && knownDists.some((dist) => resolve(dist) === dirname(resolve(path))))

const isLostProgram = (path: string): boolean =>
  DIST_PROGRAM.test(path) || new RegExp(`[\\\\/]${PACKAGE}[\\\\/]dist[\\\\/]cli\\.js$`).test(path)

// The nearest manifest says whose a folder is: dist/plugin has its own, dist/ is one below the package's.
const isOwnFolder = (folder: string): boolean => {
  for (const path of [folder, dirname(folder)]) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
      return typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === PACKAGE
    } catch {
      // None here, or none that can be read: the one above counts.
    }
  }
  return false
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const isSame = (a: string, b: string): boolean => realPath(a) !== undefined && realPath(a) === realPath(b)
