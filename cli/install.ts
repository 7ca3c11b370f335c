import { lstatSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { type HostEnvironment, type Lang, SkillFinderError, settingsPaths } from "../core/index.ts"
import { applyChanges, type Manner } from "./apply-changes.ts"
import { configPlaces, newConfigPath } from "./config/config-places.ts"
import type { Identify } from "./config/identify.ts"
import { ownershipIn, snippet } from "./config/install-text.ts"
import { type InstallPlan, planInstall } from "./config/plan-install.ts"
import { planSettings } from "./config/plan-settings.ts"
import { type ConfigScan, scanConfigs } from "./config/scan-configs.ts"
import { throwFaults } from "./config/throw-faults.ts"
import { ownPlugins, ownServers } from "./config/uninstall-text.ts"
import { findOpencode, OLDEST_OPENCODE, type Opencode } from "./host/find-opencode.ts"
import { type Installation, missingParts, ownInstallation, type Runtime, toCommand } from "./installation.ts"
import { localeLang } from "./locale-lang.ts"
import { paint, print } from "./terminal.ts"

/** How `init` was called. */
export interface InstallOptions extends Manner {
  readonly scope: "global" | "project"
  /** Undefined where nobody asked for a language or a runtime. */
  readonly lang: Lang | undefined
  readonly runtime: Runtime | undefined
}

/** Enters both entries into the configuration that takes effect. Resolves to the exit code. */
export const install = async (options: InstallOptions): Promise<number> => {
  const installation = ownInstallation()
  assertBuilt(installation)
  const surroundings = { cwd: process.cwd(), env: process.env, home: homedir() }
  const [opencode] = await Promise.all([findOpencode(surroundings), assertLoads(installation)])
  print(describeOpencode(opencode))
  const environment = { ...surroundings, host: opencode.kind === "found" ? opencode.generation : "v1" } as const
  const scan = scanConfigs(configPlaces(environment), { installation, cwd: surroundings.cwd })
  const plan = planConfigs(scan, { environment, installation, options })
  const settings = planLang(environment, options.lang)
  for (const note of notesOn({ plan, scan, opencode, installation, options })) print(`${paint("yellow", "!")} ${note}`)
  if (settings.fault !== undefined) print(`${paint("yellow", "!")} ${settings.fault}`)
  const changes = [...plan.changes, ...(settings.change === undefined ? [] : [settings.change])]
  if (changes.length === 0) {
    print("Nothing to do: both entries are there.", `  plugin: ${plan.plugin.path}`, `  server: ${plan.server.path}`)
    return 0
  }
  for (const { path, why } of new Set([plan.plugin, plan.server])) print(paint("dim", `${path}: ${why}`))
  print("")
  const describe = ({ path }: { path: string }): string => `written: ${path}`
  const outcome = await applyChanges({ changes, describe, byHand: plan.byHand }, options)
  if (outcome === "written") print("", "Restart opencode. `skill-finder-mcp doctor` proves that it works.")
  else if (outcome === "declined") print("Nothing was written.")
  return outcome === "written" ? 0 : 1
}

const assertBuilt = (installation: Installation): void => {
  const [missing] = missingParts(installation)
  if (missing === undefined) return
  throw new SkillFinderError("E_UNAVAILABLE", `${missing} is missing: run "npm run build" first`)
}

// opencode says nothing of a plugin that it cannot load, so that is found out before it is entered.
const assertLoads = async ({ plugin }: Installation): Promise<void> => {
  const file = join(plugin, "index.js")
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    if (typeof module !== "object" || module === null || !("default" in module)) throw new Error("no default export")
  } catch (cause) {
    throw new SkillFinderError("E_UNAVAILABLE", `the plugin ${file} cannot be loaded: install the package again`, {
      cause,
    })
  }
}

