import { styleText } from "node:util"

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan"

/** Colours text for standard output: only on a terminal, and never where `NO_COLOR` is set. */
export const paint = (style: Style, text: string): string => (hasColours() ? styleText(style, text) : text)

const hasColours = (): boolean => process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb"

/** Writes lines to standard output. */
export const print = (...lines: readonly string[]): void => {
  process.stdout.write(`${toPrintable(lines.join("\n"))}\n`)
}

/**
 * A text as a terminal may have it: names, descriptions and paths are other people's, and could move the cursor, set the
 * window's title or turn the line round. Such characters are shown as `\u001b`, which JSON reads as what it was; our own
 * colours stay.
 */
export const toPrintable = (text: string, isColoured = hasColours()): string =>
  text.replace(UNPRINTABLE, (sign, colour: string | undefined, at: number) => {
    if ((isColoured && colour?.startsWith(ESCAPE)) || sign === "\n" || sign === "\t") return sign
    if (sign === "\r" && (text[at + 1] ?? "\n") === "\n") return sign
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}${sign.slice(1)}`
  })

const ESCAPE = "\u001b"
// Our colours, one by one; then every other control character, and those that turn a line round.
const UNPRINTABLE = /(\p{Cc}\[(?:1|2|22|3[1236]|39)m)|[\p{Cc}\p{Bidi_Control}]/gu

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
