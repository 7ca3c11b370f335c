import { type FSWatcher, readFileSync, watch } from "node:fs"
import { access } from "node:fs/promises"
import type { Pace } from "./pace.ts"

/** Folders being watched. */
export interface Watch {
  /** Watches exactly these folders from now on; those watched already stay. Resolves to true when all of them are. */
  readonly follow: (folders: readonly string[], pace: Pace) => Promise<boolean>
  readonly close: () => void
}

/**
 * Calls `onChange` when something changes directly inside one of the folders followed. Never keeps the process alive
 * and never throws; where the system refuses, the watch is merely incomplete.
 */
export const openWatch = (onChange: () => void): Watch => {
  const watchers = new Map<string, FSWatcher>()
  let isClosed = false
  const drop = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const add = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, onChange)
      // A folder that goes away reports an error here; what came of it is seen at the next look.
      watcher.on("error", () => {
        drop(folder)
        onChange()
      })
      watchers.set(folder, watcher)
      return true
    } catch {
      // Out of watches, or the folder has just gone: the next look at the disk tells.
      return false
    }
  }
  return {
    follow: async (folders, pace) => {
      const wanted = new Set(folders.slice(0, mostWatched()))
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) drop(folder)
      let isComplete = wanted.size === folders.length
      for (const folder of wanted) {
        await pace()
        if (isClosed) return false
        if (!watchers.has(folder)) isComplete = add(folder) && isComplete
      }
      return isComplete
    },
    close: () => {
      isClosed = true
      for (const folder of [...watchers.keys()]) drop(folder)
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

/** True when one of the paths exists. */
export const anyExists = async (paths: readonly string[]): Promise<boolean> => {
  const answers = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return answers.includes(true)
}
