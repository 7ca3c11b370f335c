import type { ChildProcess } from "node:child_process"
import { closeSync, existsSync, openSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { OFFLINE_TREE } from "./offline.ts"
import { endGroup, removeFolder, spawnGroup, temporaryFolder } from "./scratch.ts"

export type HostSkill = {
  readonly name: string
  /** Absent where the file has none. */
  readonly description?: string
  /** The absolute path of the SKILL.md, or `<built-in>`. */
  readonly location: string
  readonly content: string
}

export type HostPlace = {
  readonly cwd: string
  readonly home: string
  /** Added to the offline environment; an empty string is passed on as such. */
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds until the host is killed. Default 90,000: a run takes about 6 s alone and far more on a busy machine. */
  readonly timeoutMs?: number
}

export type HostRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/**
 * The path of the real opencode V1: `OC_BIN` when set, else the platform package in a `node_modules` above this file.
 * opencode-ai's own wrapper is passed over, since npm 11 blocks the install script that would fill it.
 */
export const opencodeBinary = (): string => {
  const chosen = process.env.OC_BIN
  if (chosen !== undefined && chosen !== "") return chosen
  const candidates = foldersAbove(import.meta.dirname).flatMap((folder) =>
    platformPackages().map((name) => join(folder, "node_modules", name, "bin", binaryName)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(`no opencode binary for ${process.platform}-${process.arch}: run "npm install" or set OC_BIN`)
}

/**
 * The environment of a host that stays offline and knows nothing of the user: only `PATH` and what the system needs.
 * npm is kept offline too, since the host installs a package into every folder that may hold plugins.
 */
export const hostEnvironment = ({ home, extra = {} }: { home: string; extra?: HostPlace["env"] }) => ({
  ...inherited(),
  HOME: home,
  USERPROFILE: home,
  TERM: "xterm",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  npm_config_offline: "true",
  npm_config_audit: "false",
  npm_config_update_notifier: "false",
  // For the servers that the host starts with Node; its own Bun does not heed it.
  ...OFFLINE_TREE,
  ...extra,
})

/** Runs the host to its end. Its output goes to files, since a pipe loses the end of a long answer. */
export const runOpencode = async (args: readonly string[], place: HostPlace): Promise<HostRun> => {
  const folder = temporaryFolder("output")
  const paths = { stdout: join(folder, "stdout"), stderr: join(folder, "stderr") }
  const outputs = [openSync(paths.stdout, "w"), openSync(paths.stderr, "w")] as const
  try {
    const env = hostEnvironment({ home: place.home, extra: place.env ?? {} })
    const child = spawnGroup(opencodeBinary(), args, { cwd: place.cwd, env, stdio: ["ignore", ...outputs] })
    const code = await exitCode(child, { args, timeoutMs: place.timeoutMs ?? 90_000 })
    return { code, stdout: readFileSync(paths.stdout, "utf8"), stderr: readFileSync(paths.stderr, "utf8") }
  } finally {
    for (const output of outputs) closeSync(output)
    removeFolder(folder)
  }
}

/** The skills the host itself knows in a folder, in its own order and without its built-in ones. */
export const debugSkills = async (place: HostPlace): Promise<readonly HostSkill[]> => {
  const { code, stdout, stderr } = await runOpencode(["debug", "skill"], place)
  if (code !== 0) throw new Error(`"opencode debug skill" ended with ${code} in ${place.cwd}: ${stderr.slice(-2000)}`)
  return toSkills(JSON.parse(stdout)).filter((skill) => skill.location !== "<built-in>")
}

const binaryName = process.platform === "win32" ? "opencode.exe" : "opencode"

/** The variants that may be installed side by side, the one that fits this machine best first. */
const platformPackages = (): readonly string[] => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const base = `opencode-${platform}-${process.arch}`
  const glibc = [base, `${base}-baseline`]
  const musl = [`${base}-musl`, `${base}-baseline-musl`]
  return isMusl() ? [...musl, ...glibc] : [...glibc, ...musl]
}

const isMusl = (): boolean => process.platform === "linux" && existsSync("/etc/alpine-release")

const foldersAbove = (folder: string): readonly string[] => {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}

const inherited = (): Record<string, string> => {
  const names = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "ComSpec", "PATHEXT", "LANG"]
  const known = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(known)
}

const exitCode = (child: ChildProcess, { args, timeoutMs }: { args: readonly string[]; timeoutMs: number }) =>
  new Promise<number | null>((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      endGroup(child)
      settle()
    }
    const late = new Error(`"opencode ${args.join(" ")}" was killed after ${timeoutMs} ms`)
    const timer = setTimeout(() => end(() => reject(late)), timeoutMs)
    child.once("error", (cause) => end(() => reject(new Error("opencode did not start", { cause }))))
    child.once("exit", (code) => end(() => resolve(code)))
  })

const toSkills = (value: unknown): readonly HostSkill[] => {
  if (!Array.isArray(value)) throw new Error(`"opencode debug skill" printed no list`)
  return value.map(toSkill)
}

const toSkill = (value: unknown): HostSkill => {
  const { name, description, location, content }: Readonly<Record<string, unknown>> = Object(value)
  if (typeof name !== "string" || typeof location !== "string" || typeof content !== "string")
    throw new Error(`"opencode debug skill" printed something else than a skill: ${JSON.stringify(value)}`)
  return typeof description === "string" ? { name, description, location, content } : { name, location, content }
}
