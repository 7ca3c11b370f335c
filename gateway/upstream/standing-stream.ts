import { setTimeout as sleep } from "node:timers/promises"
import { toRefusal } from "./read-refusal.ts"
import { isUpstreamFault, type UpstreamFault, upstreamFault } from "./upstream-fault.ts"
import { passWholeEvents } from "./whole-events.ts"

/** What a standing stream needs. */
export interface StandingStreamOptions {
  /** Opens the stream once. */
  readonly open: () => Promise<Response>
  readonly signal: AbortSignal | undefined
  /** Told when the server has gone, or no longer knows the session: a new one is needed. */
  readonly onGone: (fault: UpstreamFault) => void
  /** Told when the stream is open again after it was not: what came meanwhile is lost. */
  readonly onGap: () => void
}

/** The upstream sends a comment every 15 s; a stream without any is broken somewhere between. */
const MOST_SILENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/** The server's own messages as one stream without an end, opened anew whenever it breaks, until `signal` says stop. */
export const standingStream = (options: StandingStreamOptions): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      const pass = (bytes: Uint8Array): void => {
        if (!options.signal?.aborted) controller.enqueue(bytes)
      }
      // In the background: the stream itself is ready at once.
      void supervise(options, pass)
        .finally(() => controller.close())
        .catch(() => undefined)
    },
  })

const supervise = async (options: StandingStreamOptions, pass: (bytes: Uint8Array) => void): Promise<void> => {
  let pause = FIRST_PAUSE_MS
  let wasOpen = false
  while (!options.signal?.aborted) {
    const outcome = await openOnce(options)
    if (outcome === "none") return
    if (outcome instanceof Response) {
      if (wasOpen) options.onGap()
      wasOpen = true
      pause = FIRST_PAUSE_MS
      const { body } = outcome
      if (body !== null) await passWholeEvents({ body, mostSilenceMs: MOST_SILENCE_MS }, pass)
      // An event that was cut off must not run into the first of the next stream.
      pass(Buffer.from("\n\n"))
    } else if (outcome.kind !== "lost" && outcome.kind !== "rejected") {
      options.onGone(outcome)
      return
    }
    await sleep(pause, undefined, options.signal && { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

const openOnce = async ({ open }: StandingStreamOptions): Promise<Response | UpstreamFault | "none"> => {
  try {
    const response = await open()
    const type = response.headers.get("content-type") ?? ""
    if (response.ok && type.startsWith("text/event-stream")) return response
    // The server has no such stream, and may say so.
    if (response.status === 405) return "none"
    // The stream before is still open on its side (409): that ends when it notices.
    if (response.status === 409) return upstreamFault("lost", "the stream before is still open")
    if (response.ok) return upstreamFault("off", `the standing stream is ${type || "empty"}`)
    return await toRefusal(response)
  } catch (error) {
    return isUpstreamFault(error) ? error : upstreamFault("lost", String(error), error)
  }
}
