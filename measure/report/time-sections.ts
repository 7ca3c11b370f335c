import type { Percentiles } from "../figures.ts"
import { barChart } from "./bars.ts"
import type { Kept } from "./figures-kept.ts"
import { lineChart } from "./lines.ts"
import { percent, short, table } from "./markup.ts"
import { type Figure, type Section, sectionOf } from "./section.ts"

/** Times of a search by the size of the library. */
export const latencySection = (kept: Kept): Section =>
  sectionOf(kept, "latency", {
    heading: "Latency",
    draw: ({ reports, requests }) => {
      const last = reports.at(-1)
      const { p50 = 0, p95 = 0 } = last?.cold.search ?? {}
      const title = `A search in ${short(last?.skills ?? 0)} skills takes ${short(p50)} ms, 95 of 100 at most ${short(p95)}`
      const series = (["p50", "p95", "p99", "max"] as const).map((name) => ({
        name,
        points: reports.map(({ skills, cold }) => [skills, cold.search[name]] as const),
      }))
      const [x, y] = [logAxis("skills in the library"), logAxis("ms for a search, first time")]
      const rows = reports.map(({ skills, openMs, cold, warm }) => [
        short(skills),
        short(openMs),
        inShort(cold.search),
        inShort(warm.search),
        inShort(cold.blocks),
      ])
      const head = ["skills", "first index, ms", "search, first time", "search again", "forming the blocks"]
      const under = `${table(head, rows)}<p>${requests} requests a library; p50 / p95 / max in ms.</p>`
      return [{ title, chart: lineChart({ label: title, x, y, series }), table: under }]
    },
  })

/** What the plugin costs a request of opencode. */
export const pluginSection = (kept: Kept): Section =>
  sectionOf(kept, "plugin", {
    heading: "The plugin in opencode's requests",
    draw: ({ reports }) => [hookTimes(reports), tokensAdded(reports), cacheKept(reports)],
  })

/** What a client of the gateway waits for. */
export const gatewaySection = (kept: Kept): Section =>
  sectionOf(kept, "gateway", {
    heading: "The MCP gateway",
    draw: ({ reports }) => {
      const last = reports.at(-1)
      const title = `The gateway answers its first client within ${short(last?.start.p50 ?? 0)} ms and finds within ${short(last?.find.p50 ?? 0)} ms over ${short(last?.skills ?? 0)} skills`
      const kinds = ["start", "firstFind", "find", "outline", "readSection"] as const
      const rows = reports.flatMap((report) =>
        kinds.map((kind) => [`${CALLS[kind]}, ${short(report.skills)} skills`, inShort(report[kind])]),
      )
      const groups = reports.flatMap((report) =>
        (["find", "outline", "readSection"] as const).map((kind) => ({
          label: `${CALLS[kind]}, ${short(report.skills)}`,
          values: [report[kind].p50, report[kind].p95],
        })),
      )
      const axis = "ms from the client's side of the pipe"
      const chart = barChart({ label: title, axis, series: ["p50", "p95"], groups, text: short })
      return [{ title, chart, table: table(["call", "p50 / p95 / max in ms"], rows) }]
    },
  })

const CALLS = {
  start: "start and list tools",
  firstFind: "first find",
  find: "find",
  outline: "outline",
  readSection: "read-section",
} as const

const logAxis = (title: string) => ({ title, kind: "log" }) as const

const inShort = ({ p50, p95, max }: Percentiles): string => [p50, p95, max].map(short).join(" / ")

type Costs = NonNullable<Kept["plugin"]>["reports"]

const hookTimes = (reports: Costs): Figure => {
  const worst = Math.max(...reports.map(({ fresh }) => fresh.p95))
  const title = `95 of 100 new messages wait at most ${short(worst)} ms for the plugin`
  const groups = reports.map(({ skills, fresh, later }) => ({
    label: `${short(skills)} skills`,
    values: [fresh.p50, fresh.p95, later.p95],
  }))
  const series = ["new message, p50", "new message, p95", "later step, p95"]
  const chart = barChart({ label: title, axis: "ms that both hooks take", series, groups, text: short })
  const rows = reports.map(({ skills, indexing, fresh, later }) => [
    short(skills),
    inShort(indexing),
    inShort(fresh),
    inShort(later),
  ])
  const under = `${table(["skills", "while indexing", "new message", "later step"], rows)}<p>p50 / p95 / max in ms.</p>`
  return { title, chart, table: under }
}

/** Characters of mixed prose a token stands for, roughly. */
const CHARACTERS = 4

const tokensAdded = (reports: Costs): Figure => {
  const most = Math.max(...reports.map(({ addedCharacters }) => addedCharacters)) / CHARACTERS
  const title = `The plugin adds about ${short(most)} tokens to a request at most, in the mean of a session`
  const groups = reports.map(({ skills, addedCharacters }) => ({
    label: `${short(skills)} skills`,
    values: [addedCharacters / CHARACTERS],
  }))
  const axis = "tokens added to a request, mean of a 20-turn session (4 characters a token)"
  const rows = reports.map(({ skills, addedCharacters, hostCharacters }) => [
    short(skills),
    short(addedCharacters),
    short(hostCharacters),
    percent(addedCharacters / hostCharacters),
  ])
  const chart = barChart({ label: title, axis, series: ["added"], groups, text: short })
  return { title, chart, table: table(["skills", "characters added", "the host's own", "added to them"], rows) }
}

const cacheKept = (reports: Costs): Figure => {
  const loss = Math.max(...reports.map(({ samePrefix, samePrefixWithout }) => samePrefixWithout - samePrefix))
  const title = `Of what a prompt cache can keep, the plugin costs ${(loss * 100).toFixed(1)} points at most`
  const groups = reports.map(({ skills, samePrefix, samePrefixWithout }) => ({
    label: `${short(skills)} skills`,
    values: [samePrefix, samePrefixWithout],
  }))
  const axis = "share of a request that is the same as the one before it"
  const series = ["with the plugin", "without"]
  const rows = reports.map(({ skills, samePrefix, samePrefixWithout }) => [
    short(skills),
    percent(samePrefix),
    percent(samePrefixWithout),
  ])
  const chart = barChart({ label: title, axis, series, groups, text: percent, most: 1 })
  return { title, chart, table: table(["skills", ...series], rows) }
}
