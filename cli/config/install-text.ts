import { applyEdits, type Edit } from "jsonc-parser"
import { appendMember } from "./append-member.ts"
import type { Identify, Identity } from "./identify.ts"
import {
  type Config,
  FaultError,
  type PluginEntry,
  parseConfig,
  SERVER_NAME,
  type ServerEntry,
} from "./parse-config.ts"
import { removeMember } from "./remove-member.ts"
import { type JsonValue, renderMember, renderValue, type ValueStyle } from "./render-value.ts"
import { eolOf, lineIndent, lineOf } from "./text-layout.ts"

/** The two entries that make the host load us. */
export interface OwnEntries {
  /** The plugin's folder; undefined where another file holds that entry. */
  readonly plugin?: string
  /** The MCP server's argv; undefined where another file holds that entry. */
  readonly command?: readonly string[]
}

/** Whose the entries of one file are. */
export interface Ownership {
  readonly plugin: (spec: string) => Identity
  readonly server: (command: readonly string[]) => Identity
}

/** `identify` for one file. */
export const ownershipIn = ({ plugin, server }: Identify, file: string): Ownership => ({
  plugin: (spec) => plugin(spec, file),
  server,
})

const SCHEMA = "https://opencode.ai/config.json"

/** A file that holds nothing but our entries; the host adds the schema's line to every file that lacks it. */
export const createText = (entries: OwnEntries): string => {
  const style: ValueStyle = { isInline: false, isTight: false, eol: "\n", unit: "  ", indent: "" }
  const value = {
    $schema: SCHEMA,
    ...(entries.plugin === undefined ? {} : { plugin: [entries.plugin] }),
    ...(entries.command === undefined ? {} : { mcp: { [SERVER_NAME]: toServer(entries.command, false) } }),
  }
  return `${renderValue(value, style)}\n`
}

/**
 * A configuration with our entries in it: stale ones of ours are replaced, what is current or foreign stays as it is,
 * and of what is new only the entry itself is new text. @throws FaultError where an entry cannot be told or is foreign.
 */
export const installText = (config: Config, entries: OwnEntries, ownership: Ownership): string => {
  const steps = [withPlugin, withoutStalePlugins, withServer]
  return steps.reduce((current, step) => step(current, entries, ownership), config).text
}

/** The configuration after some edits. */
export const edited = (config: Config, edits: readonly Edit[]): Config => {
  const { config: next, fault } = parseConfig(applyEdits(config.text, [...edits]))
  if (fault !== undefined) throw new FaultError(fault)
  return next
}

type Step = (config: Config, entries: OwnEntries, ownership: Ownership) => Config

const withPlugin: Step = (config, { plugin }, ownership) => {
  if (plugin === undefined) return config
  const all = pluginsOf(config)
  if (all.some(({ spec }) => ownership.plugin(spec) === "current")) return config
  const stale = all.find(({ spec }) => ownership.plugin(spec) === "stale")
  if (stale !== undefined) return edited(config, [replace(stale.specNode, JSON.stringify(plugin))])
  const list = config.plugin ?? config.plugins
  const { root } = config
  if (root === undefined) return withRoot(config, { plugin })
  if (list !== undefined) {
    return edited(config, appendMember({ text: config.text, root, container: list.node }, { value: plugin }))
  }
  const key = config.isNative ? "plugins" : "plugin"
  return edited(config, appendMember({ text: config.text, root, container: root }, { key, value: [plugin] }))
}

const withoutStalePlugins: Step = (config, entries, ownership) => {
  for (const list of [config.plugin, config.plugins]) {
    const stale = list?.plugins.find(({ spec }) => ownership.plugin(spec) === "stale")
    if (list === undefined || stale === undefined) continue
    const rest = edited(config, removeMember(config.text, list.node, stale.node))
    return withoutStalePlugins(rest, entries, ownership)
  }
  return config
}

