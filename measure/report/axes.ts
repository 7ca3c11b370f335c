/** What an axis counts. */
export interface Axis {
  readonly title: string
  /** A logarithmic axis says so in its title; others begin at zero. */
  readonly kind: "linear" | "log"
}

/** Where values stand between two ends of a drawing, and which of them are written at the axis. */
export interface Scale {
  readonly place: (value: number) => number
  readonly ticks: readonly number[]
}

interface Span {
  readonly values: readonly number[]
  readonly from: number
  readonly to: number
}

/** A scale that takes in all values and ends at round ones. */
export const scaleOf = (kind: Axis["kind"], span: Span): Scale => (kind === "linear" ? toLinear(span) : toLog(span))

const toLinear = ({ values, from, to }: Span): Scale => {
  const most = Math.max(...values, Number.MIN_VALUE)
  const step = roundUp(most / 4)
  const end = Math.ceil(most / step - 1e-9) * step
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step)
  return { place: (value) => from + (value / end) * (to - from), ticks }
}

const toLog = ({ values, from, to }: Span): Scale => {
  // A logarithm has no zero: what rounds to nothing stands at the beginning.
  const above = values.filter((value) => value > 0)
  const [low, high] = [roundDown(Math.min(...above, 1e9)), roundUp(Math.max(...above, 1e-9))]
  const end = high > low ? high : low * 10
  const decades = Math.log10(end / low)
  const place = (value: number): number => from + (Math.log10(Math.max(value, low) / low) / decades) * (to - from)
  const all = roundsBetween(low, end)
  if (decades <= MOST_FOR_ALL) return { place, ticks: all }
  const powers = all.filter((value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6)
  return { place, ticks: [low, ...powers.filter((one) => Math.log10(one / low) / decades > NEAREST)] }
}

/** Over more decades than these the values between the powers of ten stand too close. */
const MOST_FOR_ALL = 1.6
/** How near the first power of ten may stand to the beginning, as a share of the axis. */
const NEAREST = 0.08

const ROUNDS = [1, 2, 5, 10]

const powerBelow = (value: number): number => 10 ** Math.floor(Math.log10(value) + 1e-9)

/** The next 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  const power = powerBelow(value)
  return (ROUNDS.find((one) => one * power >= value * (1 - 1e-9)) ?? 10) * power
}

const roundDown = (value: number): number => {
  const power = powerBelow(value)
  return (ROUNDS.findLast((one) => one * power <= value * (1 + 1e-9)) ?? 1) * power
}

const roundsBetween = (low: number, high: number): number[] => {
  const found = [low]
  for (let at = low; at < high * (1 - 1e-9); found.push(at)) at = roundUp(at * 1.01)
  return found
}
