import { type Stats, statSync } from "node:fs"
import { stat } from "node:fs/promises"
import { readSettings, type Settings, type SettingsSources, settingsPaths } from "../core/index.ts"
import type { DebugLog } from "./debug-log.ts"

/** The settings in force, kept up to date. */
export interface SettingsSource {
  readonly current: () => Settings
  /** Reads the settings again when one of their files has changed; costs a few `stat` calls. Never rejects. */
  readonly refresh: () => Promise<void>
}

/** Reads the settings now and names their faults, once for each reading. */
export const openSettings = (sources: SettingsSources, log: DebugLog): SettingsSource => {
  const paths = settingsPaths(sources)
  // Marked before they are read: a change in between costs one reading too many, never one too few.
  let mark = paths.map(markNow).join("\n")
  let settings = read(sources, log)
  return {
    current: () => settings,
    refresh: async () => {
      const now = (await Promise.all(paths.map(markOf))).join("\n")
      if (now === mark) return
      mark = now
      settings = read(sources, log)
    },
  }
}

const read = (sources: SettingsSources, log: DebugLog): Settings => {
  const { settings, faults, path } = readSettings(sources)
  log(`settings: ${path ?? "no file, the defaults hold"}`)
  for (const fault of faults) log(`settings: ${fault}`)
  return settings
}

const markOf = (path: string): Promise<string> =>
  stat(path).then(
    (stats) => toMark(stats),
    // Not there, or not ours to see: reading it says which.
    () => toMark(undefined),
  )

const markNow = (path: string): string => {
  try {
    return toMark(statSync(path))
  } catch {
    return toMark(undefined)
  }
}

const toMark = (stats: Stats | undefined): string =>
  stats === undefined ? "-" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
