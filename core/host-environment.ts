import { existsSync } from "node:fs"
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
}

/** The directories from `cwd` up to the git root, nearest first; up to the file system's root where there is no git. */
export const directoriesUpward = (cwd: string): string[] => {
  const directories: string[] = []
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    directories.push(directory)
    if (existsSync(join(directory, ".git")) || directory === dirname(directory)) return directories
  }
}

/** True for an environment switch that the host takes as on. */
export const isOn = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true"

/** The directories in which opencode keeps its configuration, in its order. */
export const configDirectories = ({ env, home }: HostEnvironment, upward: readonly string[]): string[] => [
  globalConfigDirectory({ env, home }),
  ...(isOn(env.OPENCODE_DISABLE_PROJECT_CONFIG) ? [] : upward.map((directory) => join(directory, ".opencode"))),
  join(home, ".opencode"),
  ...(env.OPENCODE_CONFIG_DIR ? [env.OPENCODE_CONFIG_DIR] : []),
]

/** opencode's global config directory: the same layout on every system. */
export const globalConfigDirectory = ({ env, home }: Pick<HostEnvironment, "env" | "home">): string =>
  join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode")
