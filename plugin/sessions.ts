import type { Blocks } from "./compose-blocks.ts"

/** What the plugin remembers of one session; all of it can be found again but for what was preloaded. */
export interface Session<Turn> {
  /** True in a subagent's session; undefined until the host has said. */
  isChild: boolean | undefined
  /** What the last look at the messages told. */
  turn: Turn | undefined
  /** The blocks of a user message, kept so that every step of its turn gets the same bytes. */
  memo: { readonly key: string; readonly blocks: Promise<Blocks> } | undefined
  /** The look at the disk that a user message started. */
  refresh: { readonly key: string; readonly startedAt: number; readonly done: Promise<void> } | undefined
  /** What opens the skills preloaded since the last compaction. */
  readonly preloaded: Set<string>
  /** The last compaction that was noticed. */
  compaction: string | undefined
  /** Ids of messages that a person wrote; V2 only, where synthetic messages look the same. */
  readonly admitted: Set<string>
}

/** The sessions of one project, the least recently used forgotten first. */
export interface Sessions<Turn> {
  /** The session of that id, a new one where it is not known. */
  readonly at: (id: string) => Session<Turn>
  readonly forget: (id: string) => void
  readonly size: () => number
}

/** A host may run for weeks; of each session little more than its last blocks (24 kB at most) is kept. */
const MOST_SESSIONS = 300

export const createSessions = <Turn>(most: number = MOST_SESSIONS): Sessions<Turn> => {
  const sessions = new Map<string, Session<Turn>>()
  return {
    at: (id) => {
      const session = sessions.get(id) ?? createSession<Turn>()
      // A Map keeps the order of insertion: taken out and put back, a session is the youngest.
      sessions.delete(id)
      sessions.set(id, session)
      const [oldest] = sessions.keys()
      if (sessions.size > most && oldest !== undefined) sessions.delete(oldest)
      return session
    },
    forget: (id) => {
      sessions.delete(id)
    },
    size: () => sessions.size,
  }
}

/** Notices a compaction by its id in the history: what was preloaded before it is gone from the model's sight. */
export const noticeCompaction = (session: Session<unknown>, compaction: string | undefined): void => {
  if (session.compaction === compaction) return
  session.compaction = compaction
  session.preloaded.clear()
}

const createSession = <Turn>(): Session<Turn> => ({
  isChild: undefined,
  turn: undefined,
  memo: undefined,
  refresh: undefined,
  preloaded: new Set(),
  compaction: undefined,
  admitted: new Set(),
})
