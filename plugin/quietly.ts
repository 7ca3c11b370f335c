import { type DebugLog, toReason } from "./debug-log.ts"

/**
 * A hook that never throws and never rejects: an error in one ends the user's request on both hosts, and a rejection
 * that nobody waits for ends `opencode run` (hosts.md A3).
 */
export const quietly =
  <Inputs extends readonly unknown[]>(name: string, log: DebugLog, hook: (...inputs: Inputs) => Promise<void> | void) =>
  async (...inputs: Inputs): Promise<void> => {
    try {
      await hook(...inputs)
    } catch (error) {
      log(`fail-open: ${name}: ${toReason(error)}`)
    }
  }
