import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { HostGeneration } from "../core/index.ts"
import { type DebugLog, toReason } from "./debug-log.ts"
import { toRecord } from "./to-record.ts"

/** What is to be proven, and where. */
export interface Stamp {
  readonly host: HostGeneration
  readonly directory: string
  /** The folder of the plugin module. */
  readonly beside: string
  /** The value of `SKILL_MCP_STAMP`; nothing is written where it is unset (contract, R5). */
  readonly file: string | undefined
  readonly log: DebugLog
}

/** Proves to `doctor` that the host has loaded the plugin, which no host of today says of itself. */
export const writeStamp = ({ host, directory, beside, file, log }: Stamp): void => {
  if (file === undefined || file === "") return
  const stamp = { version: versionBeside(beside), host, time: new Date().toISOString(), directory }
  try {
    writeFileSync(file, `${JSON.stringify(stamp)}\n`)
  } catch (error) {
    log(`fail-open: the stamp ${file} cannot be written: ${toReason(error)}`)
  }
}

// Built, the manifest lies beside the module; in the sources, one folder above.
const versionBeside = (folder: string): unknown => {
  for (const path of [join(folder, "package.json"), join(folder, "..", "package.json")]) {
    try {
      return toRecord(JSON.parse(readFileSync(path, "utf8"))).version
    } catch {
      // Not there: the next place.
    }
  }
  return undefined
}
