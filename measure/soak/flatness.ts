/** What a process held at one moment of a soak, after a collection. */
export interface Held {
  /** Calls made so far. */
  readonly calls: number
  /** Resident memory and the heap in use, in bytes. */
  readonly rss: number
  readonly heapUsed: number
  /** Open handles: timers, watches, pipes. */
  readonly handles: number
  /** The longest stall of the event loop since the moment before, in ms. */
  readonly stallMs: number
}

export interface Flatness {
  /** Growth in MB for 10,000 calls, fitted over the second half of the soak, with its standard error. */
  readonly heapSlope: number
  readonly heapNoise: number
  readonly rssSlope: number
  readonly rssNoise: number
  readonly handlesFirst: number
  readonly handlesLast: number
  readonly stallMs: number
  /** What does not hold, in words; empty when all does. */
  readonly faults: readonly string[]
}

/** A stall that a person would notice in a terminal. */
const MAX_STALL_MS = 50
/** Growth that no session lives to see: 1 MB for 10,000 calls. */
const NO_GROWTH = 1

/** Judges the second half of a soak: the first half is warming up. Needs eight moments or more. */
export const judgeFlatness = (moments: readonly Held[]): Flatness => {
  const late = moments.slice(Math.floor(moments.length / 2))
  const [heap, rss] = [fitLine(late, ({ heapUsed }) => heapUsed), fitLine(late, (one) => one.rss)]
  const [handlesFirst, handlesLast] = [late[0]?.handles ?? 0, late.at(-1)?.handles ?? 0]
  const stallMs = Math.max(...moments.map((one) => one.stallMs))
  const faults = [
    ...(isGrowth(heap) ? [`the heap grows by ${heap.slope.toFixed(2)} MB for 10,000 calls`] : []),
    ...(handlesLast > handlesFirst + 2 ? [`handles grew from ${handlesFirst} to ${handlesLast}`] : []),
    ...(stallMs > MAX_STALL_MS ? [`the event loop stood still for ${stallMs.toFixed(0)} ms`] : []),
  ]
  return {
    heapSlope: heap.slope,
    heapNoise: heap.noise,
    rssSlope: rss.slope,
    rssNoise: rss.noise,
    handlesFirst,
    handlesLast,
    stallMs,
    faults,
  }
}

interface Line {
  readonly slope: number
  readonly noise: number
}

/** A slope counts when it is beyond its own noise and beyond what anyone would notice. */
const isGrowth = ({ slope, noise }: Line): boolean => slope > NO_GROWTH && slope > 3 * noise

const fitLine = (moments: readonly Held[], bytes: (moment: Held) => number): Line => {
  const points = moments.map((one) => [one.calls / 10_000, bytes(one) / 1e6] as const)
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0)
  const slope = points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread
  const rest = points.reduce((sum, [one, other]) => sum + (other - y - slope * (one - x)) ** 2, 0)
  return { slope, noise: Math.sqrt(rest / Math.max(1, points.length - 2) / spread) }
}

/** One line a moment and the verdict, as they are printed. */
export const inLine = ({ calls, rss, heapUsed, handles, stallMs }: Held): string =>
  `${String(calls).padStart(7)} calls: heap ${(heapUsed / 1e6).toFixed(1)} MB, resident ${(rss / 1e6).toFixed(0)} MB, ${handles} handles, longest stall ${stallMs.toFixed(0)} ms`

export const inVerdict = (flatness: Flatness): string =>
  [
    `second half: heap ${flatness.heapSlope.toFixed(2)} +- ${flatness.heapNoise.toFixed(2)} MB for 10,000 calls, resident ${flatness.rssSlope.toFixed(2)} +- ${flatness.rssNoise.toFixed(2)}; handles ${flatness.handlesFirst} to ${flatness.handlesLast}; longest stall ${flatness.stallMs.toFixed(0)} ms`,
    ...(flatness.faults.length === 0 ? ["flat"] : flatness.faults.map((fault) => `NOT FLAT: ${fault}`)),
  ].join("\n")
