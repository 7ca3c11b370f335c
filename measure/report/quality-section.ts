import { barChart } from "./bars.ts"
import type { Kept } from "./figures-kept.ts"
import { percent, short, table } from "./markup.ts"
import { type Figure, type Section, sectionOf } from "./section.ts"

/** What is found, beside the peers, and how often the gate is right. */
export const qualitySection = (kept: Kept): Section =>
  sectionOf(kept, "quality", {
    heading: "Finding the right skill",
    draw: ({ reports }) => [...reports.map(toHits), ...(reports.length > 0 ? [toGate(reports)] : [])],
  })

/** How fast the peers are over the same skills. */
export const peersSection = (kept: Kept): Section =>
  sectionOf(kept, "peers", {
    heading: "Speed beside the peers",
    draw: ({ reports }) => {
      const names = reports[0]?.engines.map(({ name }) => name) ?? []
      const groups = reports.map(({ skills, engines }) => ({
        label: `${short(skills)} skills`,
        values: engines.map(({ first }) => first.p50),
      }))
      const last = reports.at(-1)
      if (last === undefined) return []
      const said = last.engines.map(({ name, first }) => `${labelOf(name)} ${short(first.p50)} ms`).join(", ")
      const title = `Half of all searches in ${short(last.skills)} skills are over within: ${said}`
      const rows = reports.flatMap(({ skills, engines }) =>
        engines.map(({ name, buildMs, first }) => [
          `${labelOf(name)}, ${short(skills)} skills`,
          ...[buildMs, first.p50, first.p95, first.max].map(short),
        ]),
      )
      const axis = "ms for a search, median, first time"
      const chart = barChart({ label: title, axis, series: names.map(labelOf), groups, text: short })
      return [{ title, chart, table: table(["engine", "build ms", "search p50 ms", "p95 ms", "max ms"], rows) }]
    },
  })

type Report = NonNullable<Kept["quality"]>["reports"][number]

const NAMES: Readonly<Record<string, string>> = { minisearch: "MiniSearch" }
const labelOf = (name: string): string => NAMES[name] ?? name

const toHits = ({ label, skills, sets }: Report): Figure => {
  const engines = Object.keys(sets[0]?.engines ?? {})
  const all = sets.find(({ set }) => set === "all")
  const shares = engines.map((name) => `${labelOf(name)} ${percent(all?.engines[name]?.hit1 ?? 0)}`)
  const title = `${label}, ${short(skills)} skills: the right skill stands first for ${shares.join(", ")} of requests`
  const groups = sets.map(({ set, n, engines: by }) => ({
    label: `${set} (${n})`,
    values: engines.map((name) => by[name]?.hit1 ?? 0),
  }))
  const axis = "share of requests with the right skill first (hit@1)"
  const chart = barChart({ label: title, axis, series: engines.map(labelOf), groups, text: whole, most: 1 })
  const head = ["set", "requests", ...engines.flatMap((name) => [`${labelOf(name)} hit@1, %`, "hit@5, %"])]
  const rows = sets.map(({ set, n, engines: by }) => [
    set,
    String(n),
    ...engines.flatMap((name) => [by[name]?.hit1 ?? 0, by[name]?.hit5 ?? 0].map((share) => (share * 100).toFixed(1))),
  ])
  return { title, chart, table: table(head, rows) }
}

const whole = (share: number): string => `${Math.round(share * 100)} %`

const toGate = (reports: readonly Report[]): Figure => {
  const worst = Math.max(...reports.map(({ gate }) => gate.falseFires))
  const least = Math.min(...reports.map(({ gate }) => gate.precision))
  const title = `A confident first candidate is right ${percent(least)} of the time or more; at most ${percent(worst)} of requests that no skill fits get one`
  const groups = [
    { label: "right if confident", values: reports.map(({ gate }) => gate.precision) },
    { label: "answerable: right", values: reports.map(({ gate }) => gate.firesRight) },
    { label: "unanswerable: any", values: reports.map(({ gate }) => gate.falseFires) },
  ]
  const axis = "share of confident candidates, of answerable and of unanswerable requests"
  const series = reports.map(({ label }) => label)
  const rows = reports.map(({ label, gate }) => [
    label,
    percent(gate.precision),
    percent(gate.firesRight),
    percent(gate.falseFires),
    String(gate.negatives),
  ])
  const head = [
    "library",
    "right when confident",
    "answerable: confident and right",
    "unanswerable: confident",
    "unanswerable requests",
  ]
  return {
    title,
    chart: barChart({ label: title, axis, series, groups, text: percent, most: 1 }),
    table: table(head, rows),
  }
}
