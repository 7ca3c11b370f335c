import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"

const groups = new Set<number>()
const folders = new Set<string>()
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * A new folder under the system's temporary folder.
 * It is removed when this process ends, however it ends short of SIGKILL, or earlier by `removeFolder`.
 * The path is the real one, since the host prints real paths and macOS reaches its temporary folder through a link.
 */
export const temporaryFolder = (label: string): string => {
  tidyAtEnd()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `skill-lab-${label}-`)))
  folders.add(folder)
  return folder
}

export const removeFolder = (folder: string): void => {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/** Starts a program as the leader of a process group of its own, so that whatever it starts can be ended with it. */
export const spawnGroup = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
  tidyAtEnd()
  const child = spawn(command, [...args], { ...options, detached: true })
  if (child.pid !== undefined) groups.add(child.pid)
  return child
}

/** Ends a group started by `spawnGroup`. The leader may be gone already while its children still run. */
export const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  groups.delete(child.pid)
  killGroup(child.pid)
}

const killGroup = (leader: number): void => {
  try {
    process.kill(-leader, "SIGKILL")
  } catch {
    // Nobody of the group is left: that is what was wanted.
  }
}

let tidying = false

const tidyAtEnd = (): void => {
  if (tidying) return
  tidying = true
  process.once("exit", tidy)
  for (const ending of endings) {
    process.once(ending, () => {
      process.exit(128 + constants.signals[ending])
    })
  }
}

const tidy = (): void => {
  for (const leader of groups) killGroup(leader)
  for (const folder of folders) removeFolder(folder)
}
