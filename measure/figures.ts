import { mkdirSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"

/** Where each script leaves its figures, for `npm run report`; nothing there is committed. */
export const FIGURES = join(import.meta.dirname, "../measured")

/** What the figures were taken on; a time means nothing without it. */
export const MACHINE = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown CPU"}`

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Percentiles of values in any order, by nearest rank; zeros of an empty list. */
export const percentiles = (values: readonly number[]): Percentiles => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

/** `p50 / p95 / max` in as many digits as a reader needs. */
export const inWords = ({ p50, p95, max }: Percentiles): string =>
  [p50, p95, max].map((value) => value.toFixed(value < 10 ? 2 : 0)).join(" / ")

/** Keeps the figures of one script as `measured/<name>.json`, with the machine, its load and the day. */
export const keepFigures = (name: string, figures: object): void => {
  mkdirSync(FIGURES, { recursive: true })
  const [load = 0] = loadavg()
  const head = { machine: MACHINE, load: Number(load.toFixed(1)), day: new Date().toISOString().slice(0, 10) }
  writeFileSync(join(FIGURES, `${name}.json`), `${JSON.stringify({ ...head, ...figures }, undefined, 2)}\n`)
}
