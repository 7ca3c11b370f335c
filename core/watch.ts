import { type FSWatcher, readFileSync, watch } from "node:fs"
import { access } from "node:fs/promises"
import { PACE } from "./pace.ts"

/** Folders being watched. */
export interface Watch {
  /** Watches exactly these folders from now on; those watched already stay. Resolves to true when all of them are. */
  readonly follow: (folders: readonly string[]) => Promise<boolean>
  /** Nothing is told from now on; the watches are given back in slices. */
  readonly close: () => void
}

/** Folders watched in this process, by whomever. */
let watched = 0

/**
 * Calls `onChange` when something changes directly inside one of the folders followed. Never keeps the process alive
 * and never throws; where the system refuses, the watch is merely incomplete.
 */
export const openWatch = (onChange: () => void): Watch => {
  const watchers = new Map<string, FSWatcher>()
  let isClosed = false
  const tell = (): void => {
    if (!isClosed) onChange()
  }
  const drop = (folder: string): void => {
    watchers.get(folder)?.close()
    if (watchers.delete(folder)) watched -= 1
  }
  const dropAllBut = async (wanted: ReadonlySet<string>): Promise<void> => {
    for (const folder of [...watchers.keys()]) {
      await PACE()
      if (!wanted.has(folder)) drop(folder)
    }
  }
  const add = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, tell)
      // A folder that goes away reports an error here; what came of it is seen at the next look.
      watcher.on("error", () => {
        drop(folder)
        tell()
      })
      watchers.set(folder, watcher)
      watched += 1
      return true
    } catch {
      // Out of watches, or the folder has just gone: the next look at the disk tells.
      return false
    }
  }
  return {
    follow: async (folders) => {
      const most = mostWatched()
      await dropAllBut(new Set(folders))
      let isComplete = true
      for (const folder of folders) {
        await PACE()
        if (isClosed) return false
        if (!watchers.has(folder)) isComplete = watched < most && add(folder) && isComplete
      }
      return isComplete
    },
    close: () => {
      isClosed = true
      void dropAllBut(new Set())
    },
  }
}

/** Where the system does not say how many watches a user has. */
const USUAL_MOST = 4_096
/** The user's other programs need watches too, and several of our processes may run. */
const SHARE = 8

const mostWatched = (): number => {
  try {
    const granted = Number.parseInt(readFileSync("/proc/sys/fs/inotify/max_user_watches", "utf8"), 10)
    return Number.isNaN(granted) ? USUAL_MOST : Math.floor(granted / SHARE)
  } catch {
    // Not Linux: watches are not counted there.
    return USUAL_MOST
  }
}

/** True when there is something at a path. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
