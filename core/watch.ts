import { type FSWatcher, readFileSync, watch } from "node:fs"
import { access } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { PACE } from "./pace.ts"

/** Folders being watched. */
export interface Watch {
  /**
   * Watches exactly these folders from now on. Those watched already stay, save where another folder may have come in
   * the place of one: a watch belongs to a folder, not to its path.
   */
  readonly follow: (folders: readonly string[]) => Promise<Followed>
  /** Something was missed: the next `follow` watches all folders anew. */
  readonly distrust: () => void
  /** Nothing is told from now on; the watches are given back in slices. */
  readonly close: () => void
}

/** What came of following some folders. */
export interface Followed {
  /** True when all of them are watched. */
  readonly isComplete: boolean
  /** True when some were not watched before. */
  readonly isNew: boolean
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
  /** Paths at which something else may stand than before; what is watched there and below is to be watched anew. */
  let replaced = new Set<string>()
  const tell = (): void => {
    if (!isClosed) onChange()
  }
  const drop = (folder: string): void => {
    watchers.get(folder)?.close()
    if (watchers.delete(folder)) watched -= 1
  }
  const dropAll = async (isUnwanted: (folder: string) => boolean): Promise<void> => {
    for (const folder of [...watchers.keys()]) {
      await PACE()
      if (isUnwanted(folder)) drop(folder)
    }
  }
  const noticeRename = (folder: string, name: string | null): void => {
    replaced.add(name === null ? folder : join(folder, name))
    // So it is told too that the folder itself is gone.
    if (name === basename(folder)) replaced.add(folder)
  }
  const add = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, (kind, name) => {
        if (kind === "rename") noticeRename(folder, name)
        tell()
      })
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
      const [wanted, anew] = [new Set(folders), replaced]
      replaced = new Set()
      await dropAll((folder) => !wanted.has(folder) || isAtOrBelow(folder, anew))
      let [isComplete, isNew] = [true, false]
      for (const folder of folders) {
        await PACE()
        if (isClosed) return { isComplete: false, isNew }
        if (watchers.has(folder)) continue
        if (watched < most && add(folder)) isNew = true
        else isComplete = false
      }
      return { isComplete, isNew }
    },
    distrust: () => {
      replaced = new Set(watchers.keys())
    },
    close: () => {
      isClosed = true
      void dropAll(() => true)
    },
  }
}

const isAtOrBelow = (folder: string, places: ReadonlySet<string>): boolean => {
  if (places.size === 0) return false
  for (let path = folder; ; path = dirname(path)) {
    if (places.has(path)) return true
    if (path === dirname(path)) return false
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
