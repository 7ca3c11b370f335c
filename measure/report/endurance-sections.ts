import type { Kept } from "./figures-kept.ts"
import { lineChart } from "./lines.ts"
import { escapeText, short, table } from "./markup.ts"
import { type Figure, type Section, sectionOf } from "./section.ts"

/** How build, memory and search grow with the library. */
export const scaleSection = (kept: Kept): Section =>
  sectionOf(kept, "scale", {
    heading: "Growth with the library",
    draw: ({ scales, growth }) => {
      const x = { title: "skills in the library", kind: "log" } as const
      const draw = (title: string, y: string, series: Series): Figure => {
        const chart = lineChart({ label: title, x, y: { title: y, kind: "log" }, series })
        const head = ["skills", ...series.map(({ name }) => name)]
        const rows = scales.map(({ skills }, at) => [
          short(skills),
          ...series.map(({ points }) => short(points[at]?.[1] ?? 0)),
        ])
        return { title, chart, table: table(head, rows) }
      }
      const by = (name: string, of: (scale: (typeof scales)[number]) => number): Series[number] => ({
        name,
        points: scales.map((scale) => [scale.skills, of(scale)] as const),
      })
      const last = scales.at(-1)
      const kilobytes = (last?.bytes ?? 0) / (last?.skills ?? 1) / 1e3
      return [
        draw(
          `Building grows with the skills to the power of ${growth.build.toFixed(2)}`,
          "seconds to the first index",
          [by("processor", ({ buildCpuMs }) => buildCpuMs / 1e3), by("wall", ({ buildMs }) => buildMs / 1e3)],
        ),
        draw(
          `Memory grows to the power of ${growth.memory.toFixed(2)}: ${short(kilobytes)} kB a skill with ${short(last?.skills ?? 0)}`,
          "MB that the index holds",
          [by("memory", ({ bytes }) => bytes / 1e6)],
        ),
        draw(`Search time grows with the skills to the power of ${growth.search.toFixed(2)}`, "ms for a search", [
          by("p50, first", ({ search }) => search.p50),
          by("p95, first", ({ search }) => search.p95),
          by("p50, again", ({ again }) => again.p50),
        ]),
        draw(
          `With ${short(last?.skills ?? 0)} skills a look at the disk that finds nothing new takes ${short(last?.lookMs ?? 0)} ms`,
          "ms",
          [by("look at the disk", ({ lookMs }) => lookMs), by("longest stall", ({ stallMs }) => stallMs)],
        ),
      ]
    },
  })

type Series = readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[]

/** What the plugin's host holds over many calls. */
export const pluginSoakSection = (kept: Kept): Section =>
  sectionOf(kept, "soak-plugin", { heading: "The plugin's soak", draw: (soak) => soakFigures("The plugin", soak) })

/** What the gateway holds over many calls. */
export const gatewaySoakSection = (kept: Kept): Section =>
  sectionOf(kept, "soak-gateway", { heading: "The gateway's soak", draw: (soak) => soakFigures("The gateway", soak) })

type Soak = NonNullable<Kept["soak-plugin"]>

const soakFigures = (who: string, { calls, seed, moments, flatness }: Soak): Figure[] => {
  const x = { title: "calls", kind: "linear" } as const
  const slope = `${flatness.heapSlope.toFixed(2)} ± ${flatness.heapNoise.toFixed(2)} MB for 10,000 calls`
  const held = `${who}'s heap over ${short(calls)} calls: ${slope} in the second half`
  const memory = lineChart({
    label: held,
    x,
    y: { title: "MB after a collection", kind: "linear" },
    series: [
      { name: "heap", points: moments.map((one) => [one.calls, one.heapUsed / 1e6] as const) },
      { name: "resident", points: moments.map((one) => [one.calls, one.rss / 1e6] as const) },
    ],
  })
  const over = moments.filter(({ stallMs }) => stallMs > STALL_MS).length
  const stalled = `${who}'s event loop stood still for ${short(flatness.stallMs)} ms at most, and ${over === 0 ? "never" : `in ${over} of ${moments.length} stretches`} for more than ${STALL_MS}`
  const stalls = lineChart({
    label: stalled,
    x,
    y: { title: "ms, longest stall since before", kind: "linear" },
    series: [{ name: "longest stall", points: moments.map((one) => [one.calls, one.stallMs] as const) }],
    limit: { name: `${STALL_MS} ms`, value: STALL_MS },
  })
  const sample = moments.filter((_, at) => at % Math.ceil(moments.length / 8) === 0 || at === moments.length - 1)
  const rows = sample.map((one) => [
    short(one.calls),
    short(one.heapUsed / 1e6),
    short(one.rss / 1e6),
    String(one.handles),
    short(one.stallMs),
  ])
  const verdict = flatness.faults.length === 0 ? "Flat." : `Not flat: ${flatness.faults.join("; ")}.`
  return [
    { title: held, chart: memory, table: table(["calls", "heap MB", "resident MB", "handles", "stall ms"], rows) },
    { title: stalled, chart: stalls, table: `<p>${escapeText(`Seed ${seed}. ${verdict}`)}</p>` },
  ]
}

/** A stall that a person would notice. */
const STALL_MS = 50

/** What became of the jobs; nothing to draw. */
export const jobsSoakSection = (kept: Kept): Section =>
  sectionOf(kept, "soak-jobs", {
    heading: "The job queue's soak",
    draw: ({ machine, load, day, ...counts }) => [
      {
        title: `Of ${counts.jobs} jobs under ${counts.restarts} restarts ${counts.lost} were lost and ${counts.claimedTwice} given out twice`,
        chart: "",
        table: table(
          ["what", "count"],
          Object.entries(counts).map(([name, count]) => [inWords(name), short(count)]),
        ),
      },
    ],
  })

const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
