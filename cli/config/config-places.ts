import { dirname, join, parse, resolve } from "node:path"
import {
  configDirectories,
  directoriesUpward,
  globalConfigDirectory,
  type HostEnvironment,
  type HostGeneration,
  skipsProjectConfig,
} from "../../core/index.ts"

/** A place where the host looks for a configuration file. */
export interface ConfigPlace {
  readonly path: string
  readonly scope: "global" | "project" | "other"
}

/**
 * Every place of a configuration file that the host reads, from low to high precedence (for V1: `config.json`,
 * `opencode.json` and `opencode.jsonc` of the global directory, `OPENCODE_CONFIG`, the project's files from the git root
 * down, the `.opencode` directories from the nearest outwards, `~/.opencode`, `OPENCODE_CONFIG_DIR`, the managed one).
 */
export const configPlaces = (environment: HostEnvironment): ConfigPlace[] => {
  const { cwd, env, home, host = "v1" } = environment
  const global = hostGlobalDirectory(environment)
  const upward = directoriesUpward(cwd)
  const top = projectDirectory(cwd)
  const direct = host === "v2" ? upToRoot(upward) : upward
  const directories = configDirectories(environment, upward).filter((directory) => directory !== global)
  const isProject = (directory: string): boolean =>
    directory !== join(home, ".opencode") && isWithin(dirname(directory), top)
  const places: ConfigPlace[] = [
    ...globalNames(host).map((name): ConfigPlace => ({ path: join(global, name), scope: "global" })),
    ...(env.OPENCODE_CONFIG ? [{ path: resolve(cwd, env.OPENCODE_CONFIG), scope: "other" } as const] : []),
    ...(skipsProjectConfig(env) ? [] : [...direct].reverse()).flatMap((directory) =>
      inDirectory(directory, isWithin(directory, top)),
    ),
    ...directories.flatMap((directory) => inDirectory(directory, isProject(directory))),
    ...inDirectory(managedDirectory(env), false),
  ]
  // A place met twice counts where it is met last.
  return places.filter(({ path }, at) => places.findLastIndex((other) => other.path === path) === at)
}

/** The file that `init` makes where the host has none yet: the one that the host itself would make. */
export const newConfigPath = (environment: HostEnvironment, scope: "global" | "project"): string =>
  scope === "global"
    ? join(hostGlobalDirectory(environment), "opencode.jsonc")
    : join(projectDirectory(environment.cwd), "opencode.json")

/** The project's directory: the git root, or the working directory where there is no repository. */
export const projectDirectory = (cwd: string): string => {
  const upward = directoriesUpward(cwd)
  const [nearest = cwd, outermost = nearest] = [upward[0], upward.at(-1)]
  return outermost === parse(outermost).root ? nearest : outermost
}

const NAMES = ["opencode.json", "opencode.jsonc"]

// V2 no longer reads config.json.
const globalNames = (host: HostGeneration): string[] => (host === "v2" ? NAMES : ["config.json", ...NAMES])

// V2 takes the directory of the environment in the place of the global one, V1 beside it.
const hostGlobalDirectory = (environment: HostEnvironment): string => {
  const { cwd, env, host } = environment
  return host === "v2" && env.OPENCODE_CONFIG_DIR
    ? resolve(cwd, env.OPENCODE_CONFIG_DIR)
    : globalConfigDirectory(environment)
}

const inDirectory = (directory: string, isProject: boolean): ConfigPlace[] =>
  NAMES.map((name) => ({ path: join(directory, name), scope: isProject ? "project" : "other" }))

const isWithin = (directory: string, top: string): boolean =>
  directory === top || (dirname(directory) !== directory && isWithin(dirname(directory), top))

const upToRoot = (upward: readonly string[]): string[] => {
  const last = upward.at(-1)
  const parent = last === undefined ? undefined : dirname(last)
  return parent === undefined || parent === last ? [...upward] : upToRoot([...upward, parent])
}

const managedDirectory = (env: HostEnvironment["env"]): string => {
  if (env.OPENCODE_TEST_MANAGED_CONFIG_DIR) return env.OPENCODE_TEST_MANAGED_CONFIG_DIR
  if (process.platform === "darwin") return "/Library/Application Support/opencode"
  if (process.platform === "win32") return join(env.ProgramData || "C:\\ProgramData", "opencode")
  return "/etc/opencode"
}
