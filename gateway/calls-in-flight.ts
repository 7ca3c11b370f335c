import type { RequestId } from "@modelcontextprotocol/sdk/types.js"

/**
 * The client's requests that wait for an answer. Inside, each bears a number of our own: the SDK ignores a cancel of
 * id 0, and a late answer to a cancelled request must not be taken for that of a later one with the same id.
 */
export interface CallsInFlight {
  /** Takes a request in and gives its own number; undefined when its id already waits for an answer. */
  readonly enter: (id: RequestId, method: string) => number | undefined
  /** Takes a cancelled request out and gives its number; undefined when it is answered already, or may not be cancelled. */
  readonly cancel: (id: unknown) => number | undefined
  /** The client's id for a number of ours. */
  readonly idOf: (number: RequestId) => RequestId | undefined
  /** Takes an answered request out and gives the client's id; undefined when nobody waits for it any more. */
  readonly leave: (number: number) => RequestId | undefined
  /** Takes out all that still wait and gives the client's ids. */
  readonly leaveAll: () => readonly RequestId[]
  /** Resolves once nothing waits. */
  readonly settled: () => Promise<void>
}

interface Call {
  readonly id: RequestId
  readonly method: string
}

/** Makes an empty book of calls. */
export const createCallsInFlight = (): CallsInFlight => {
  const calls = new Map<number, Call>()
  const numbers = new Map<RequestId, number>()
  const listeners = new Set<() => void>()
  let last = 0

  const remove = (number: number): Call | undefined => {
    const call = calls.get(number)
    if (call === undefined) return undefined
    calls.delete(number)
    numbers.delete(call.id)
    if (calls.size === 0) {
      for (const tell of listeners) tell()
      listeners.clear()
    }
    return call
  }

  return {
    enter: (id, method) => {
      if (numbers.has(id)) return undefined
      last++
      calls.set(last, { id, method })
      numbers.set(id, last)
      return last
    },
    cancel: (id) => {
      const number = typeof id === "string" || typeof id === "number" ? numbers.get(id) : undefined
      // The specification forbids to cancel it, and without its answer no session would ever begin.
      if (number === undefined || calls.get(number)?.method === "initialize") return undefined
      remove(number)
      return number
    },
    idOf: (number) => (typeof number === "number" ? calls.get(number)?.id : undefined),
    leave: (number) => remove(number)?.id,
    leaveAll: () => {
      const ids = [...numbers.keys()]
      for (const number of calls.keys()) remove(number)
      return ids
    },
    settled: () =>
      calls.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            listeners.add(resolve)
          }),
  }
}
