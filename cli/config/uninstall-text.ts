import type { Node } from "jsonc-parser"
import { endOf } from "./append-member.ts"
import { gapMarks } from "./gap-marks.ts"
import { edited, type Ownership } from "./install-text.ts"
import type { Config, PluginEntry, ServerEntry } from "./parse-config.ts"
import { removeMember } from "./remove-member.ts"

/** The keys under which our entries stand; those that were there before us stay, be they empty. */
export type ContainerKey = "plugin" | "plugins" | "mcp" | "servers"

/** The entries of ours in a configuration, whether they work or not. */
export const ownPlugins = (config: Config, { plugin }: Ownership): PluginEntry[] =>
  [...(config.plugin?.plugins ?? []), ...(config.plugins?.plugins ?? [])].filter(
    ({ spec }) => plugin(spec) !== "foreign",
  )

/** The server entries of ours in a configuration, whether they work or not. */
export const ownServers = (config: Config, { server }: Ownership): ServerEntry[] =>
  config.entries.filter(({ command }) => command !== undefined && server(command) !== "foreign")

/** The keys of a configuration that may hold our entries. */
export const containerKeys = ({ plugin, plugins, mcp, servers }: Config): ContainerKey[] => [
  ...(plugin === undefined ? [] : (["plugin"] as const)),
  ...(plugins === undefined ? [] : (["plugins"] as const)),
  ...(mcp === undefined ? [] : (["mcp"] as const)),
  ...(servers === undefined ? [] : (["servers"] as const)),
]

/**
 * A configuration without our entries. A list or object that they leave empty goes too, unless it was there before us
 * (`kept`) or holds a comment; every other byte stays.
 */
export const uninstallText = (config: Config, ownership: Ownership, kept: readonly ContainerKey[]): string =>
  withoutEntries(config, ownership, kept).text

const withoutEntries = (config: Config, ownership: Ownership, kept: readonly ContainerKey[]): Config => {
  // The last one first: it was appended last, and only then does its neighbour stand as it was written.
  const places = [...pluginPlaces(config, ownership), ...serverPlaces(config, ownership)]
  const last = places.sort((a, b) => b.member.offset - a.member.offset)[0]
  if (last === undefined) return config
  const rest = edited(config, removeMember(config.text, last.container, last.member))
  return withoutEntries(withoutEmpty(rest, last.keys, kept), ownership, kept)
}

interface OwnMember {
  readonly container: Node
  readonly member: Node
  /** The containers around it, the inner one first. */
  readonly keys: readonly ContainerKey[]
}

const pluginPlaces = (config: Config, ownership: Ownership): OwnMember[] =>
  ownPlugins(config, ownership).flatMap(({ node }) =>
    [config.plugin, config.plugins].flatMap((list) =>
      list?.node.children?.includes(node) ? [{ container: list.node, member: node, keys: [list.key] }] : [],
    ),
  )

const serverPlaces = (config: Config, ownership: Ownership): OwnMember[] =>
  ownServers(config, ownership).map(({ container, property, isNative }) => ({
    container,
    member: property,
    keys: isNative ? ["servers", "mcp"] : ["mcp"],
  }))

const withoutEmpty = (config: Config, keys: readonly ContainerKey[], kept: readonly ContainerKey[]): Config => {
  const [key, ...outer] = keys
  if (key === undefined || kept.includes(key)) return config
  const parent = key === "servers" ? config.mcp : config.root
  const property = parent?.children?.find(({ children }) => children?.[0]?.value === key)
  const node = property?.children?.[1]
  if (parent === undefined || property === undefined || node === undefined) return config
  const isEmpty =
    (node.children?.length ?? 0) === 0 && gapMarks(config.text, node.offset + 1, endOf(node) - 1).length === 0
  if (!isEmpty) return config
  return withoutEmpty(edited(config, removeMember(config.text, parent, property)), outer, kept)
}
