import { join, relative, sep } from "node:path"
import { globalConfigDirectory, type HostEnvironment, isInside, type Root } from "../../core/index.ts"

/**
 * A short name for every root, by its path: what stands in front of a skill's path in its URI. It says where the root
 * comes from and never what the user's folders are called. Roots that do not exist have one too, so that no other
 * changes when they appear; a second root of one kind is numbered, the nearest to the working directory first.
 */
export const toRootLabels = (roots: readonly Root[], environment: HostEnvironment): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>()
  const counts = new Map<string, number>()
  // opencode reads `skill` beside `skills` in each place; nearly nobody has the former, so it must not take the name.
  const ordered = [...roots.filter((root) => !isSingular(root)), ...roots.filter(isSingular)]
  for (const root of ordered) {
    const kind = toKind(root, environment)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    labels.set(root.path, count === 1 ? kind : `${kind}-${count}`)
  }
  return new Map(roots.map(({ path, origin }) => [path, labels.get(path) ?? origin]))
}

const isSingular = ({ path, origin }: Root): boolean => origin === "opencode" && path.endsWith(`${sep}skill`)

const toKind = ({ path, origin }: Root, environment: HostEnvironment): string => {
  const { home, env } = environment
  if (origin === "claude" || origin === "agents") {
    return path === join(home, `.${origin}`, "skills") ? origin : `project-${origin}`
  }
  if (origin !== "opencode") return origin
  if (isInside(path, globalConfigDirectory(environment))) return origin
  if (isInside(path, join(home, ".opencode"))) return `home-${origin}`
  const { OPENCODE_CONFIG_DIR: own } = env
  return own && relative(own, path).search(/^skills?$/) === 0 ? `own-${origin}` : `project-${origin}`
}
