/** What the clients of a soak tell while it runs. */
export interface Tally {
  readonly claimed: (id: string, by: string) => void
  readonly cancelled: () => void
  readonly left: (how: "die" | "close" | "terminate") => void
  readonly hung: (what: string) => void
  /** The upstream is back. */
  readonly restarted: () => void
  /** A gateway that is on its way out. */
  readonly ending: (gateway: Promise<void>) => void
  /** All that a gateway has said, to a client that was killed or not. */
  readonly heard: (stderr: string, wasKilled: boolean) => void
  readonly counts: () => Counts
  /** Resolves when every gateway that was left is gone. */
  readonly ended: () => Promise<void>
}

interface Counts {
  /** By id, who was given the job. */
  readonly holders: ReadonlyMap<string, readonly string[]>
  readonly restarts: number
  readonly cancels: number
  readonly deaths: number
  readonly disconnects: number
  readonly terminations: number
  readonly hung: readonly string[]
  /** Ids of jobs that a gateway gave up. */
  readonly givenUp: ReadonlySet<string>
  /** Ids of jobs that a gateway sent to a client that was killed later. */
  readonly sentToKilled: ReadonlySet<string>
  /** What gateways reported as a problem. */
  readonly problems: readonly string[]
  /** Every line of every gateway. */
  readonly said: readonly string[]
}

/** Makes an empty tally. */
export const createTally = (): Tally => {
  const holders = new Map<string, string[]>()
  const ways = { die: 0, close: 0, terminate: 0 }
  const hung: string[] = []
  const problems: string[] = []
  const said: string[] = []
  const givenUp = new Set<string>()
  const sentToKilled = new Set<string>()
  const endings: Promise<void>[] = []
  let cancels = 0
  let restarts = 0
  return {
    claimed: (id, by) => void holders.set(id, [...(holders.get(id) ?? []), by]),
    cancelled: () => void cancels++,
    left: (how) => void ways[how]++,
    restarted: () => void restarts++,
    hung: (what) => void hung.push(what),
    ending: (gateway) => void endings.push(gateway),
    heard: (stderr, wasKilled) => {
      said.push(...stderr.split("\n"))
      if (wasKilled) for (const [, id = ""] of stderr.matchAll(SENT)) sentToKilled.add(id)
      for (const [, id = ""] of stderr.matchAll(GIVEN_UP)) givenUp.add(id)
      problems.push(...stderr.split("\n").filter((line) => PROBLEM.test(line)))
    },
    counts: () => ({
      holders,
      restarts,
      cancels,
      deaths: ways.die,
      disconnects: ways.close,
      terminations: ways.terminate,
      hung,
      givenUp,
      sentToKilled,
      problems,
      said,
    }),
    ended: async () => void (await Promise.all(endings)),
  }
}

const SENT = /the job (\S+) goes to the client/g
const GIVEN_UP = /gives up the job (\S+),/g
const PROBLEM = /could not be given up|may have been claimed|uncaught|unhandled|failed:/
