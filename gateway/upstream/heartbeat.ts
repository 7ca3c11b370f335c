/** Tells a client that its call is alive: how far it is, and how far it will go at most. */
export type TellProgress = (progress: Progress) => void

interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** How often, well within the 60 s after which clients give up. */
export const HEARTBEAT_MS = 15_000

/** Tells the seconds that have passed, again and again, until it is stopped. */
export const startHeartbeat = (tell: TellProgress | undefined, everyMs: number, seconds?: number): (() => void) => {
  if (tell === undefined) return () => undefined
  const started = Date.now()
  const timer = setInterval(() => {
    const passed = Math.round((Date.now() - started) / 1_000)
    tell({ progress: passed, ...(seconds && { total: Math.max(seconds, passed) }) })
  }, everyMs)
  return () => clearInterval(timer)
}
