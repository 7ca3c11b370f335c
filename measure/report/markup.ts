/** Text as HTML and SVG take it: labels come from file names and figures, and nothing in them may open a tag. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** An element; `inside` is markup already, attributes are escaped here. */
export const tag = (name: string, attributes: Readonly<Record<string, string | number>>, inside = ""): string => {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
  return `<${name}${listed.join("")}>${inside}</${name}>`
}

/** A plain table: the first column names its rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[], kind: "th" | "td"): string =>
    tag("tr", {}, cells.map((cell, at) => tag(at === 0 ? "th" : kind, {}, escapeText(cell))).join(""))
  const body = rows.map((row) => line(row, "td")).join("\n")
  return tag("table", {}, `${tag("thead", {}, line(head, "th"))}\n${tag("tbody", {}, body)}`)
}

/** A number in as many digits as a reader needs. */
export const short = (value: number): string => {
  const size = Math.abs(value)
  if (size >= 1_000) return Math.round(value).toLocaleString("en")
  if (size >= 100 || Number.isInteger(value)) return String(Math.round(value))
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** A share of 1 in percent. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
