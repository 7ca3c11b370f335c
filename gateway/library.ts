import { stat } from "node:fs/promises"
import {
  createLivePool,
  createTurns,
  defaultRoots,
  type HostEnvironment,
  type LiveIndex,
  openIndex,
  type Problem,
  type Root,
  readSettings,
  type SettingsInForce,
  SkillFinderError,
  type SkillIndex,
} from "../core/index.ts"

/** The user's skills as the tools see them. */
export interface Library {
  /** The settings in force, read anew at each call: one small file. */
  readonly settings: () => SettingsInForce
  /** The folders searched, as environment and settings name them now. */
  readonly roots: () => readonly Root[]
  /** False until the skills have been read for the first time. */
  readonly isBuilt: () => boolean
  /** The library as it stands now; the first call reads the skills. Rejects when the call is cancelled meanwhile. */
  readonly look: (signal: AbortSignal) => Promise<Look>
  /** Calls back whenever skills were added, changed or removed (the first build included), until the library is closed. */
  readonly onChange: (listener: () => void) => void
  readonly environment: HostEnvironment
  readonly close: () => void
}

/** The library at one moment. */
export interface Look {
  readonly index: SkillIndex
  readonly roots: readonly Root[]
  readonly problems: readonly Problem[]
  /** Wall time of the first build. */
  readonly buildMs: number
}

export interface LibraryOptions extends HostEnvironment {
  /** Told what the index is doing, a line at a time. */
  readonly debug: (line: string) => void
}

/** A library so large or a disk so slow that looking at it takes longer is answered from what was known before. */
const MOST_REFRESH_MS = 1_000
/** Clients give up on a call after 60 s; before that the model is told to come back. */
const MOST_BUILD_MS = 45_000

/**
 * Opens the library of a host's environment. Nothing is read before the first look; from then on the index is kept
 * and each look brings it up to date.
 */
export const openLibrary = ({ debug, ...environment }: LibraryOptions): Library => {
  const { env, home } = environment
  const settings = (): SettingsInForce => readSettings({ env, home })
  let live: LiveIndex | undefined
  let buildMs = 0
  const listeners = new Set<() => void>()

  const roots = (): readonly Root[] => defaultRoots({ ...environment, extra: settings().settings.roots })

  const open = (): LiveIndex => {
    const started = performance.now()
    const opened = openIndex({
      roots,
      pool: createLivePool(settings().settings.lexicon),
      onUpdate: ({ added, removed, skills, ms, error }) => {
        debug(
          error === undefined
            ? `index: +${added} -${removed}, ${skills} skills, ${Math.round(ms)} ms`
            : `index: ${String(error)}`,
        )
        for (const tell of listeners) tell()
      },
    })
    void opened.ready.then(() => {
      buildMs = Math.round(performance.now() - started)
    })
    return opened
  }

  // Calls that waited for the same look at the disk would else all compute at once.
  const turn = createTurns()

  const look = async (signal: AbortSignal): Promise<Look> => {
    live ??= open()
    if (live.current() === undefined) await within(MOST_BUILD_MS, live.ready, signal)
    // A build that failed is tried again here.
    await within(live.current() === undefined ? MOST_BUILD_MS : MOST_REFRESH_MS, live.refresh(), signal)
    await turn()
    signal.throwIfAborted()
    const index = live.current()
    if (index === undefined) {
      throw new SkillFinderError(
        "E_UNAVAILABLE",
        "the skills are still being read, or cannot be: call again in a minute, then doctor",
      )
    }
    return { index, roots: live.roots(), problems: live.problems(), buildMs }
  }

  return {
    settings,
    roots,
    isBuilt: () => live?.current() !== undefined,
    look,
    onChange: (listener) => void listeners.add(listener),
    environment,
    close: () => {
      listeners.clear()
      live?.close()
    },
  }
}

/**
 * The same, where skills are needed.
 * @throws SkillFinderError `E_UNAVAILABLE` with the folders looked at when none of them exists.
 */
export const lookAtSkills = async (library: Library, signal: AbortSignal): Promise<Look> => {
  const look = await library.look(signal)
  if (look.index.skills.length > 0) return look
  const exist = await Promise.all(look.roots.map(({ path }) => isFolder(path)))
  if (exist.includes(true)) return look
  const folders = look.roots.map(({ path }) => path).join(", ")
  throw new SkillFinderError(
    "E_UNAVAILABLE",
    `there is no skill folder: make one of these, or name another under "roots" in the settings file: ${folders}`,
  )
}

/** True for an existing folder, symbolic links followed. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )

const within = async (ms: number, wanted: Promise<void>, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const stopped = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener("abort", stop, { once: true })
  })
  await Promise.race([wanted, stopped])
  stop()
  signal.removeEventListener("abort", stop)
  signal.throwIfAborted()
}
