import { setTimeout as sleep } from "node:timers/promises"
import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { HEARTBEAT_MS, startHeartbeat, type TellProgress } from "./heartbeat.ts"
import type { LostClaim } from "./lost-claims.ts"
import { type Claim, type ReadClaim, readClaim, toClaim } from "./read-claim.ts"

/** What the desk asks of the upstream. */
export interface ClaimDeskOptions {
  /** Claims once, without waiting. Rejects when there is no answer. */
  readonly claimOnce: (input: JsonObject) => Promise<JsonObject>
  /** True when a job that was claimed earlier still runs, or nobody can tell. */
  readonly isStillOurs: (id: string) => Promise<boolean>
  /** Gives a job up, so that it does not stay claimed for ever. */
  readonly fail: (id: string) => Promise<void>
  /** Told of a claim without an answer. */
  readonly onNoAnswer: (claim: LostClaim, error: unknown) => void
  /** The result that stands for a rejection, or for not having asked at all. */
  readonly toResult: (error: unknown) => JsonObject
  /** Every how many milliseconds the queue is asked. Default 2 s, as skill-map itself does. */
  readonly pollMs?: number
  /** Default `HEARTBEAT_MS`. */
  readonly heartbeatMs?: number
  /** How long a caller without progress may wait: its client gives up after 60 s. Default 45 s. */
  readonly mostSilentMs?: number
}

/** Who claims, and how it is told. */
export interface Claimer {
  readonly signal: AbortSignal
  /** Present when the client wants to hear that its call is alive. */
  readonly progress?: TellProgress | undefined
}

/**
 * Lets clients wait for a job without letting the upstream wait: an abandoned wait there swallows the next job. One
 * claim at a time is on its way for each queue; what it brings goes to whoever has waited longest, and is kept for the
 * next one when nobody waits any more.
 */
export interface ClaimDesk {
  readonly claim: (input: JsonObject, claimer: Claimer) => Promise<JsonObject>
  /** True for a job that came through here. */
  readonly isKnown: (id: string) => boolean
  /** Takes a result back that did not reach its client. */
  readonly takeBack: (result: JsonObject) => void
  /** The client is gone: nobody waits any more. */
  readonly letGo: () => void
  /** Resolves when no claim is on its way and what nobody took is given up. */
  readonly close: () => Promise<void>
}

/** The queue of one kind of claim. */
interface Queue {
  readonly claim: Claim
  readonly waiters: Waiter[]
  attempts: number
  isBusy: boolean
  timer: NodeJS.Timeout | undefined
  /** Since when the upstream has not answered; undefined while it does. */
  silentSince: number | undefined
}

interface Waiter {
  /** The first attempt that began after it came: an emptier answer than that one's may be out of date. */
  readonly from: number
  readonly waits: boolean
  hasAsked: boolean
  readonly settle: (result: JsonObject) => void
}

/** A claimed job that nobody has. */
interface Kept {
  readonly filter: unknown
  readonly id: string | undefined
  readonly result: JsonObject
}

/** A parked caller is told of an upstream that stays away so long. */
const MOST_AWAY_MS = 60_000

const NO_JOB: JsonObject = { content: [{ type: "text", text: "null" }] }
const TOO_SLOW = "skill-map did not answer in time; a job that comes back is kept for the next claim_job: call again"
const ENDING = "the gateway is ending: nothing was claimed for this call"

