import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** The environment in which the host looks for skills; passed in, since `core/` reads no `process`. */
export interface HostEnvironment {
  /** The project's directory, absolute. */
  readonly cwd: string
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home directory, absolute. */
  readonly home: string
  /** `roots` of our own settings, searched last; `~/` is the home directory, relative paths start at `cwd`. */
  readonly extra?: readonly string[]
  /** The host's generation; its roots and their order differ. `v1` by default. */
  readonly host?: HostGeneration
}

/** opencode 1.x or 2.x. */
export type HostGeneration = "v1" | "v2"

/**
 * The directories from `cwd` up to the git root, nearest first, links resolved; up to the file system's root where
 * there is no repository.
 */
export const directoriesUpward = (cwd: string): string[] => {
  const directories = directoriesToTop(cwd)
  const root = gitRoot(directories)
  return root === undefined ? directories : directories.slice(0, directories.indexOf(root) + 1)
}

/** The directories from `cwd` up to the file system's root, nearest first, links resolved. */
export const directoriesToTop = (cwd: string): string[] => {
  const directories: string[] = []
  for (let directory = realDirectory(cwd); ; directory = dirname(directory)) {
    directories.push(directory)
    if (directory === dirname(directory)) return directories
  }
}

/** A directory with its links resolved; as given where it does not exist. */
export const realDirectory = (directory: string): string => {
  try {
    return realpathSync(directory)
  } catch {
    // A directory that is not there has no other name.
    return resolve(directory)
  }
}

/** True for a switch that turns on one of the host's skill scans: the host knows these spellings and no others. */
export const isOn = (value: string | undefined): boolean => value !== undefined && ON.has(value)

/** True when the host skips the project's own configuration; it reads this one switch by another rule. */
export const skipsProjectConfig = (env: HostEnvironment["env"]): boolean =>
  /^(?:1|true)$/i.test(env.OPENCODE_DISABLE_PROJECT_CONFIG ?? "")

/** The directories in which opencode keeps its configuration, in its order; each once. */
export const configDirectories = (environment: HostEnvironment, upward: readonly string[]): string[] => {
  const { cwd, env, home, host } = environment
  const own = env.OPENCODE_CONFIG_DIR ? resolve(realDirectory(cwd), env.OPENCODE_CONFIG_DIR) : undefined
  const project = skipsProjectConfig(env) ? [] : upward.map((directory) => join(directory, ".opencode"))
  // V2 puts the directory of the environment in the place of the global one, and lets the inner directory win.
  const all =
    host === "v2"
      ? [own ?? globalConfigDirectory(environment), ...project.reverse()]
      : [globalConfigDirectory(environment), ...project, join(home, ".opencode"), ...(own === undefined ? [] : [own])]
  return all.filter((directory, at) => all.indexOf(directory) === at)
}

/** opencode's global config directory: the same layout on every system. */
export const globalConfigDirectory = ({ env, home }: Pick<HostEnvironment, "env" | "home">): string =>
  join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode")

const ON: ReadonlySet<string> = new Set(["1", "true", "yes", "on", "y"])

// Without running git: an empty `.git` folder is passed over, as git does; a file that leads nowhere ends the search.
const gitRoot = (upward: readonly string[]): string | undefined => {
  for (const directory of upward) {
    const path = join(directory, ".git")
    if (isDirectory(path)) {
      if (existsSync(join(path, "HEAD"))) return directory
    } else if (existsSync(path)) return leadsSomewhere(path, directory) ? directory : undefined
  }
  return undefined
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

// A worktree or a submodule: a file that names its git directory.
const leadsSomewhere = (file: string, directory: string): boolean => {
  try {
    const target = /^gitdir:\s*(.+)$/m.exec(readFileSync(file, "utf8"))?.[1]
    return target !== undefined && existsSync(join(resolve(directory, target.trim()), "HEAD"))
  } catch {
    // An unreadable `.git` is no repository for the host either.
    return false
  }
}
