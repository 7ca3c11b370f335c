import { selectSkills } from "./build-index.ts"
import { isSameList, joinScans, type RootScan } from "./discover.ts"
import { createLivePool, type FollowedRoot, type LivePool, rootKey } from "./live-pool.ts"
import { createRuns, PACE } from "./pace.ts"
import type { Problem, Root, Skill } from "./skill.ts"
import type { IndexedSkill, SkillIndex } from "./skill-index.ts"
import { holdSkill } from "./skill-pool.ts"

/** What a live index is made of. */
export interface LiveIndexOptions {
  /** Called at each look at the disk, so that roots that appear later are found. */
  readonly roots: () => readonly Root[]
  /** What it shares with other indexes; by default a pool of its own, without entries of the user's in the lexicon. */
  readonly pool?: LivePool
  /** Told of each look that changed something, and of faults; for diagnostics. */
  readonly onUpdate?: (update: IndexUpdate) => void
}

/** What a look at the disk brought. */
export interface IndexUpdate {
  readonly added: number
  readonly removed: number
  readonly skills: number
  /** Wall time of the look in ms, pauses included. */
  readonly ms: number
  /** Set when the look failed; the last complete index keeps answering. */
  readonly error?: unknown
}

/** An index that follows its roots. */
export interface LiveIndex {
  /** The last complete index; undefined until the first one stands. */
  readonly current: () => SkillIndex | undefined
  readonly problems: () => readonly Problem[]
  readonly roots: () => readonly Root[]
  /** Resolves when the first index stands. Never rejects. */
  readonly ready: Promise<void>
  /**
   * Brings the index up to date with the disk and resolves when it is. Costs next to nothing when every folder is
   * watched and none has changed. Never rejects; a fault leaves the last complete index.
   */
  readonly refresh: () => Promise<void>
  /** Gives up the index and stops watching; what is under way ends soon. */
  readonly close: () => void
}

/**
 * Opens an index over roots and keeps it fresh: builds in slices of a few ms, answers from the last complete index
 * meanwhile, notices added, changed and removed skills through watches and on `refresh`. Holds no process open.
 */
export const openIndex = (options: LiveIndexOptions): LiveIndex => {
  const state: State = {
    pool: options.pool ?? createLivePool(),
    followed: new Map(),
    roots: [],
    scans: [],
    problems: [],
    index: undefined,
    isAsked: true,
    isClosed: false,
  }
  const run = createRuns(() => bringUpToDate(state, { ...options, onChange: () => void run() }))
  return {
    current: () => state.index,
    problems: () => state.problems,
    roots: () => state.roots,
    ready: run(),
    refresh: async () => {
      if (state.isClosed) return
      // A watch tells of a change a turn of the event loop after it was made; the first of these may end the present turn.
      await nextTurn()
      await nextTurn()
      state.isAsked = true
      await run()
    },
    close: () => {
      // What is released twice would be taken from those who still use it.
      if (state.isClosed) return
      state.isClosed = true
      for (const root of state.followed.values()) root.release()
      state.followed.clear()
      if (state.index !== undefined) state.pool.release(state.index)
      // Whoever still holds this object holds no skills by it.
      Object.assign(state, { index: undefined, scans: [], problems: [] })
    },
  }
}

interface State {
  readonly pool: LivePool
  /** By `rootKey`, in the order of `roots`. */
  followed: Map<string, FollowedRoot>
  roots: readonly Root[]
  /** What the index was made of. */
  scans: readonly RootScan[]
  problems: readonly Problem[]
  index: SkillIndex | undefined
  /** True when the roots are to be asked for changes; else they have told of one. */
  isAsked: boolean
  isClosed: boolean
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface UpdateOptions extends LiveIndexOptions {
  readonly onChange: () => void
}

const bringUpToDate = async (state: State, options: UpdateOptions): Promise<void> => {
  if (state.isClosed) return
  const started = performance.now()
  try {
    if (state.isAsked) await lookAtRoots(state, options)
    const changes = await takeScans(state)
    if (changes.added + changes.removed > 0) report(options, { ...changes, ...toFacts(state, started) })
  } catch (error) {
    // Nothing but the caller's roots should throw; if it does, the host must not notice and the next look tries again.
    if (!state.isClosed) report(options, { added: 0, removed: 0, ...toFacts(state, started), error })
  }
}

const toFacts = ({ index }: State, started: number): Pick<IndexUpdate, "skills" | "ms"> => ({
  skills: index?.skills.length ?? 0,
  ms: performance.now() - started,
})

// A listener that throws must not end the look that told it.
const report = ({ onUpdate }: LiveIndexOptions, update: IndexUpdate): void => {
  try {
    onUpdate?.(update)
  } catch {
    // Diagnostics are the caller's business; the index goes on.
  }
}

const lookAtRoots = async (state: State, { roots, onChange }: UpdateOptions): Promise<void> => {
  state.isAsked = false
  state.roots = roots()
  const before = state.followed
  state.followed = new Map()
  for (const root of state.roots) {
    const key = rootKey(root)
    if (!state.followed.has(key)) state.followed.set(key, before.get(key) ?? state.pool.follow(root, onChange))
  }
  for (const [key, root] of before) if (!state.followed.has(key)) root.release()
  await Promise.all([...state.followed.values()].map((root) => root.refresh()))
}

const NOTHING_NEW = { added: 0, removed: 0 } as const

const takeScans = async (state: State): Promise<Pick<IndexUpdate, "added" | "removed">> => {
  const { pool, index: before } = state
  if (state.isClosed) return NOTHING_NEW
  const scans = [...state.followed.values()].flatMap((root) => root.scan() ?? [])
  if (before !== undefined && isSameList(scans, state.scans)) return NOTHING_NEW
  const { skills, problems } = await joinScans(scans, PACE)
  if (state.isClosed) return NOTHING_NEW
  const next = await hold(state, skills)
  if (state.isClosed) {
    pool.release(next)
    return NOTHING_NEW
  }
  state.scans = scans
  state.problems = problems
  const added = countMissing(next, before)
  const removed = before === undefined ? 0 : countMissing(before, next)
  const isNew = before === undefined || added + removed > 0
  if (isNew) state.index = next
  const old = isNew ? before : next
  if (old !== undefined) pool.release(old)
  return { added, removed }
}

// What is closed is built no further.
const hold = async (state: State, skills: readonly Skill[]): Promise<SkillIndex> => {
  const pool = await state.pool.skills()
  const held: IndexedSkill[] = []
  for (const skill of skills) {
    await PACE()
    if (state.isClosed) break
    held.push(holdSkill(pool, skill))
  }
  return selectSkills(pool, held)
}

const countMissing = ({ pool, skills }: SkillIndex, other: SkillIndex | undefined): number =>
  other?.pool === pool ? skills.filter(({ id }) => !other.places.has(id)).length : skills.length
