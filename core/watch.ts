import { type FSWatcher, watch } from "node:fs"
import { access } from "node:fs/promises"

/** Folders being watched. */
export interface Watch {
  /** False when some folder could not be watched, so that changes there must be looked for. */
  readonly isComplete: boolean
  readonly close: () => void
}

/** Watching costs the system a handle a folder, of which the user's other programs need some too. */
const MOST_WATCHED = 1_000

/**
 * Calls `onChange` when something changes directly inside one of the folders. Never keeps the process alive and never
 * throws; where the system refuses, the watch is merely incomplete.
 */
export const watchFolders = (folders: readonly string[], onChange: () => void): Watch => {
  const watchers: FSWatcher[] = []
  let isComplete = folders.length <= MOST_WATCHED
  for (const folder of folders.slice(0, MOST_WATCHED)) {
    try {
      const watcher = watch(folder, { persistent: false }, onChange)
      // A folder that goes away reports an error here; its parent reports the change.
      watcher.on("error", onChange)
      watchers.push(watcher)
    } catch {
      // Out of watches, or the folder has just gone: the next look at the disk tells.
      isComplete = false
    }
  }
  const close = (): void => {
    for (const watcher of watchers) watcher.close()
  }
  return { isComplete, close }
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
