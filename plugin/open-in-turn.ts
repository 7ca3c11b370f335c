import type { LiveIndex } from "../core/index.ts"
import { within } from "./within.ts"

/**
 * First builds under way at a time in one process. Each takes a slice of every turn of the event loop: with 20 projects
 * at once turns of 77 ms and more were measured and no index stood before the last skill of all was read
 * (measure/soak/plugin.ts). Two, so that one large library does not keep all others waiting.
 */
const AT_ONCE = 2
/** A file system that hangs, or a huge library, keeps its place for no longer. */
const LONGEST_MS = 10_000

let building = 0
const waiting: (() => void)[] = []

/**
 * Opens an index as soon as fewer than two others are being built for the first time. Until then it is like one that
 * is still being built; closed before its turn, it is never opened.
 */
export const openInTurn = (open: () => LiveIndex): LiveIndex => {
  let live: LiveIndex | undefined
  let isClosed = false
  const ready = inTurn(async () => {
    if (isClosed) return
    live = open()
    await live.ready
  })
  return {
    current: () => live?.current(),
    problems: () => live?.problems() ?? [],
    roots: () => live?.roots() ?? [],
    ready,
    refresh: async () => {
      await ready
      await live?.refresh()
    },
    close: () => {
      isClosed = true
      live?.close()
    },
  }
}

const inTurn = async (build: () => Promise<void>): Promise<void> => {
  if (building < AT_ONCE) building += 1
  // Who ends leaves its place to the next one: the number of those who build stays the same.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  const built = build()
  await within(LONGEST_MS, built, () => undefined)
  const next = waiting.shift()
  if (next === undefined) building -= 1
  else next()
  await built
}
