import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** Names the file of refusals to the processes of a test run. */
const VARIABLE = "SKILL_TEST_REFUSALS"

/** The address of the preload that refuses the network, noting refusals in `record` if one is given. */
export const noNetwork = (record = process.env[VARIABLE]): string => {
  const url = new URL("no-network.mjs", import.meta.url)
  if (record !== undefined) url.searchParams.set("record", record)
  return url.href
}

/** Node's options for a process of ours: it reaches loopback and nothing else. */
export const OFFLINE: readonly string[] = ["--import", noNetwork()]

/** The same for a process and all that it starts with Node, as an environment. Bun and opencode do not heed it. */
export const OFFLINE_TREE = { NODE_OPTIONS: `--import=${noNetwork()}` } as const

/** Opens the record of a test run, for this process and those that it starts. */
export const openRecord = (): { readonly read: () => string; readonly close: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "skill-refusals-"))
  const file = join(folder, "refusals")
  writeFileSync(file, "")
  process.env[VARIABLE] = file
  return { read: () => readFileSync(file, "utf8"), close: () => rmSync(folder, { recursive: true, force: true }) }
}
