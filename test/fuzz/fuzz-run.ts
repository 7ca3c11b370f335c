import process from "node:process"
import fc from "fast-check"

/** The short run takes always the same seed, so that a red run is the doing of the change under test. */
const SHORT_SEED = 20_261_129

const { FUZZ_LONG, FUZZ_SEED, FUZZ_REPLAY } = process.env

/** True in `npm run fuzz`, which also draws the seed. */
const isLong = FUZZ_LONG === "1"

/** Where the random numbers of this run start. */
export const SEED = Number(FUZZ_SEED ?? SHORT_SEED)

/** How many cases each kind of run takes. */
export interface Counts {
  readonly short: number
  readonly long: number
}

/** The number of cases of this run. */
export const countOf = ({ short, long }: Counts): number => (isLong ? long : short)

/** The command that repeats this run, or one case of it. */
export const replayCommand = (replay?: string): string =>
  `npm run fuzz -- --seed ${SEED}${replay === undefined ? "" : ` --replay ${replay}`}`

/** Whoever watches a run that hangs must be able to repeat it too, so the seed is told before anything else. */
export const announce = (key: string, cases: number): void =>
  console.log(`fuzz ${key}: ${cases} cases; again: ${replayCommand()}`)

/** A counterexample may hold megabytes. */
const REPORTED_LENGTH = 6_000
/** Shrinking slow cases ends here, inside the time that test/run.ts gives a file. */
const MOST_MS = 330_000

/**
 * Checks a property with this run's seed and number of cases. A failure is shrunk and tells how to replay it.
 * @param key names the property on the command line; unique among all fuzz tests
 */
export const check = async <T>(
  key: string,
  counts: Counts,
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
): Promise<void> => {
  const [wanted, path] = FUZZ_REPLAY?.split("/") ?? []
  if (wanted !== undefined && wanted !== key) return
  const numRuns = countOf(counts)
  announce(key, numRuns)
  const details = await fc.check<T>(property, {
    seed: SEED,
    numRuns,
    interruptAfterTimeLimit: MOST_MS,
    markInterruptAsFailure: true,
    ...(path === undefined ? {} : { path }),
  })
  if (!details.failed) return
  const replay = replayCommand(`${key}/${details.counterexamplePath ?? ""}`)
  const report = fc.defaultReportMessage(details) ?? ""
  throw new Error(`${replay}\n${report.slice(0, REPORTED_LENGTH)}`, { cause: details.errorInstance })
}

/** A case that takes longer hangs a host, by the processor's time, so that a busy machine fails no test. */
const MOST_CPU_MS = 2_000

/** Runs one step of a case. @throws Error where it takes too long */
export const within = async <T>(step: string, run: () => T | Promise<T>): Promise<T> => {
  const before = process.cpuUsage()
  const outcome = await run()
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1_000
  if (ms > MOST_CPU_MS) throw new Error(`${step} took ${Math.round(ms)} ms`)
  return outcome
}