/** What there is to say of the opencode of this machine. @throws SkillFinderError where it is too old */
const describeOpencode = (opencode: Opencode): string => {
  if (opencode.kind === "absent") {
    return `${paint("yellow", "!")} opencode is neither on PATH nor in ~/.opencode/bin: the entries are written for when it comes`
  }
  if (opencode.kind === "silent") {
    return `${paint("yellow", "!")} ${opencode.path} does not tell its version (${opencode.reason}); it must be ${OLDEST_OPENCODE} or newer`
  }
  const { path, version, isTooOld } = opencode
  if (!isTooOld) return `opencode ${version} at ${path}`
  const message = `opencode ${version} at ${path} is older than ${OLDEST_OPENCODE}: it would crash on the plugin or never call it. Update it ("opencode upgrade") and run init again. Nothing was written.`
  throw new SkillFinderError("E_UNAVAILABLE", message)
}

interface PlanInput {
  readonly environment: HostEnvironment
  readonly installation: Installation
  readonly options: InstallOptions
}

interface PlanWithSnippet extends InstallPlan {
  readonly byHand: string
}

const planConfigs = (scan: ConfigScan, { environment, installation, options }: PlanInput): PlanWithSnippet => {
  const { scope, runtime } = options
  const files = scan.files.filter((file) => file.scope === scope)
  const command = toCommand(installation, runtime ?? "node", process.execPath)
  const entries = { plugin: installation.plugin, command }
  const dangling = files.findLast(({ path, raw }) => raw === undefined && isLink(path))
  const plan = planInstall(files, entries, {
    scope,
    identify: runtime === undefined ? scan.identify : preferring(runtime, scan.identify),
    newPath: dangling?.path ?? newConfigPath(environment, scope),
  })
  const byHand = snippet(entries, plan.isNative)
  throwFaults([...scan.faults.filter((fault) => fault.scope === scope), ...plan.faults], byHand)
  return { ...plan, byHand }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

// Who asks for a runtime gets it, even where the other one works.
const preferring = (runtime: Runtime, { plugin, server }: Identify): Identify => ({
  plugin,
  server: (command) => {
    const identity = server(command)
    const isOther = (command[0] === "opencode") !== (runtime === "opencode")
    return identity === "current" && isOther ? "stale" : identity
  },
})

const planLang = (environment: HostEnvironment, lang: Lang | undefined): ReturnType<typeof planSettings> => {
  const [path = ""] = settingsPaths(environment)
  const wish = { lang: lang ?? localeLang(environment.env), isExplicit: lang !== undefined }
  return planSettings({ path, raw: readIfThere(path) }, wish)
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined
    throw new SkillFinderError("E_UNAVAILABLE", `the settings file ${path} cannot be read`, { cause: error })
  }
}

interface Circumstances {
  readonly plan: InstallPlan
  readonly scan: ConfigScan
  readonly opencode: Opencode
  readonly installation: Installation
  readonly options: InstallOptions
}

const notesOn = ({ plan, scan, opencode, installation, options }: Circumstances): string[] => {
  const notes: string[] = []
  if (plan.isNative && opencode.kind === "found" && opencode.generation === "v1") {
    notes.push(
      `${plan.plugin.path} is in the spelling of opencode 2 and gets its entries in it; opencode ${opencode.version} does not read "plugins"`,
    )
  }
  if (/[\\/]_npx[\\/]/.test(installation.plugin)) {
    notes.push(
      "this copy of the package lies in npx's cache and may vanish: better `npm install --global skill-finder-mcp`, then `skill-finder-mcp init`",
    )
  }
  if (options.runtime === "opencode" && opencode.kind === "absent") {
    notes.push('the MCP server is to be run by "opencode", which is not on PATH')
  }
  if (options.scope === "project" && plan.changes.length > 0) {
    notes.push("the entries are paths of this machine: think of that before you share the project's configuration")
  }
  for (const { path, config } of scan.files.filter(({ scope }) => scope !== options.scope)) {
    if (hasStale(config, path, scan.identify))
      notes.push(`${path} holds an entry of ours that leads nowhere: init there, or \`init --uninstall\``)
  }
  return notes
}

const hasStale = (config: ConfigScan["files"][number]["config"], path: string, identify: Identify): boolean => {
  const ownership = ownershipIn(identify, path)
  return (
    ownPlugins(config, ownership).some(({ spec }) => ownership.plugin(spec) === "stale") ||
    ownServers(config, ownership).some(({ command }) => ownership.server(command ?? []) === "stale")
  )
}
