import {
  advise,
  createLivePool,
  DEFAULT_SETTINGS,
  defaultRoots,
  type HostEnvironment,
  type IndexUpdate,
  type LiveIndex,
  type LivePool,
  openIndex,
  type Root,
  type Settings,
  type SkillIndex,
} from "../core/index.ts"
import { type DebugLog, toReason } from "./debug-log.ts"

/** What an index is made of. */
export interface IndexPlan extends Pick<Settings, "roots" | "lexicon"> {
  readonly environment: HostEnvironment
  readonly log: DebugLog
}

/** A part in an index that others may use too. */
export interface SharedIndex {
  readonly key: string
  readonly live: LiveIndex
  /** Gives the part back; with the last one the index is closed. */
  readonly release: () => void
}

const open = new Map<string, { readonly live: LiveIndex; users: number }>()
/** By the user's lexicon: what the indexes of different directories have in common. */
const pools = new Map<string, LivePool>()

/** Two plans of one key have the same index. */
export const indexKey = ({ environment: { cwd, home, host }, roots, lexicon }: IndexPlan): string =>
  JSON.stringify([cwd, home, host ?? "v1", roots, lexicon])

/**
 * The index of a directory: one for all who use it, since a host loads the plugin once for each directory, sometimes
 * more than once, all in one process. Has it built at the first call and returns at once.
 */
export const shareIndex = (plan: IndexPlan): SharedIndex => {
  const key = indexKey(plan)
  const shared = open.get(key) ?? { live: openLive(plan), users: 0 }
  open.set(key, shared)
  shared.users += 1
  let isReleased = false
  const release = (): void => {
    if (isReleased) return
    isReleased = true
    shared.users -= 1
    if (shared.users > 0) return
    open.delete(key)
    shared.live.close()
  }
  return { key, live: shared.live, release }
}

const openLive = ({ environment, roots, lexicon, log }: IndexPlan): LiveIndex => {
  const words = JSON.stringify(lexicon)
  const pool = pools.get(words) ?? createLivePool(lexicon)
  pools.set(words, pool)
  const live = openIndex({
    roots: () => rootsOf({ ...environment, extra: roots }, log),
    pool,
    onUpdate: (update) => log(toLine(environment.cwd, update)),
  })
  live.ready
    .then(() => warmUp(live.current()))
    .catch((error: unknown) => log(`fail-open: the first searches failed: ${toReason(error)}`))
  return live
}

/**
 * The first searches of a process take ten times as long as later ones, until its code is compiled. They are made here,
 * from short ones to long ones, so that none holds up the host for long, and no request pays for them.
 */
const firstSearches = [
  "report",
  "отчёт",
  "review tests",
  "проверь таблицу",
  "write the notes",
  "подготовь отчёт по продажам",
  "review the report, then fix the failing tests and write the release notes",
]

const warmUp = async (index: SkillIndex | undefined): Promise<void> => {
  if (index === undefined || index.skills.length === 0) return
  // Taken out one by one: of several indexes that stand at once each makes some.
  for (let text = firstSearches.shift(); text !== undefined; text = firstSearches.shift()) {
    await new Promise((resolve) => setImmediate(resolve))
    advise(index, text, { settings: DEFAULT_SETTINGS })
  }
}

// The index asks for its roots from timers too, where an error would reach nobody but the host.
const rootsOf = (environment: HostEnvironment, log: DebugLog): readonly Root[] => {
  try {
    return defaultRoots(environment)
  } catch (error) {
    log(`fail-open: the roots of ${environment.cwd} cannot be told: ${toReason(error)}`)
    return []
  }
}

const toLine = (directory: string, { added, removed, skills, ms, error }: IndexUpdate): string =>
  error === undefined
    ? `index: ${skills} skills in ${ms.toFixed(0)} ms (${added} added, ${removed} removed) for ${directory}`
    : `fail-open: the index of ${directory} could not be brought up to date: ${toReason(error)}`
