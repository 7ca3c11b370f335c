import { isAbsolute, join, normalize } from "node:path"
import { hostSkillPaths } from "./host-config.ts"
import { configDirectories, directoriesUpward, type HostEnvironment, isOn, realDirectory } from "./host-environment.ts"
import type { Root, RootOrigin } from "./skill.ts"

/**
 * The roots that opencode searches, in its order (later ones win a name), then the user's own: `.claude/skills` and
 * `.agents/skills` of the home directory and of every directory from `cwd` up to the git root, `skill` and `skills` of
 * every config directory, the paths that its config names, and `extra`. The host's environment switches are heeded.
 * Roots that do not exist are among them. Reads a few small files; never throws.
 */
export const defaultRoots = (environment: HostEnvironment): Root[] => {
  const { extra = [], host = "v1" } = environment
  const upward = directoriesUpward(environment.cwd)
  const toAbsolute = (path: string): string => absolutePath(path, environment)
  const paths: [string, RootOrigin][] = [
    ...externalRoots(environment, upward),
    ...configDirectories(environment, upward).flatMap((directory) =>
      ["skill", "skills"].map((name): [string, RootOrigin] => [join(directory, name), "opencode"]),
    ),
    ...hostSkillPaths(environment, upward).map((path): [string, RootOrigin] => [toAbsolute(path), "config"]),
    ...extra.map((path): [string, RootOrigin] => [toAbsolute(path), "settings"]),
  ]
  return paths
    .filter(([path], at) => paths.findLastIndex(([other]) => other === path) === at)
    .map(([path, origin]) => ({
      path,
      origin,
      hasDotFolders: origin === "claude" || origin === "agents",
      hasFlatFiles: host === "v2" && origin !== "settings",
    }))
}

const externalRoots = ({ env, home, host }: HostEnvironment, upward: readonly string[]): [string, RootOrigin][] => {
  if (isOn(env.OPENCODE_DISABLE_EXTERNAL_SKILLS)) return []
  const skipsClaude = isOn(env.OPENCODE_DISABLE_CLAUDE_CODE_SKILLS) || isOn(env.OPENCODE_DISABLE_CLAUDE_CODE)
  const claude = (directory: string): [string, RootOrigin][] =>
    skipsClaude ? [] : [[join(directory, ".claude", "skills"), "claude"]]
  const agents = (directory: string): [string, RootOrigin][] => [[join(directory, ".agents", "skills"), "agents"]]
  if (host !== "v2") return [home, ...upward].flatMap((directory) => [...claude(directory), ...agents(directory)])
  const inward = [home, ...[...upward].reverse()]
  return [...inward.flatMap(claude), ...inward.flatMap(agents)]
}

// `~` alone and `$HOME` are ordinary names for the host.
const absolutePath = (path: string, { cwd, home }: HostEnvironment): string => {
  const absolute = path.startsWith("~/") ? join(home, path.slice(2)) : path
  const whole = isAbsolute(absolute) ? normalize(absolute) : join(realDirectory(cwd), absolute)
  return whole.length > 1 ? whole.replace(/[\\/]+$/, "") : whole
}
