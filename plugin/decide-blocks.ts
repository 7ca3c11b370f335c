import { createTurns } from "../core/index.ts"
import { type Blocks, type BlocksInput, composeBlocks, ruleAlone } from "./compose-blocks.ts"
import { type DebugLog, toReason } from "./debug-log.ts"
import type { Session } from "./sessions.ts"
import { within } from "./within.ts"

/** Contract: 150 ms of wall time, whatever the index is doing. What is not known by then is left out of this turn. */
const BUDGET_MS = 125
/** The search is one piece of work, 10 to 50 ms with 5,000 skills on a busy machine: later than this it is not begun. */
const LATEST_START_MS = 100
/** How long a request waits for what is new on the disk and for what the host can tell. */
export const BRIEFLY_MS = 40

/** Requests that waited equally long for the same look at the disk would else all be searched for at once. */
const turn = createTurns()

/** A turn to be given its blocks. */
export interface Decision {
  readonly session: Session<unknown>
  /** The id of the person's message. */
  readonly key: string
  /** Everything that `composeBlocks` needs, as soon as it is known. */
  readonly prepare: () => Promise<BlocksInput>
  /** What is known at once; decides the rule when time runs out. */
  readonly atOnce: () => Pick<BlocksInput, "settings" | "isChild">
  readonly log: DebugLog
}

/**
 * The blocks of a turn: decided at its first step, the same at every other, so that the host's prompt cache holds.
 * Never rejects and never takes longer than its budget: what is late or broken leaves the rule alone.
 */
export const decideBlocks = (decision: Decision): Promise<Blocks> => {
  const { session, key } = decision
  if (session.memo?.key !== key) session.memo = { key, blocks: decide(decision) }
  return session.memo.blocks
}

const decide = async ({ session, prepare, atOnce, log }: Decision): Promise<Blocks> => {
  const started = performance.now()
  const isLate = (): boolean => performance.now() - started > LATEST_START_MS
  let reason: unknown
  const work = prepare().then(async (input) => {
    await turn()
    return isLate() ? undefined : composeBlocks(input)
  })
  const blocks = await within<Blocks | undefined>(BUDGET_MS, work, (error) => {
    reason = error
    return undefined
  })
  if (blocks === undefined) {
    const ms = (performance.now() - started).toFixed(0)
    log(`hint dropped after ${ms} ms${reason === undefined ? "" : `, fail-open: ${toReason(reason)}`}`)
    return ruleAlone(atOnce())
  }
  if (blocks.preloaded !== undefined) session.preloaded.add(blocks.preloaded)
  return blocks
}
