import { isAbsolute, join } from "node:path"
import { hostSkillPaths } from "./host-config.ts"
import { configDirectories, directoriesUpward, type HostEnvironment, isOn } from "./host-environment.ts"
import type { Root, RootOrigin } from "./skill.ts"

/**
 * The roots that opencode searches, in its order (later ones win a name), then the user's own: `.claude/skills` and
 * `.agents/skills` of the home directory and of every directory from `cwd` up to the git root, `skill` and `skills` of
 * every config directory, the paths that its config names, and `extra`. The host's environment switches are heeded.
 * Roots that do not exist are among them. Reads a few small files; never throws.
 */
export const defaultRoots = (environment: HostEnvironment): Root[] => {
  const { cwd, home, extra = [] } = environment
  const upward = directoriesUpward(cwd)
  const roots = [
    ...externalRoots(environment, upward),
    ...configDirectories(environment, upward).flatMap((directory) =>
      ["skill", "skills"].map((name) => toRoot(join(directory, name), "opencode")),
    ),
    ...hostSkillPaths(environment, upward).map((path) => toRoot(toAbsolute(path, cwd, home), "config")),
    ...extra.map((path) => toRoot(toAbsolute(path, cwd, home), "settings")),
  ]
  // A root named twice counts where it wins, as the last.
  return roots.filter(({ path }, at) => roots.findLastIndex((other) => other.path === path) === at)
}

const externalRoots = ({ env, home }: HostEnvironment, upward: readonly string[]): Root[] => {
  if (isOn(env.OPENCODE_DISABLE_EXTERNAL_SKILLS)) return []
  const names: [string, RootOrigin][] = [
    [".claude", "claude"],
    [".agents", "agents"],
  ]
  const kept = names.filter(([, origin]) => origin !== "claude" || !isOn(env.OPENCODE_DISABLE_CLAUDE_CODE_SKILLS))
  return [home, ...upward].flatMap((directory) =>
    kept.map(([name, origin]) => toRoot(join(directory, name, "skills"), origin)),
  )
}

const toRoot = (path: string, origin: RootOrigin): Root => ({
  path,
  origin,
  hasDotFolders: origin === "claude" || origin === "agents",
})

const toAbsolute = (path: string, cwd: string, home: string): string => {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(2))
  return isAbsolute(path) ? path : join(cwd, path)
}
