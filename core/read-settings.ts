import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isMissing } from "./file-error.ts"
import { globalConfigDirectory, type HostEnvironment } from "./host-environment.ts"
import { DEFAULT_SETTINGS, parseSettings, type ReadSettings, type Settings, toSettings } from "./settings.ts"
import type { Lang } from "./texts.ts"

/** Name of the settings file, wherever it lies. */
export const SETTINGS_FILE = "skill-mcp.config.json"

/** Where settings may come from. */
export interface SettingsSources extends Pick<HostEnvironment, "env" | "home"> {
  /** The folder of the plugin module, looked into last; undefined where there is none. */
  readonly beside?: string
  /** Plugin options of the host's own configuration; they win over the file. */
  readonly options?: unknown
}

/** Settings in force and where they came from. */
export interface SettingsInForce extends ReadSettings {
  /** The file read; undefined when none of the places has one. */
  readonly path: string | undefined
}

/**
 * Reads the settings in force: the first file there is of `SKILL_MCP_CONFIG`, the global opencode config directory
 * and `beside`; plugin options over it; environment switches over both (`SKILL_MCP_RULE`, `_PRELOAD`, `_HINT` as
 * `off`, `0` or `false`, `SKILL_MCP_LANG`; `SKILL_ROUTER_HINT` where `SKILL_MCP_HINT` is unset). Reads one small
 * file; never throws: faults are named and defaults hold.
 */
export const readSettings = (sources: SettingsSources): SettingsInForce => {
  const { path, read } = readFirst(settingsPaths(sources), sources.env)
  const optioned = toSettings(sources.options, read.settings)
  const faults = [
    ...read.faults.map((fault) => `${path}: ${fault}`),
    ...optioned.faults.map((fault) => `plugin options: ${fault}`),
  ]
  return { settings: withEnvironment(optioned.settings, sources.env, faults), faults, path }
}

/** The places of the settings file, first to last. */
export const settingsPaths = ({ env, home, beside }: SettingsSources): string[] => [
  ...(env.SKILL_MCP_CONFIG ? [env.SKILL_MCP_CONFIG] : []),
  join(globalConfigDirectory({ env, home }), SETTINGS_FILE),
  ...(beside === undefined ? [] : [join(beside, SETTINGS_FILE)]),
]

/** True for a switch that the user turned off: `off`, `0` or `false` in any case of letters. */
export const isOff = (value: string | undefined): boolean => /^\s*(?:off|0|false)\s*$/i.test(value ?? "")

const readFirst = (
  paths: readonly string[],
  env: HostEnvironment["env"],
): { path: string | undefined; read: ReadSettings } => {
  for (const path of paths) {
    try {
      return { path, read: parseSettings(readFileSync(path, "utf8")) }
    } catch (error) {
      // A file named outright must be there; the usual places may be empty.
      if (isMissing(error) && path !== env.SKILL_MCP_CONFIG) continue
      const reason = error instanceof Error ? error.message : String(error)
      return { path, read: { settings: DEFAULT_SETTINGS, faults: [`cannot be read (${reason}): the defaults hold`] } }
    }
  }
  return { path: undefined, read: { settings: DEFAULT_SETTINGS, faults: [] } }
}

const withEnvironment = (settings: Settings, env: HostEnvironment["env"], faults: string[]): Settings => ({
  ...settings,
  rule: switched(env.SKILL_MCP_RULE, settings.rule),
  preload: switched(env.SKILL_MCP_PRELOAD, settings.preload),
  hint: switched(env.SKILL_MCP_HINT ?? env.SKILL_ROUTER_HINT, settings.hint),
  lang: toLang(env.SKILL_MCP_LANG, faults) ?? settings.lang,
})

// The environment wins over the file, in both directions.
const switched = (value: string | undefined, setting: boolean): boolean =>
  value === undefined || value.trim() === "" ? setting : !isOff(value)

const toLang = (value: string | undefined, faults: string[]): Lang | undefined => {
  const lang = value?.trim().toLowerCase()
  if (lang === "ru" || lang === "en") return lang
  if (lang) faults.push(`SKILL_MCP_LANG is "${value}", not "ru" or "en": it has no effect`)
  return undefined
}
