import { lstatSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import process from "node:process"
import { type HostEnvironment, type Lang, SkillFinderError, settingsPaths } from "../core/index.ts"
import { applyChanges, type Manner } from "./apply-changes.ts"
import { configPlaces, newConfigPath } from "./config/config-places.ts"
import type { Identify } from "./config/identify.ts"
import { snippet } from "./config/install-text.ts"
import { type InstallPlan, planInstall } from "./config/plan-install.ts"
import { planSettings } from "./config/plan-settings.ts"
import { type ConfigScan, scanConfigs } from "./config/scan-configs.ts"
import { throwFaults } from "./config/throw-faults.ts"
import type { FileChange } from "./config/write-change.ts"
import { findOpencode, OLDEST_OPENCODE, type Opencode } from "./host/find-opencode.ts"
import { installNotes } from "./install-notes.ts"
import { type Installation, missingParts, ownInstallation, type Runtime, toCommand } from "./installation.ts"
import { loadFailure } from "./load-plugin.ts"
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
  assertNewEnough(opencode)
  const environment = { ...surroundings, host: opencode.kind === "found" ? opencode.generation : "v1" } as const
  const scan = scanConfigs(configPlaces(environment), { installation, cwd: surroundings.cwd })
  const plan = planConfigs(scan, { environment, installation, options })
  const { change, fault } = planLang(environment, options.lang)
  print(describeOpencode(opencode))
  const { scope, runtime } = options
  const notes = installNotes({ plan, scan, opencode, installation, scope, runtime })
  for (const note of [...notes, ...(fault === undefined ? [] : [fault])]) print(toNote(note))
  return write(plan, [...plan.changes, ...(change === undefined ? [] : [change])], options)
}

const write = async (
  { plugin, server, byHand }: PlanWithSnippet,
  changes: readonly FileChange[],
  options: InstallOptions,
): Promise<number> => {
  if (changes.length === 0) {
    print("Nothing to do: both entries are there.", `  plugin: ${plugin.path}`, `  server: ${server.path}`)
    return 0
  }
  const reasons = new Map([server, plugin].map(({ path, why }) => [path, why]))
  print(...[...reasons].map(([path, why]) => paint("dim", `${path}: ${why}`)), "")
  const outcome = await applyChanges({ changes, describe: ({ path }) => `written: ${path}`, byHand }, options)
  if (outcome === "written") print("", "Restart opencode. `skill-finder-mcp doctor` proves that it works.")
  else if (outcome === "declined") print("Nothing was written.")
  return outcome === "written" ? 0 : 1
}

const toNote = (note: string): string => `${paint("yellow", "!")} ${note}`

const assertBuilt = (installation: Installation): void => {
  const [missing] = missingParts(installation)
  if (missing === undefined) return
  const cure = 'run "npm run build" first, or install the package again'
  throw new SkillFinderError("E_UNAVAILABLE", `${missing} is missing: ${cure}`)
}

const assertLoads = async (installation: Installation): Promise<void> => {
  const reason = await loadFailure(installation)
  if (reason === undefined) return
  const message = `the plugin in ${installation.plugin} cannot be loaded (${reason}): install the package again`
  throw new SkillFinderError("E_UNAVAILABLE", message)
}

const assertNewEnough = (opencode: Opencode): void => {
  if (opencode.kind !== "found" || !opencode.isTooOld) return
  const { path, version } = opencode
  const message = `opencode ${version} at ${path} is older than ${OLDEST_OPENCODE}: it would crash on the plugin or never call it. Update it ("opencode upgrade") and run init again. Nothing was written.`
  throw new SkillFinderError("E_UNAVAILABLE", message)
}

const describeOpencode = (opencode: Opencode): string => {
  if (opencode.kind === "found") return `opencode ${opencode.version} at ${opencode.path}`
  return toNote(
    opencode.kind === "absent"
      ? "opencode is neither on PATH nor in ~/.opencode/bin: the entries are written for when it comes"
      : `${opencode.path} does not tell its version (${opencode.reason}); it must be ${OLDEST_OPENCODE} or newer`,
  )
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
  const plan = planSettings({ path, raw: readIfThere(path) }, wish)
  // Who asked for it must not be left with a note.
  if (plan.fault !== undefined && wish.isExplicit) throw new SkillFinderError("E_UNAVAILABLE", plan.fault)
  return plan
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
