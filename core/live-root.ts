import { type RootScan, scanRoot } from "./discover.ts"
import { createRuns, PACE } from "./pace.ts"
import type { Root } from "./skill.ts"
import { exists, openWatch } from "./watch.ts"

/** A root that is looked at anew when something below it has changed. */
export interface LiveRoot {
  /** What the last look saw, the same object until something else is seen; undefined before the first look. */
  readonly scan: () => RootScan | undefined
  /**
   * Looks at the disk, unless every folder is watched and none has changed.
   * @throws the look's own fault; the next refresh looks again.
   */
  readonly refresh: () => Promise<void>
  /** Stops watching; what is under way ends soon. */
  readonly close: () => void
}

/** Even where all is watched the disk is looked at after so many ms: some file systems tell nothing. */
const TRUST_MS = 30_000
/** Changes come in bursts (a checkout, an editor's save): look once, shortly after. */
const SETTLE_MS = 50

/** Follows a root. Nothing is looked at before the first refresh. Holds no process open. */
export const openRoot = (root: Root, onChange: () => void): LiveRoot => {
  const state: State = {
    root,
    scan: undefined,
    isWatched: false,
    isDirty: true,
    isClosed: false,
    lookedAt: 0,
    fault: undefined,
  }
  const watch = openWatch(() => noticeChange())
  const look = async (): Promise<void> => {
    const { scan: before, isDirty: wasTold } = state
    state.isDirty = false
    const scan = await scanRoot(root, before, PACE)
    if (state.isClosed) return
    state.scan = scan
    state.lookedAt = performance.now()
    if (scan !== before) {
      onChange()
      if (!wasTold) watch.distrust()
    }
    const { isComplete, isNew } = await watch.follow(scan.folders.filter((folder) => !DEEP.test(folder)))
    state.isWatched = isComplete
    // What changed between the look and the watch would go unnoticed: look once more.
    if (isComplete && isNew) noticeChange()
  }
  const run = createRuns(async () => {
    try {
      state.fault = undefined
      if (!state.isClosed && (await needsLook(state))) await look()
    } catch (error) {
      state.isDirty = true
      state.fault = { error }
    }
  })
  let timer: NodeJS.Timeout | undefined
  const noticeChange = (): void => {
    state.isDirty = true
    if (state.isClosed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, SETTLE_MS)
    timer.unref()
  }
  return {
    scan: () => state.scan,
    refresh: async () => {
      await run()
      if (state.fault !== undefined) throw state.fault.error
    },
    close: () => {
      state.isClosed = true
      clearTimeout(timer)
      watch.close()
    },
  }
}

interface State {
  readonly root: Root
  scan: RootScan | undefined
  /** True when every folder of the last look is watched. */
  isWatched: boolean
  isDirty: boolean
  isClosed: boolean
  lookedAt: number
  fault: { readonly error: unknown } | undefined
}

const needsLook = async ({ root, scan, isDirty, isWatched, lookedAt }: State): Promise<boolean> => {
  if (isDirty || !isWatched || performance.now() - lookedAt > TRUST_MS) return true
  // A root that is not there cannot be watched.
  return scan?.folders.length === 0 && (await exists(root.path))
}

// Folders of other programs hold skills in theory; watching their thousands costs more than the next look does.
const DEEP = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/
