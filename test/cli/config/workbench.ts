import assert from "node:assert/strict"
import { mkdtempSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { backupPaths } from "../../../cli/config/backup-paths.ts"
import { type ConfigFile, readConfigFile } from "../../../cli/config/config-file.ts"
import { createIdentify, type Identify } from "../../../cli/config/identify.ts"
import { type InstallPlan, planInstall } from "../../../cli/config/plan-install.ts"
import { planUninstall } from "../../../cli/config/plan-uninstall.ts"
import { writeChange } from "../../../cli/config/write-change.ts"
import { type Installation, toCommand } from "../../../cli/installation.ts"
import { temporaryFolder } from "../../lab/scratch.ts"

const TOP = temporaryFolder("configs")

/** A fresh folder for configuration files. */
export const newFolder = (): string => mkdtempSync(join(TOP, "config "))

/** What init works with in these tests: a package and what tells its entries. */
export interface Bench {
  readonly installation: Installation
  readonly identify: Identify
  readonly entries: { readonly plugin: string; readonly command: readonly string[] }
}

/** A bench for an installation; `knownDists` as the scan of the real command finds them. */
export const benchOf = (installation: Installation, knownDists: readonly string[] = []): Bench => ({
  installation,
  identify: createIdentify({ installation, cwd: TOP, knownDists }),
  entries: { plugin: installation.plugin, command: toCommand(installation, "node", process.execPath) },
})

/** A file that must be readable. */
const readFile = (path: string): ConfigFile => {
  const { file, fault } = readConfigFile(path)
  assert.ok(file, fault?.message)
  return file
}

/** Plans init over files as the command does, and writes it. The last path is made where none is there. */
export const runInit = (paths: readonly string[], { identify, entries }: Bench, now = new Date()): InstallPlan => {
  const newPath = paths.at(-1) ?? ""
  const plan = planInstall(paths.map(readFile), entries, { scope: "global", identify, newPath })
  assert.deepEqual(plan.faults, [])
  for (const change of plan.changes) writeChange(change, now)
  return plan
}

/** Plans the uninstall of one file and writes it; with `backups: "lost"` as if somebody had cleaned up. */
export const runUninstall = (path: string, { identify }: Bench, backups: "kept" | "lost" = "kept"): boolean => {
  const texts = backups === "kept" ? backupPaths(path).map((one) => readFileSync(one, "utf8")) : []
  const plan = planUninstall({ ...readFile(path), backups: texts }, identify)
  if (plan !== undefined) writeChange(plan, new Date())
  return plan?.isFormer ?? false
}

/** The bytes of a file; undefined where there is none. */
export const bytesOf = (path: string): string | undefined => {
  try {
    return readFileSync(path).toString("latin1")
  } catch {
    // There is none.
    return undefined
  }
}
