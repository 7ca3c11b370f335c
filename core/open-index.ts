import { type Lexicon, lexiconSteps, type UserLexicon } from "../lexicon/index.ts"
import { addSkill, createIndex, removeSkill } from "./build-index.ts"
import { type Scan, scanRoots } from "./discover.ts"
import { createPace, type Pace, runPaced } from "./pace.ts"
import { loadVectors } from "./read-vectors.ts"
import type { Problem, Root, Skill } from "./skill.ts"
import type { SkillIndex } from "./skill-index.ts"
import { anyExists, openWatch, type Watch } from "./watch.ts"

/** What a live index is made of. */
export interface LiveIndexOptions {
  /** Called at each look at the disk, so that roots that appear later are found. */
  readonly roots: () => readonly Root[]
  /** The user's own lexicon entries; read once. */
  readonly lexicon?: UserLexicon
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
  /** Stops watching; what is under way ends soon. */
  readonly close: () => void
}

/**
 * One slice a turn for all indexes of a process: with one each, 20 projects that see the same change made turns of 100 ms
 * (measure/soak/plugin.ts).
 */
const PACE = createPace()
/** Even where all is watched the disk is looked at after so many ms: some file systems tell nothing. */
const TRUST_MS = 30_000
/** Changes come in bursts (a checkout, an editor's save): look once, shortly after. */
const SETTLE_MS = 50
/** More changes than these at a time are built aside, so that a search never sees half of them. */
const IN_PLACE = { skills: 16, share: 0.1 } as const

/**
 * Opens an index over roots and keeps it fresh: builds in slices of a few ms, answers from the last complete index
 * meanwhile, notices added, changed and removed skills through watches and on `refresh`. Holds no process open.
 */
