import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import { lineOf } from "./text-layout.ts"

/** The name of our server in a host's configuration (contract, section 1). */
export const SERVER_NAME = "skill-mcp"

/** A list of plugins: `plugin`, or `plugins` as opencode V2 spells it. */
interface PluginList {
  readonly key: "plugin" | "plugins"
  readonly node: Node
  readonly plugins: readonly PluginEntry[]
}

/** One plugin of a list. */
export interface PluginEntry {
  /** What names the plugin: a path, a file URL or a package. */
  readonly spec: string
  readonly options: unknown
  /** The member of the list. */
  readonly node: Node
  /** The text in it that is the spec. */
  readonly specNode: Node
}

/** A server called `skill-mcp`, under `mcp` or under `mcp.servers`. */
export interface ServerEntry {
  readonly isNative: boolean
  /** The object whose member it is. */
  readonly container: Node
  readonly property: Node
  readonly value: Readonly<Record<string, unknown>>
  /** Undefined where the entry starts nothing, as `{"enabled": false}`. */
  readonly command: readonly string[] | undefined
  readonly commandNode: Node | undefined
}

/** What matters to us of a host's configuration file, as a tree over its text. */
export interface Config {
  /** Without a byte order mark. */
  readonly text: string
  /** Undefined where the file holds nothing but white space and comments. */
  readonly root: Node | undefined
  readonly plugin: PluginList | undefined
  readonly plugins: PluginList | undefined
  /** The value of `mcp`. */
  readonly mcp: Node | undefined
  /** The value of `mcp.servers`, where V2 keeps its servers. */
  readonly servers: Node | undefined
  readonly entries: readonly ServerEntry[]
  /** True for a file in the spelling of V2, which V1 does not understand. */
  readonly isNative: boolean
}

/** Why a file is not edited: what is wrong, and on which line. */
export interface Fault {
  readonly line?: number
  readonly message: string
}

/** The shape of a configuration, or the one fault through which it is not edited. */
export type ParsedConfig =
  | { readonly config: Config; readonly fault?: never }
  | { readonly config?: never; readonly fault: Fault }

/** Reads a configuration file's text (JSON with comments and trailing commas, as the host reads it). Never throws. */
export const parseConfig = (text: string): ParsedConfig => {
  try {
    const errors: ParseError[] = []
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
    const [error] = errors
    if (error !== undefined) throw faultAt(text, error.offset, `not valid JSON (${printParseErrorCode(error.error)})`)
    return { config: toConfig(text, root) }
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault }
    // The parser calls itself for each level.
    if (error instanceof RangeError) return { fault: { message: "nested too deeply to be read" } }
    throw error
  }
}

/** A fault of a configuration's content, found while it is read or edited. */
export class FaultError extends Error {
  override readonly name = "FaultError"
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

const faultAt = (text: string, offset: number, message: string): FaultError =>
  new FaultError({ line: lineOf(text, offset), message })

const toConfig = (text: string, root: Node | undefined): Config => {
  if (root !== undefined && root.type !== "object") throw faultAt(text, root.offset, "not a JSON object")
  const plugin = toList(text, root, "plugin")
  const plugins = toList(text, root, "plugins")
  const mcp = childOf(text, root, "mcp")
  if (mcp !== undefined && mcp.type !== "object") throw faultAt(text, mcp.offset, '"mcp" is not an object')
  const servers = toServers(text, mcp)
  const entries = [toEntry(text, mcp, false), toEntry(text, servers, true)].filter((entry) => entry !== undefined)
  const isNative = plugins !== undefined || servers !== undefined || childOf(text, root, "permissions") !== undefined
  return { text, root, plugin, plugins, mcp, servers, entries, isNative: isNative && plugin === undefined }
}

// V1 allows a server of the name `servers`; that one has a type.
const toServers = (text: string, mcp: Node | undefined): Node | undefined => {
  const servers = childOf(text, mcp, "servers")
  if (servers === undefined) return undefined
  if (servers.type !== "object") throw faultAt(text, servers.offset, '"mcp.servers" is not an object')
  return childOf(text, servers, "type")?.type === "string" ? undefined : servers
}

/** The member of an object with a key. @throws FaultError where the key stands twice: which one counts is a guess. */
const propertyOf = (text: string, object: Node | undefined, key: string): Node | undefined => {
  const [first, second] = (object?.children ?? []).filter(({ children }) => children?.[0]?.value === key)
  if (second !== undefined) throw faultAt(text, second.offset, `the key "${key}" stands twice`)
  return first
}

const childOf = (text: string, object: Node | undefined, key: string): Node | undefined =>
  propertyOf(text, object, key)?.children?.[1]

const toList = (text: string, root: Node | undefined, key: PluginList["key"]): PluginList | undefined => {
  const node = childOf(text, root, key)
  if (node === undefined) return undefined
  if (node.type !== "array") throw faultAt(text, node.offset, `"${key}" is not a list`)
  return { key, node, plugins: (node.children ?? []).map((child) => toPlugin(text, child, key)) }
}

const toPlugin = (text: string, node: Node, key: PluginList["key"]): PluginEntry => {
  const specNode =
    node.type === "string"
      ? node
      : key === "plugins"
        ? childOf(text, node, "package")
        : node.type === "array" && (node.children?.length ?? 0) <= 2
          ? node.children?.[0]
          : undefined
  if (specNode?.type !== "string") throw faultAt(text, node.offset, `an element of "${key}" has an unknown shape`)
  const options = node.type === "array" ? node.children?.[1] : childOf(text, node, "options")
  return {
    spec: String(specNode.value),
    options: options === undefined ? undefined : getNodeValue(options),
    node,
    specNode,
  }
}

const toEntry = (text: string, container: Node | undefined, isNative: boolean): ServerEntry | undefined => {
  const property = propertyOf(text, container, SERVER_NAME)
  const node = property?.children?.[1]
  if (container === undefined || property === undefined || node === undefined) return undefined
  const name = `${isNative ? "mcp.servers" : "mcp"}.${SERVER_NAME}`
  if (node.type !== "object") throw faultAt(text, node.offset, `"${name}" is not an object`)
  const commandNode = childOf(text, node, "command")
  const command = commandNode?.children?.map(({ value }) => value)
  if (commandNode !== undefined && (commandNode.type !== "array" || !isTextList(command)))
    throw faultAt(text, commandNode.offset, `"${name}.command" is not a list of texts`)
  const value: unknown = getNodeValue(node)
  return {
    isNative,
    container,
    property,
    value: isRecord(value) ? value : {},
    command: isTextList(command) ? command : undefined,
    commandNode,
  }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
