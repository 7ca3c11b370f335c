/** Awaited between two pieces of work: lets the event loop turn when the slice is used up, else goes on at once. */
export type Pace = () => Promise<void>

/** Work done without a pause, in ms. With one piece of work on top it stays well under the 20 ms a host may notice. */
const SLICE_MS = 2

/** One pace may be shared by many tasks: together they use one slice a turn of the event loop. */
export const createPace = (sliceMs = SLICE_MS): Pace => {
  let started = performance.now()
  return async () => {
    while (performance.now() - started >= sliceMs) {
      const before = started
      await new Promise((resolve) => setImmediate(resolve))
      // Of several tasks that waited, the first to wake opens the new slice; the others share it.
      if (started === before) started = performance.now()
    }
  }
}

/**
 * One slice a turn for all that follows the disk in a process: with one each, 20 projects that see the same change made
 * turns of 100 ms (measure/soak/plugin.ts).
 */
export const PACE = createPace()

/**
 * Lets callers go on one at a time, each in a turn of the event loop of its own: who waited for the same thing would
 * else compute all at once, and everything else in the process wait for all of them.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
    return last
  }
}

/**
 * Runs work once at a time: who asks while it runs shares the next run, which begins when this one has ended and so
 * sees what was there when it was asked for.
 * @param work must not reject.
 */
export const createRuns = (work: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    waiting ??= last = last.then(() => {
      waiting = undefined
      return work()
    })
    return waiting
  }
}

/** Runs a generator to its end, letting the event loop turn at its yields when the slice is used up. */
export const runPaced = async <T>(steps: Generator<undefined, T>, pace: Pace): Promise<T> => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pace()
  }
}

/** `items.map(task)` with at most `limit` tasks at a time; results in the order of `items`. A task must not reject. */
export const mapBounded = async <T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = new Array(items.length)
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await task(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