export const openIndex = (options: LiveIndexOptions): LiveIndex => {
  const state: State = {
    lexicon: undefined,
    index: undefined,
    scan: undefined,
    watch: openWatch(() => noticeChange()),
    isWatched: false,
    roots: [],
    lookedAt: 0,
    isDirty: true,
    isClosed: false,
  }
  let running: Promise<void> | undefined
  const look = (): Promise<void> => {
    running ??= lookAtDisk(state, options)
      .then((isNewlyWatched) => {
        // What changed between the look and the watch would go unnoticed: look once more.
        if (isNewlyWatched) noticeChange()
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  const refresh = async (): Promise<void> => {
    if (state.isClosed) return
    // A watch tells of a change a turn of the event loop after it was made; the first of these may end the present turn.
    await nextTurn()
    await nextTurn()
    await running
    if (await needsLook(state, options)) await look()
  }
  let timer: NodeJS.Timeout | undefined
  const noticeChange = (): void => {
    state.isDirty = true
    if (state.isClosed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void refresh()
    }, SETTLE_MS)
    timer.unref()
  }
  return {
    current: () => state.index,
    problems: () => state.scan?.problems ?? [],
    roots: () => state.roots,
    ready: look(),
    refresh,
    close: () => {
      state.isClosed = true
      clearTimeout(timer)
      state.watch.close()
    },
  }
}

interface State {
  lexicon: Lexicon | undefined
  index: SkillIndex | undefined
  scan: Scan | undefined
  readonly watch: Watch
  /** True when every folder of the last look is watched. */
  isWatched: boolean
  roots: readonly Root[]
  lookedAt: number
  isDirty: boolean
  isClosed: boolean
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const needsLook = async (state: State, options: LiveIndexOptions): Promise<boolean> => {
  if (state.isDirty || !state.isWatched || performance.now() - state.lookedAt > TRUST_MS) return true
  try {
    return keyOf(state.roots) !== keyOf(options.roots()) || (await anyExists(missingRoots(state)))
  } catch {
    // The caller's roots could not be told: the look meets the same fault and reports it.
    return true
  }
}

// A listener that throws must not end the look that told it.
const report = ({ onUpdate }: LiveIndexOptions, update: IndexUpdate): void => {
  try {
    onUpdate?.(update)
  } catch {
    // Diagnostics are the caller's business; the index goes on.
  }
}

// Roots that were not there cannot be watched.
const missingRoots = ({ roots, scan }: State): string[] => {
  const searched = new Set(scan?.folders)
  return roots.map(({ path }) => path).filter((path) => !searched.has(path))
}

const keyOf = (roots: readonly Root[]): string => roots.map(({ path }) => path).join("\n")

// Resolves to true when folders were watched for the first time. Never rejects.
const lookAtDisk = async (state: State, options: LiveIndexOptions): Promise<boolean> => {
  const started = performance.now()
  try {
    state.isDirty = false
    state.roots = options.roots()
    const scan = await scanRoots(state.roots, state.scan, PACE)
    if (state.isClosed) return false
    const changes = await update(state, scan, { pace: paceOf(state), lexicon: options.lexicon ?? {} })
    const isSame = state.scan?.folders.join("\n") === scan.folders.join("\n")
    state.scan = scan
    state.lookedAt = performance.now()
    if (changes.added + changes.removed > 0) {
      report(options, { ...changes, skills: scan.skills.length, ms: performance.now() - started })
    }
    if (isSame && state.isWatched) return false
    state.isWatched = await state.watch.follow(
      scan.folders.filter((folder) => !DEEP.test(folder)),
      PACE,
    )
    return !isSame && state.isWatched
  } catch (error) {
    if (state.isClosed) return false
    // Nothing here should throw; if it does, the host must not notice and the next look tries again.
    state.isDirty = true
    report(options, {
      added: 0,
      removed: 0,
      skills: state.index?.skills.size ?? 0,
      ms: performance.now() - started,
      error,
    })
    return false
  }
}

// What is closed is built no further: the pause between two skills ends it.
const paceOf =
  (state: State): Pace =>
  async () => {
    await PACE()
    if (state.isClosed) throw new Error("the index has been closed")
  }

// Folders of other programs hold skills in theory; watching their thousands costs more than the next look does.
const DEEP = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/

interface UpdateOptions {
  readonly pace: Pace
  readonly lexicon: UserLexicon
}

const update = async (
  state: State,
  scan: Scan,
  { pace, lexicon }: UpdateOptions,
): Promise<{ added: number; removed: number }> => {
  state.lexicon ??= await runPaced(lexiconSteps(lexicon), pace)
  await pace()
  const known = new Set(state.index === undefined ? [] : [...state.index.skills.values()].map(({ skill }) => skill))
  const wanted = new Set(scan.skills)
  const added = scan.skills.filter((skill) => !known.has(skill))
  const removed = [...known].filter((skill) => !wanted.has(skill))
  await pace()
  const isSmall = added.length + removed.length <= Math.max(IN_PLACE.skills, known.size * IN_PLACE.share)
  if (state.index === undefined || !isSmall) state.index = await built(scan.skills, state.lexicon, pace)
  else await change(state.index, { added, removed }, pace)
  return { added: added.length, removed: removed.length }
}

const built = async (skills: readonly Skill[], lexicon: Lexicon, pace: Pace): Promise<SkillIndex> => {
  const index = createIndex({ lexicon, vectors: await loadVectors(pace) })
  for (const skill of skills) {
    await pace()
    addSkill(index, skill)
  }
  return index
}

const change = async (
  index: SkillIndex,
  { added, removed }: { added: readonly Skill[]; removed: readonly Skill[] },
  pace: Pace,
): Promise<void> => {
  // A replaced skill is added over its old self, so that it is missing at no time.
  const replaced = new Set(added.map(({ path }) => path))
  for (const { path } of removed) {
    await pace()
    if (!replaced.has(path)) removeSkill(index, path)
  }
  for (const skill of added) {
    await pace()
    addSkill(index, skill)
  }
}
