import { styleText } from "node:util"

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan"

/** Colours text for standard output: only on a terminal, and never where `NO_COLOR` is set. */
export const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb" ? styleText(style, text) : text

/** Writes lines to standard output. */
export const print = (...lines: readonly string[]): void => {
  process.stdout.write(`${lines.join("\n")}\n`)
}

/** Shows what long work is at, on one line of a terminal's standard error; elsewhere nothing. Undefined clears it. */
export const showProgress = (text: string | undefined): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text ?? ""}`)
}

/** One column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  /** The least width in characters when a terminal is narrow; columns without one are never cut. */
  readonly least?: number
  readonly style?: Style
}

/**
 * Lays rows out as a table. On a terminal the columns that may be cut share what room there is; elsewhere every cell
 * stays whole, so that other programs can read it.
 */
export const toTable = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string => {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row).replace(/\s+/g, " ")))
  const widths = fit(
    columns.map(({ title, least }, at) => ({
      wanted: Math.max(title.length, ...cells.map((line) => line[at]?.length ?? 0)),
      least,
    })),
  )
  const line = (texts: readonly string[], style: (at: number) => Style | undefined): string =>
    texts
      .map((text, at) => {
        const padded = cut(text, widths[at] ?? 0).padEnd(at === texts.length - 1 ? 0 : (widths[at] ?? 0))
        const name = style(at)
        return name === undefined ? padded : paint(name, padded)
      })
      .join("  ")
      .trimEnd()
  const head = line(
    columns.map(({ title }) => title),
    () => "dim",
  )
  return [head, ...cells.map((texts) => line(texts, (at) => columns[at]?.style))].join("\n")
}

interface Width {
  readonly wanted: number
  readonly least: number | undefined
}

const fit = (widths: readonly Width[]): number[] => {
  const room = process.stdout.isTTY ? process.stdout.columns - 2 * (widths.length - 1) : Number.POSITIVE_INFINITY
  const fixed = widths.reduce(
    (sum, { wanted, least }) => sum + (least === undefined ? wanted : Math.min(wanted, least)),
    0,
  )
  let spare = Math.max(0, room - fixed)
  return widths.map(({ wanted, least }) => {
    if (least === undefined || wanted <= least) return wanted
    const more = Math.min(spare, wanted - least)
    spare -= more
    return least + more
  })
}

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
