import { scaleOf } from "./axes.ts"
import { escapeText, tag } from "./markup.ts"

/** One bar of each series for each group, lying, from zero. */
export interface BarChart {
  /** What a reader without eyes for it is told. */
  readonly label: string
  readonly axis: string
  readonly series: readonly string[]
  readonly groups: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly text: (value: number) => string
  /** The end of the axis. Default the largest value. */
  readonly most?: number
}

const WIDTH = 560
const LEFT = 130
const RIGHT = 62
const BAR = 13
const GAP = 9
const TOP = 26
const BOTTOM = 34

/** Lying bars with their values at their ends; series are named once, in their own colours, above the first group. */
export const barChart = ({ label, axis, series, groups, text, most }: BarChart): string => {
  const values = most === undefined ? groups.flatMap((group) => group.values) : [most]
  const room = WIDTH - LEFT - RIGHT
  const tall = series.length * BAR + GAP
  const floor = TOP + groups.length * tall
  const scale = scaleOf("linear", { values, from: LEFT, to: LEFT + room })
  const marks = scale.ticks.map((value) => {
    const x = scale.place(value)
    const line = tag("line", { class: "grid", x1: x, x2: x, y1: TOP - 4, y2: floor })
    return line + tag("text", { class: "tick", x, y: floor + 14, "text-anchor": "middle" }, escapeText(text(value)))
  })
  const rows = groups.map(({ label: name, values: own }, at) => {
    const y = TOP + at * tall
    const title = tag(
      "text",
      { x: LEFT - 8, y: y + (series.length * BAR) / 2 + 4, "text-anchor": "end" },
      escapeText(name),
    )
    return (
      title + own.map((value, of) => oneBar({ y: y + of * BAR, x: scale.place(value), of, said: text(value) })).join("")
    )
  })
  const under = tag(
    "text",
    { class: "axis", x: LEFT + room / 2, y: floor + 30, "text-anchor": "middle" },
    escapeText(axis),
  )
  const inside = `${marks.join("")}\n${rows.join("\n")}\n${series.length > 1 ? names(series) : ""}${under}`
  return tag("svg", { viewBox: `0 0 ${WIDTH} ${floor + BOTTOM}`, role: "img", "aria-label": label }, inside)
}

const oneBar = ({ x, y, of, said }: { x: number; y: number; of: number; said: string }): string =>
  tag("rect", { class: `fill${of}`, x: LEFT, y, width: Math.max(0.5, x - LEFT), height: BAR - 2 }) +
  tag("text", { class: "value", x: x + 4, y: y + BAR - 4 }, escapeText(said))

const names = (series: readonly string[]): string => {
  const room = (WIDTH - LEFT) / series.length
  return series
    .map((name, of) => {
      const x = LEFT + of * room
      const box = tag("rect", { class: `fill${of}`, x, y: 4, width: 10, height: 10 })
      return box + tag("text", { x: x + 14, y: 13 }, escapeText(name))
    })
    .join("")
}
