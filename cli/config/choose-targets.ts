import type { ConfigFile } from "./config-file.ts"
import type { Identify } from "./identify.ts"
import { type Ownership, ownershipIn } from "./install-text.ts"
import type { Config } from "./parse-config.ts"
import { ownPlugins, ownServers } from "./uninstall-text.ts"

/** The files that get the entries, each with the reason in words. */
export interface Targets {
  readonly plugin: Target
  readonly server: Target
}

/** One file and why it was chosen. */
export interface Target {
  readonly path: string
  readonly why: string
}

/** What `chooseTargets` goes by. */
export interface TargetOptions {
  readonly scope: "global" | "project"
  readonly identify: Identify
  /** Made where no file is there. */
  readonly newPath: string
}

/**
 * The files in which the entries take effect: the one that holds our entry already, else the one that holds the key,
 * else the one that holds the other entry, else the one of highest precedence, else a new one. In the global directory
 * only the highest list of plugins counts; elsewhere the host joins the lists.
 * @param files those of the scope, from low to high precedence
 */
export const chooseTargets = (files: readonly ConfigFile[], { scope, identify, newPath }: TargetOptions): Targets => {
  const there = files.filter(({ raw }) => raw !== undefined).reverse()
  const ownership = ({ path }: ConfigFile): Ownership => ownershipIn(identify, path)
  const find = (holds: (config: Config) => boolean, why: string): Target | undefined => {
    const file = there.find(({ config }) => holds(config))
    return file === undefined ? undefined : { path: file.path, why }
  }
  const ownPlugin = there.find((file) => ownPlugins(file.config, ownership(file)).length > 0)
  const ownServer = there.find((file) => ownServers(file.config, ownership(file)).length > 0)
  const held = (file: ConfigFile | undefined): Target | undefined =>
    file === undefined ? undefined : { path: file.path, why: "it holds the entry" }
  const hasPlugins = ({ plugin, plugins }: Config): boolean => (plugin ?? plugins) !== undefined
  const listed = find(hasPlugins, "it holds the list of plugins that takes effect")
  const plugin = scope === "global" ? listed : (held(ownPlugin) ?? listed)
  const server =
    held(ownServer) ??
    find(({ entries }) => entries.length > 0, "it names the server") ??
    find(({ mcp }) => mcp !== undefined, "it holds the MCP servers")
  const [highest] = there
  const fallback: Target =
    highest === undefined
      ? { path: newPath, why: "opencode has no configuration file yet" }
      : { path: highest.path, why: there.length > 1 ? "of several it has the highest precedence" : "it is there" }
  return { plugin: plugin ?? server ?? fallback, server: server ?? plugin ?? fallback }
}
