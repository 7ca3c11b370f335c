/**
 * What `work` comes to when that is known within `ms`, else what `instead` makes of the reason: `undefined` when time
 * ran out, the error when it failed. Never rejects; what comes later is dropped. The timer holds no process open.
 */
export const within = <T>(ms: number, work: Promise<T>, instead: (error: unknown) => T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(instead(undefined)), ms)
    timer.unref?.()
    work
      .catch((error: unknown) => instead(error ?? new Error("failed without a reason")))
      .then((value) => {
        clearTimeout(timer)
        resolve(value)
      })
  })
