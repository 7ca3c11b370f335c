import { setTimeout as sleep } from "node:timers/promises"
import { isJsonObject, type JsonObject } from "../read-frame.ts"

/** A claim whose answer was lost after it was sent: a job may have been claimed for nobody. */
export interface LostClaim {
  readonly input: JsonObject
  readonly sentAt: number
  readonly lostAt: number
}

export interface LostClaimsOptions {
  /** All jobs, whatever their state. Rejects when nobody can tell. */
  readonly jobs: (filter: unknown) => Promise<readonly JsonObject[]>
  /** True for a job that this gateway knows of. */
  readonly isKnown: (id: string) => boolean
  readonly fail: (id: string) => Promise<void>
  readonly onProblem: (problem: string) => void
}

/**
 * Finds jobs that were claimed for nobody and gives them up: without their nonces nobody can do them. A job says when
 * it was claimed but not by whom, so that one of another agent may look the same; such a one ends by itself, in time.
 * In doubt one that has an expiry is left to the upstream, which ends it; one without would run for ever.
 */
export interface LostClaims {
  readonly note: (claim: LostClaim) => void
  /** Decides soon what is still open; resolves when it is decided. */
  readonly end: () => Promise<void>
}

/** When to look after a loss. By the last look any other agent should be done with a job of that moment. */
const PAUSES_MS = [1_000, 4_000, 25_000, 90_000, 480_000, 600_000] as const
/** At the end others are given this long to be done with theirs. */
const ENDING_MS = 3_000
const ENDING_PAUSE_MS = 250
/** Who claimed a job so shortly ago may claim others. */
const RECENT_MS = 600_000
/** Mostly the server goes with the connection; where it lives on, the claim may take effect a little later: a doubt. */
const LATE_MS = 1_000
const AT_ONCE_MS = 50

interface Look {
  /** Jobs that may be the one. */
  readonly suspects: readonly JsonObject[]
  /** True when no other agent is at work here. */
  readonly isAlone: boolean
  /** True when there is but one, claimed before the connection ended, and nobody else who could have claimed it. */
  readonly isSure: boolean
}

/** Begins with nothing lost. */
export const watchLostClaims = ({ jobs, isKnown, fail, onProblem }: LostClaimsOptions): LostClaims => {
  const ending = new AbortController()
  const open = new Set<Promise<void>>()

  const look = async (claim: LostClaim, before: Look | undefined): Promise<Look | undefined> => {
    const all = await jobs(claim.input.filter).catch(() => undefined)
    if (all === undefined) return before
    const foreign = all.filter(({ id, claimedAt }) => typeof claimedAt === "number" && !isKnown(String(id)))
    const late = foreign.filter((job) => isOfClaim(job, claim, LATE_MS))
    const isAlone = before?.isAlone !== false && !foreign.some((job) => !late.includes(job) && isRecent(job, claim))
    const found = isAlone ? late : late.filter((job) => isOfClaim(job, claim, AT_ONCE_MS))
    const suspects = found.filter(({ status }) => status === "running")
    // Once there were some it is one of these or none.
    const ids = before?.suspects.map(({ id }) => id) ?? []
    const remaining = ids.length > 0 ? suspects.filter(({ id }) => ids.includes(id)) : suspects
    const isSure = isAlone && late.length === 1 && remaining.some((job) => isOfClaim(job, claim, AT_ONCE_MS))
    return { suspects: remaining, isAlone: isAlone && late.length < 2, isSure }
  }

  const recover = async (claim: LostClaim): Promise<void> => {
    let seen: Look | undefined
    for (const pause of PAUSES_MS) {
      await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      if (ending.signal.aborted) return decideNow(claim, seen)
      const before = seen
      seen = await look(claim, before)
      const isDone = before?.suspects.length && seen?.suspects.length === 0
      if (seen?.isSure) return failAll(seen.suspects)
      if (isDone) return
    }
    await failAll(withoutExpiry(seen))
  }

  const decideNow = async (claim: LostClaim, before: Look | undefined): Promise<void> => {
    const end = Date.now() + ENDING_MS
    let seen = before
    while (Date.now() < end) {
      seen = await look(claim, seen)
      if (seen?.isSure) return failAll(seen.suspects)
      if (seen?.suspects.length === 0 && Date.now() > claim.lostAt + LATE_MS) return
      await sleep(ENDING_PAUSE_MS)
    }
    if (seen === undefined) onProblem("a job may have been claimed for nobody: see list_jobs")
    // Several claims lose their answers at once where several gateways meet one restart: all of these are nobody's.
    await failAll(withoutExpiry(seen))
  }

  const failAll = async (suspects: readonly JsonObject[]): Promise<void> => {
    await Promise.all(suspects.map(({ id }) => fail(String(id))))
  }

  return {
    note: (claim) => {
      const work = recover(claim).finally(() => open.delete(work))
      open.add(work)
    },
    end: async () => {
      ending.abort()
      await Promise.all(open)
    },
  }
}

const withoutExpiry = (seen: Look | undefined): readonly JsonObject[] =>
  seen?.suspects.filter(({ expiresAt }) => typeof expiresAt !== "number") ?? []

// skill-map stamps its own word on a claim whose runner it does not know.
const isOfClaim = ({ claimedAt, runner }: JsonObject, { input, sentAt, lostAt }: LostClaim, late: number): boolean =>
  typeof claimedAt === "number" &&
  claimedAt >= sentAt &&
  claimedAt <= lostAt + late &&
  (runner === "agent" || runner === input.runner)

const isRecent = ({ claimedAt }: JsonObject, { sentAt }: LostClaim): boolean =>
  typeof claimedAt === "number" && claimedAt > sentAt - RECENT_MS

/** The jobs in an answer to list_jobs. */
export const toJobs = ({ isError, structuredContent }: JsonObject): readonly JsonObject[] => {
  const items: unknown = isJsonObject(structuredContent) ? structuredContent.items : undefined
  if (isError === true || !Array.isArray(items)) throw new Error("the jobs cannot be listed")
  return items.filter(isJsonObject)
}