/** Opens the desk. */
export const openClaimDesk = (options: ClaimDeskOptions): ClaimDesk => {
  const { pollMs = 2_000, heartbeatMs = HEARTBEAT_MS, mostSilentMs = 45_000, toResult } = options
  const queues = new Map<string, Queue>()
  const kept: Kept[] = []
  const given = new WeakMap<object, Kept>()
  const known = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let isOver = false

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  const keep = (job: Kept): void => {
    if (isOver) track(giveUp(job))
    else kept.push(job)
  }

  const giveUp = async ({ id }: Kept): Promise<void> => {
    if (id !== undefined) await options.fail(id)
  }

  // A job kept from a narrower claim fits a wider one too.
  const takeKept = (filter: unknown): Kept | undefined => {
    const at = kept.findIndex((job) => filter === undefined || job.filter === filter)
    return at < 0 ? undefined : kept.splice(at, 1)[0]
  }

  const ask = async ({ claim }: Queue): Promise<ReadClaim> => {
    for (let job = takeKept(claim.filter); job !== undefined; job = takeKept(claim.filter)) {
      // Meanwhile its time may have run out, or the user has cancelled it.
      if (job.id === undefined || (await options.isStillOurs(job.id)))
        return { kind: "job", id: job.id, result: job.result, filter: job.filter }
    }
    const sentAt = Date.now()
    try {
      const answer = readClaim(await options.claimOnce(claim.input), claim.filter)
      if (answer.kind === "job" && answer.id !== undefined) known.add(answer.id)
      return answer
    } catch (error) {
      options.onNoAnswer({ input: claim.input, sentAt, lostAt: Date.now() }, error)
      throw error
    }
  }

  const attempt = async (queue: Queue): Promise<void> => {
    queue.attempts++
    const number = queue.attempts
    const answer = await ask(queue).catch((error: unknown) => ({ kind: "fault" as const, result: toResult(error) }))
    queue.isBusy = false
    queue.silentSince = answer.kind === "fault" ? (queue.silentSince ?? Date.now()) : undefined
    if (answer.kind === "job") give(queue, answer)
    else {
      const isAway = queue.silentSince !== undefined && Date.now() - queue.silentSince > MOST_AWAY_MS
      for (const waiter of [...queue.waiters]) {
        if (waiter.from > number) continue
        const endures =
          waiter.waits && (answer.kind === "empty" || (answer.kind === "fault" && waiter.hasAsked && !isAway))
        waiter.hasAsked = true
        if (!endures) waiter.settle(answer.result)
      }
    }
    pump(queue, queue.waiters.some(({ from }) => from > number) || answer.kind === "job" ? 0 : pollMs)
  }

  const give = (queue: Queue, { id, result, filter }: ReadClaim & { kind: "job" }): void => {
    const job = { id, result, filter }
    const [first] = queue.waiters
    if (first === undefined) {
      keep(job)
      return
    }
    given.set(markOf(result), job)
    for (const waiter of queue.waiters) waiter.hasAsked = true
    first.settle(result)
  }

  const pump = (queue: Queue, afterMs: number): void => {
    clearTimeout(queue.timer)
    queue.timer = undefined
    if (queue.isBusy || isOver) return
    if (queue.waiters.length === 0) {
      queues.delete(queue.claim.key)
      return
    }
    if (afterMs > 0) {
      queue.timer = setTimeout(() => pump(queue, 0), afterMs)
      return
    }
    queue.isBusy = true
    track(attempt(queue))
  }

  const queueOf = (claim: Claim): Queue => {
    const known = queues.get(claim.key)
    if (known !== undefined) return known
    const queue: Queue = { claim, waiters: [], attempts: 0, isBusy: false, timer: undefined, silentSince: undefined }
    queues.set(claim.key, queue)
    return queue
  }

  const park = (claim: Claim, { signal, progress }: Claimer): Promise<JsonObject> =>
    new Promise((resolve, reject) => {
      const queue = queueOf(claim)
      const waitMs = claim.seconds * 1_000
      const leave = (): void => {
        clearTimeout(deadline)
        stopHeartbeat()
        signal.removeEventListener("abort", onAbort)
        const at = queue.waiters.indexOf(waiter)
        if (at >= 0) queue.waiters.splice(at, 1)
      }
      const waiter: Waiter = {
        from: queue.attempts + 1,
        waits: claim.seconds > 0,
        hasAsked: false,
        settle: (result) => {
          leave()
          resolve(result)
        },
      }
      const onAbort = (): void => {
        leave()
        reject(signal.reason)
      }
      const onDeadline = (): void => {
        // Nothing was heard of the queue: to call it empty would be a lie.
        const isKnown = waiter.hasAsked && queue.silentSince === undefined
        waiter.settle(isKnown ? NO_JOB : toResult(new Error(TOO_SLOW)))
      }
      const limit = progress === undefined ? mostSilentMs : Number.POSITIVE_INFINITY
      const most = Math.min(waitMs > 0 ? waitMs : Number.POSITIVE_INFINITY, limit)
      const deadline = Number.isFinite(most) ? setTimeout(onDeadline, most) : undefined
      const stopHeartbeat = startHeartbeat(progress, heartbeatMs, claim.seconds)
      signal.addEventListener("abort", onAbort, { once: true })
      queue.waiters.push(waiter)
      if (!queue.isBusy) pump(queue, 0)
    })

  return {
    claim: async (input, claimer) => {
      claimer.signal.throwIfAborted()
      return isOver ? toResult(new Error(ENDING)) : park(toClaim(input), claimer)
    },
    isKnown: (id) => known.has(id),
    takeBack: (result) => {
      const job = given.get(markOf(result))
      if (job === undefined) return
      given.delete(markOf(result))
      keep(job)
    },
    letGo: () => {
      isOver = true
      for (const queue of queues.values()) {
        clearTimeout(queue.timer)
        for (const { hasAsked, settle } of [...queue.waiters]) settle(hasAsked ? NO_JOB : toResult(new Error(ENDING)))
      }
      for (const job of kept.splice(0)) track(giveUp(job))
    },
    close: async () => {
      while (underWay.size > 0) {
        await Promise.all(underWay)
        await sleep(0)
      }
    },
  }
}

// On its way to the client the result may be copied; its content stays the same object.
const markOf = (result: JsonObject): object => {
  const { content } = result
  return Array.isArray(content) || isJsonObject(content) ? content : result
}
