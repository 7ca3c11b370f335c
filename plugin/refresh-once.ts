import type { Project } from "./open-project.ts"
import type { Session } from "./sessions.ts"

/** A message may wait in a queue while another is being answered: a look at the disk older than this is repeated. */
const STALE_MS = 1_000

/**
 * Looks at the disk for a person's message: once when it is taken in, so that the look is over when the request is
 * made, and once more when that was long ago.
 */
export const refreshOnce = (project: Project, session: Session<unknown>, key: string): Promise<void> => {
  const { refresh } = session
  const now = performance.now()
  if (refresh?.key === key && now - refresh.startedAt < STALE_MS) return refresh.done
  const done = project.refresh()
  session.refresh = { key, startedAt: now, done }
  return done
}
