import type { HostGeneration } from "../../core/index.ts"
import type { Config } from "../config/parse-config.ts"
import type { PlacedFile } from "../config/scan-configs.ts"

/** A plugin that the host's configuration names. */
export interface NamedPlugin {
  /** The file that names it. */
  readonly file: string
  readonly spec: string
  readonly options: unknown
  /** Why the host passes it over, in words; undefined where it counts. */
  readonly passedOver: string | undefined
}

/** The server `skill-mcp` as the host puts it together from its files. */
export interface NamedServer {
  /** The files that say something of it, from low to high precedence. */
  readonly files: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
}

/** The plugins that the files name, as the host of a generation takes them. */
export const namedPlugins = (files: readonly PlacedFile[], host: HostGeneration): NamedPlugin[] => {
  const global = files.filter(({ scope, config }) => scope === "global" && config.plugin !== undefined)
  const winner = global.at(-1)
  return files.flatMap((file) =>
    [file.config.plugin, file.config.plugins].flatMap((list) =>
      (list?.plugins ?? []).map(({ spec, options }) => ({
        file: file.path,
        spec,
        options,
        passedOver:
          host === "v2"
            ? undefined
            : list?.key === "plugins"
              ? 'opencode 1 does not read "plugins"'
              : global.includes(file) && file !== winner
                ? `the list in ${winner?.path} takes the place of this one`
                : undefined,
      })),
    ),
  )
}

/** The server as the files make it: V1 joins what they say, on V2 the highest file says all. */
export const namedServer = (files: readonly PlacedFile[], host: HostGeneration): NamedServer | undefined => {
  const parts = files.flatMap(({ path, config }) => {
    const value = serverIn(config, host)
    return value === undefined ? [] : [{ path, value }]
  })
  const last = parts.at(-1)
  if (last === undefined) return undefined
  const value = host === "v2" ? last.value : parts.reduce((all, { value }) => joined(all, value), {})
  return { files: parts.map(({ path }) => path), value }
}

const serverIn = ({ entries }: Config, host: HostGeneration): NamedServer["value"] | undefined => {
  const legacy = entries.find(({ isNative }) => !isNative)?.value
  const native = entries.find(({ isNative }) => isNative)?.value
  return host === "v2" ? (native ?? legacy) : (legacy ?? native)
}

type Part = Readonly<Record<string, unknown>>

const joined = (low: Part, high: Part): Part => ({
  ...low,
  ...Object.fromEntries(
    Object.entries(high).map(([key, value]) => {
      const other = low[key]
      return [key, isRecord(other) && isRecord(value) ? joined(other, value) : value]
    }),
  ),
})

/** True for a JSON object. */
export const isRecord = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value)
