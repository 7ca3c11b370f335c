import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import process from "node:process"
import { type HostEnvironment, settingsPaths } from "../core/index.ts"
import { applyChanges, type Manner } from "./apply-changes.ts"
import { backupPaths } from "./config/backup-paths.ts"
import { type ConfigPlace, configPlaces } from "./config/config-places.ts"
import { planUninstall, type Uninstall } from "./config/plan-uninstall.ts"
import { type ConfigScan, scanConfigs } from "./config/scan-configs.ts"
import { throwFaults } from "./config/throw-faults.ts"
import type { FileChange } from "./config/write-change.ts"
import { ownInstallation } from "./installation.ts"
import { print } from "./terminal.ts"

/** How `init --uninstall` was called. */
export interface UninstallOptions extends Manner {
  /** Remove the backups and the settings file too. */
  readonly isPurge: boolean
}

/** Takes both entries out of every configuration file that the host reads. Resolves to the exit code. */
export const uninstall = async (options: UninstallOptions): Promise<number> => {
  const environment = { cwd: process.cwd(), env: process.env, home: homedir() }
  const places = everyPlace(environment)
  const scan = scanConfigs(places, { installation: ownInstallation(), cwd: environment.cwd })
  const plans = scan.files
    .map((file) => planUninstall({ ...file, backups: backupPaths(file.path).map(readText) }, scan.identify))
    .filter((plan) => plan !== undefined)
  const settings = options.isPurge ? settingsRemoval(environment) : []
  const changes: FileChange[] = [...plans, ...settings]
  const backups = (): string[] => [...places.map(({ path }) => path), settingsPath(environment)].flatMap(backupPaths)
  const removals = options.isPurge ? backups : () => []
  const faults = faultsOfOurs(scan)
  if (changes.length === 0 && removals().length === 0) {
    throwFaults(faults)
    print("Nothing to do: no configuration file that opencode reads here holds an entry of ours.")
    return 0
  }
  const outcome = await applyChanges({ changes, removals, describe: (change) => describe(change, plans) }, options)
  if (outcome === "written") sayWhatStays(backups(), environment)
  else if (outcome === "declined") print("Nothing was written.")
  throwFaults(faults)
  return outcome === "written" ? 0 : 1
}

// Whichever opencode is installed, or none any more: the entries may stand where either generation looks.
const everyPlace = (environment: HostEnvironment): ConfigPlace[] => {
  const all = (["v1", "v2"] as const).flatMap((host) => configPlaces({ ...environment, host }))
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at)
}

// A file that cannot be read concerns us only where it may hold our entries.
const faultsOfOurs = ({ faults }: ConfigScan): ConfigScan["faults"] =>
  faults.filter(({ raw }) => raw === undefined || /skill-mcp|skill-finder-mcp/.test(raw))

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // A backup that cannot be read explains nothing.
    return ""
  }
}

const settingsPath = (environment: HostEnvironment): string => settingsPaths(environment)[0] ?? ""

const settingsRemoval = (environment: HostEnvironment): FileChange[] => {
  const path = settingsPath(environment)
  return existsSync(path) ? [{ path, before: readText(path), after: undefined }] : []
}

const describe = ({ path, after }: FileChange, plans: readonly Uninstall[]): string => {
  const plan = plans.find((one) => one.path === path)
  if (after === undefined) return plan === undefined ? `removed: ${path}` : `removed: ${path}, which init had made`
  return plan?.isFormer
    ? `restored: ${path} has the bytes that it had before init`
    : `written: ${path} is without our entries; what else has changed since init stays`
}

const sayWhatStays = (backups: readonly string[], environment: HostEnvironment): void => {
  const settings = settingsPath(environment)
  const kept = [...(existsSync(settings) ? [settings] : []), ...backups]
  if (kept.length === 0) return
  print("", "These stay; `skill-finder-mcp init --uninstall --purge` removes them:", ...kept.map((path) => `  ${path}`))
}
