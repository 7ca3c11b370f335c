import { accessSync, constants, statSync } from "node:fs"
import { delimiter, dirname, extname, join } from "node:path"
import process from "node:process"
import type { HostGeneration } from "../../core/index.ts"
import { runProgram } from "./run-program.ts"

/** The opencode of this machine. */
export type Opencode =
  | { readonly kind: "absent" }
  | {
      readonly kind: "silent"
      readonly path: string
      /** Why its version is not known, in words. */
      readonly reason: string
    }
  | {
      readonly kind: "found"
      readonly path: string
      /** How to start it without a shell. */
      readonly argv: readonly string[]
      readonly version: string
      readonly generation: HostGeneration
      /** Too old to load the plugin. */
      readonly isTooOld: boolean
    }

/** Below this, opencode ends at start or never calls the plugin (measured: 1.1.65, 1.2.27 and 1.3.2). */
export const OLDEST_OPENCODE = "1.14"

/** Where to look for opencode. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly cwd: string
}

/** A start takes 1.4 s on two idle cores. */
const VERSION_TIMEOUT_MS = 15_000

/** Finds opencode on `PATH` or in `~/.opencode/bin` and asks it for its version. Never hangs, never throws. */
export const findOpencode = async (surroundings: Surroundings, timeoutMs = VERSION_TIMEOUT_MS): Promise<Opencode> => {
  const path = locateOpencode(surroundings)
  if (path === undefined) return { kind: "absent" }
  const argv = toArgv(path, process.execPath)
  const end = await runProgram({
    argv: [...argv, "--version"],
    cwd: surroundings.cwd,
    env: surroundings.env,
    timeoutMs,
  })
  if (end.kind === "timed out")
    return { kind: "silent", path, reason: `no answer to --version in ${timeoutMs / 1000} s` }
  if (end.kind === "not started") return { kind: "silent", path, reason: end.reason }
  const version = /\d+\.\d+\.\d+[-+.\w]*/.exec(end.stdout)?.[0]
  if (version === undefined) return { kind: "silent", path, reason: `--version ended with ${end.code} and no version` }
  return { kind: "found", path, argv, version, generation: toGeneration(version), isTooOld: isTooOld(version) }
}

/** The path of opencode's program, or undefined. */
export const locateOpencode = ({ env, home }: Surroundings): string | undefined => {
  const folders = [...(env.PATH ?? env.Path ?? "").split(delimiter), join(home, ".opencode", "bin")]
  const paths = folders.filter((folder) => folder !== "").flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return paths.find(isProgram)
}

/** True for a version that `OLDEST_OPENCODE` comes after; builds from source call themselves 0.0.0 and are not judged. */
export const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldMajor = 0, oldMinor = 0] = OLDEST_OPENCODE.split(".").map(Number)
  if (version.startsWith("0.0.0-")) return false
  return major < oldMajor || (major === oldMajor && minor < oldMinor)
}

/** How to start what was found: npm's wrapper on Windows is a batch file, which only a shell could run. */
export const toArgv = (path: string, execPath: string): string[] =>
  extname(path).toLowerCase() === ".cmd"
    ? [execPath, join(dirname(path), "node_modules", "opencode-ai", "bin", "opencode")]
    : [path]

const toGeneration = (version: string): HostGeneration => (Number(version.split(".")[0]) >= 2 ? "v2" : "v1")

const BASES = ["opencode", "opencode2"]
const NAMES = process.platform === "win32" ? BASES.flatMap((name) => [`${name}.exe`, `${name}.cmd`]) : BASES

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there, or not to be run.
    return false
  }
}
