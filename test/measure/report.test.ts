import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { COMMANDS, type Kept } from "../../measure/report/figures-kept.ts"
import { toPage } from "../../measure/report/page.ts"

const head = { machine: "Node of a test", load: 0.5, day: "2026-11-30" }
const times = { p50: 1, p95: 2, p99: 3, max: 40 }
const hits = { hit1: 0.75, hit5: 0.9 }
const moments = Array.from({ length: 20 }, (_, at) => ({
  calls: at * 100,
  rss: 2e8,
  heapUsed: 5e7,
  handles: 3,
  stallMs: at === 3 ? 80 : 10,
}))
const flatness = {
  ...{ heapSlope: 0.1, heapNoise: 0.2, rssSlope: 0, rssNoise: 1 },
  ...{ handlesFirst: 3, handlesLast: 3, stallMs: 80, faults: ["the event loop stood still for 80 ms"] },
}
const scale = { buildMs: 900, buildCpuMs: 800, stallMs: 5, search: times, again: times, lookMs: 1 }

const whole: Kept = {
  quality: {
    ...head,
    reports: [
      {
        label: 'mine & <b>"theirs"</b>',
        skills: 12,
        sets: [{ set: "all", n: 4, engines: { ours: hits, minisearch: hits, "skill-tools": hits } }],
        gate: { precision: 0.98, firesRight: 0.5, falseFires: 0.02, negatives: 50 },
      },
    ],
  },
  peers: { ...head, reports: [{ label: "x", skills: 12, engines: [{ name: "ours", buildMs: 3, first: times }] }] },
  latency: {
    ...head,
    requests: 7,
    reports: [12, 365].map((skills) => ({
      ...{ skills, openMs: 9, warm: { search: times } },
      cold: { search: times, blocks: times },
    })),
  },
  plugin: {
    ...head,
    reports: [
      {
        ...{ skills: 365, indexing: times, fresh: times, later: times, hostCharacters: 9_000, addedCharacters: 3_000 },
        ...{ samePrefix: 0.92, samePrefixWithout: 0.98 },
      },
    ],
  },
  gateway: {
    ...head,
    reports: [{ skills: 365, start: times, firstFind: times, find: times, outline: times, readSection: times }],
  },
  scale: {
    ...head,
    scales: [365, 50_000].map((skills) => ({ ...scale, skills, bytes: skills * 4e4 })),
    growth: { build: 0.9, memory: 0.84, search: 0.96 },
  },
  "soak-plugin": { ...head, calls: 2_000, seed: 1, moments, flatness },
  "soak-gateway": { ...head, calls: 2_000, seed: 1, moments, flatness },
  "soak-jobs": { ...head, jobs: 10, restarts: 2, lost: 0, claimedTwice: 0 },
}

const VOID = new Set(["meta", "!doctype"])

/** What is wrong with the nesting of a page's elements; empty when nothing is. */
const misnested = (page: string): string[] => {
  const open: string[] = []
  const faults: string[] = []
  for (const [, slash, name = ""] of page.matchAll(/<(\/?)([!\w]+)(?:\s+[\w:-]+="[^"<>]*"|\s+html)*>/g)) {
    if (VOID.has(name)) continue
    if (slash === "") open.push(name)
    else if (open.pop() !== name) faults.push(`</${name}>`)
  }
  return [...faults, ...open]
}

/** Numbers that no drawing can have. */
const unnumbered = (page: string): string[] => page.match(/NaN|Infinity|undefined/g) ?? []

describe("the report", () => {
  const page = toPage(whole)

  it("is one well-formed page with nothing from elsewhere", () => {
    assert.deepEqual(misnested(page), [])
    assert.equal(page.match(/[<>]/g)?.length, 2 * (page.match(/<[^<>]*>/g)?.length ?? 0))
    assert.doesNotMatch(page, /<script|<link|<img|https?:/)
    assert.deepEqual(unnumbered(page), [])
  })

  it("draws a chart and a table for what was measured, and names machine, load and day", () => {
    assert.equal(page.match(/<svg/g)?.length, 16)
    assert.ok((page.match(/<table/g)?.length ?? 0) >= 13)
    assert.match(page, /Node of a test; load 0\.5; 2026-11-30; npm run measure/)
    assert.doesNotMatch(page, /Not measured/)
  })

  it("takes no label for markup", () => {
    assert.doesNotMatch(page, /<b>/)
    assert.match(page, /mine &amp; &lt;b&gt;&quot;theirs&quot;&lt;\/b&gt;/)
  })

  it("says which axes are logarithmic, and names the limit that was passed", () => {
    assert.match(page, /skills in the library \(log scale\)/)
    assert.match(page, /Not flat: the event loop stood still for 80 ms\./)
    assert.match(page, /in 1 of 20 stretches for more than 50/)
  })

  it("names all that is missing with the command that makes it", () => {
    const none = toPage({})
    assert.deepEqual(misnested(none), [])
    assert.doesNotMatch(none, /<svg/)
    for (const command of Object.values(COMMANDS)) assert.ok(none.includes(`<code>${command}</code>`), command)
  })

  it("stands with figures of nothing", () => {
    const { quality, ...rest } = whole
    assert.ok(quality !== undefined)
    const empty = toPage({ ...rest, quality: { ...quality, reports: [] }, peers: { ...head, reports: [] } })
    assert.deepEqual(misnested(empty), [])
    assert.deepEqual(unnumbered(empty), [])
  })
})
