import { setTimeout as sleep } from "node:timers/promises"
import { isJsonObject, type JsonObject } from "../read-frame.ts"

/** A claim whose answer was lost after it was sent: a job may have been claimed for nobody. */
export interface LostClaim {
  readonly input: JsonObject
  readonly sentAt: number
  readonly lostAt: number
}

export interface LostClaimsOptions {
  /** The jobs that run now. Rejects when nobody can tell. */
  readonly runningJobs: (filter: unknown) => Promise<readonly JsonObject[]>
  /** True for a job that this gateway knows of. */
  readonly isKnown: (id: string) => boolean
  readonly fail: (id: string) => Promise<void>
  readonly onProblem: (problem: string) => void
}

/** Finds jobs that were claimed for nobody and gives them up: without their nonces nobody can do them. */
export interface LostClaims {
  readonly note: (claim: LostClaim) => void
  /** Decides at once what is still open; resolves when it is decided. */
  readonly end: () => Promise<void>
}

/** When to look after a loss. The last look comes when any other agent should be done with a job of that moment. */
const PAUSES_MS = [1_000, 4_000, 25_000, 60_000, 510_000] as const
/** The claim may take effect a little after its connection broke. */
const LATE_MS = 1_000

/** Begins with nothing lost. */
export const watchLostClaims = ({ runningJobs, isKnown, fail, onProblem }: LostClaimsOptions): LostClaims => {
  const ending = new AbortController()
  const open = new Set<Promise<void>>()

  const look = async (claim: LostClaim, isLast: boolean): Promise<"decided" | "open"> => {
    const unknown = (await runningJobs(claim.input.filter)).filter(({ id }) => typeof id === "string" && !isKnown(id))
    const suspects = unknown.filter((job) => isOfClaim(job, claim))
    const [suspect] = suspects
    if (suspect === undefined) return "open"
    // Another agent's job of the same moment looks the same. A single one beside no other is ours.
    const isSure = suspects.length === 1 && (unknown.length === 1 || isLast)
    if (isSure) await fail(String(suspect.id))
    else if (isLast) onProblem(`one of these jobs was claimed for nobody: ${suspects.map(({ id }) => id).join(", ")}`)
    return isSure ? "decided" : "open"
  }

  const recover = async (claim: LostClaim): Promise<void> => {
    for (const [at, pause] of PAUSES_MS.entries()) {
      await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      const isLast = ending.signal.aborted || at === PAUSES_MS.length - 1
      const outcome = await look(claim, isLast).catch(() => "open")
      if (outcome === "decided" || isLast) return
    }
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

const isOfClaim = ({ claimedAt, runner }: JsonObject, { input, sentAt, lostAt }: LostClaim): boolean =>
  typeof claimedAt === "number" &&
  claimedAt >= sentAt &&
  claimedAt <= lostAt + LATE_MS &&
  runner === (input.runner ?? "agent")

/** The jobs in an answer to list_jobs. */
export const toJobs = ({ isError, structuredContent }: JsonObject): readonly JsonObject[] => {
  const items: unknown = isJsonObject(structuredContent) ? structuredContent.items : undefined
  if (isError === true || !Array.isArray(items)) throw new Error("the jobs cannot be listed")
  return items.filter(isJsonObject)
}