const withServer: Step = (config, entries, ownership) => {
  const { command } = entries
  const [entry, second] = config.entries
  // Under `mcp` and under `mcp.servers`: the host takes the first.
  if (second?.command !== undefined && ownership.server(second.command) === "stale") {
    const rest = edited(config, removeMember(config.text, second.container, second.property))
    return withServer(rest, entries, ownership)
  }
  if (entry !== undefined) return withCommand(config, entry, { command, ownership })
  if (command === undefined) return config
  const { root, mcp, servers, text } = config
  if (root === undefined) return withRoot(config, { command })
  const isNative = servers !== undefined || (mcp === undefined && config.isNative)
  const server = { [SERVER_NAME]: toServer(command, isNative) }
  const container = servers ?? mcp
  if (container !== undefined) {
    return edited(
      config,
      appendMember({ text, root, container }, { key: SERVER_NAME, value: server[SERVER_NAME] ?? {} }),
    )
  }
  const value: JsonValue = isNative ? { servers: server } : server
  return edited(config, appendMember({ text, root, container: root }, { key: "mcp", value }))
}

interface ServerTask {
  readonly command: readonly string[] | undefined
  readonly ownership: Ownership
}

// What the person added to the entry (a timeout, environment, a switch) stays: only the argv is stale.
const withCommand = (config: Config, entry: ServerEntry, { command, ownership }: ServerTask): Config => {
  const { text } = config
  const identity = entry.command === undefined ? "foreign" : ownership.server(entry.command)
  if (identity === "current") return config
  if (identity === "stale" && command === undefined) {
    return edited(config, removeMember(text, entry.container, entry.property))
  }
  const line = lineOf(text, entry.property.offset)
  if (identity === "foreign" || entry.commandNode === undefined || command === undefined) {
    throw new FaultError({ line, message: foreignServer(entry) })
  }
  if (entry.value.type !== "local") throw new FaultError({ line, message: `"${SERVER_NAME}" is not of type "local"` })
  const style = {
    isInline: true,
    isTight: false,
    eol: eolOf(text),
    unit: "",
    indent: lineIndent(text, entry.property.offset),
  }
  return edited(config, [replace(entry.commandNode, renderValue(command, style))])
}

const foreignServer = ({ command, value }: ServerEntry): string => {
  if (command !== undefined) return `a server "${SERVER_NAME}" that is not ours stands there: ${command.join(" ")}`
  return value.enabled === false
    ? `the server "${SERVER_NAME}" is switched off there`
    : `a server "${SERVER_NAME}" that is not ours stands there`
}

// Behind what the file holds: white space, comments, or nothing.
const withRoot = (config: Config, entries: OwnEntries): Config => {
  const { text } = config
  const gap = text === "" || /[\r\n]$/.test(text) ? "" : eolOf(text)
  const created = createText(entries).replaceAll("\n", eolOf(text))
  return edited(config, [{ offset: text.length, length: 0, content: gap + created }])
}

const pluginsOf = ({ plugin, plugins }: Config): PluginEntry[] => [
  ...(plugin?.plugins ?? []),
  ...(plugins?.plugins ?? []),
]

const replace = ({ offset, length }: { offset: number; length: number }, content: string): Edit => ({
  offset,
  length,
  content,
})

/** The MCP server's entry as each generation of the host spells it. */
const toServer = (command: readonly string[], isNative: boolean): { readonly [key: string]: JsonValue } =>
  isNative ? { type: "local", command } : { type: "local", command, enabled: true }

/** What to add by hand where init does not edit. */
export const snippet = ({ plugin, command }: OwnEntries, isNative: boolean): string => {
  const style: ValueStyle = { isInline: false, isTight: false, eol: "\n", unit: "  ", indent: "" }
  const server = command === undefined ? {} : { [SERVER_NAME]: toServer(command, isNative) }
  return [
    ...(plugin === undefined ? [] : [renderMember(isNative ? "plugins" : "plugin", [plugin], style)]),
    renderMember("mcp", isNative ? { servers: server } : server, style),
  ].join(",\n")
}
