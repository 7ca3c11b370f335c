import { type Axis, scaleOf } from "./axes.ts"
import { escapeText, short, tag } from "./markup.ts"

/** Lines over a scale; each is named at its end. */
export interface LineChart {
  /** What a reader without eyes for it is told. */
  readonly label: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[]
  /** A value that is not to be passed, drawn as a dashed line. */
  readonly limit?: { readonly name: string; readonly value: number }
}

const WIDTH = 560
const HEIGHT = 260
const LEFT = 58
const RIGHT = 104
const TOP = 12
const BOTTOM = 44

/** Draws the lines with a dot for each value, unless there are too many to tell apart. */
export const lineChart = ({ label, x, y, series, limit }: LineChart): string => {
  const points = series.flatMap((one) => one.points)
  const toX = scaleOf(x.kind, { values: points.map(([at]) => at), from: LEFT, to: WIDTH - RIGHT })
  const heights = [...points.map(([, value]) => value), ...(limit === undefined ? [] : [limit.value])]
  const toY = scaleOf(y.kind, { values: heights, from: HEIGHT - BOTTOM, to: TOP })
  const acrossY = toY.ticks.map((value) => {
    const at = toY.place(value)
    const line = tag("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at })
    return line + tag("text", { class: "tick", x: LEFT - 6, y: at + 4, "text-anchor": "end" }, short(value))
  })
  const alongX = toX.ticks.map((value) =>
    tag("text", { class: "tick", x: toX.place(value), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, short(value)),
  )
  const titles = [
    tag("text", { class: "axis", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, titleOf(x)),
    tag(
      "text",
      { class: "axis", transform: `translate(14 ${HEIGHT / 2 - 16}) rotate(-90)`, "text-anchor": "middle" },
      titleOf(y),
    ),
  ]
  const ends = apart(series.map((one) => toY.place(one.points.at(-1)?.[1] ?? 0)))
  const drawn = series.map(({ name, points: own }, of) => {
    const placed = own.map(([at, value]) => [toX.place(at), toY.place(value)] as const)
    const line = tag("polyline", {
      class: `line${of}`,
      points: placed.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(" "),
    })
    const dots = own.length > 12 ? [] : placed.map(([cx, cy]) => tag("circle", { class: `fill${of}`, cx, cy, r: 3 }))
    const said = tag("text", { class: `text${of}`, x: WIDTH - RIGHT + 8, y: (ends[of] ?? 0) + 4 }, escapeText(name))
    return line + dots.join("") + said
  })
  const bar = limit === undefined ? "" : limitLine(limit.name, toY.place(limit.value))
  const inside = [...acrossY, ...alongX, ...titles, bar, ...drawn].join("\n")
  return tag("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, inside)
}

const titleOf = ({ title, kind }: Axis): string => escapeText(kind === "log" ? `${title} (log scale)` : title)

const limitLine = (name: string, y: number): string =>
  tag("line", { class: "limit", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }) +
  tag("text", { class: "tick", x: LEFT + 6, y: y - 5 }, escapeText(name))

/** The same heights, moved so that names beside them do not lie on each other. */
const apart = (heights: readonly number[]): number[] => {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const moved = [...heights]
  let last = Number.NEGATIVE_INFINITY
  for (const at of order) {
    last = Math.max(moved[at] ?? 0, last + 14)
    moved[at] = last
  }
  return moved
}
