/** A JSON value as init writes it. */
export type JsonValue = string | boolean | readonly string[] | { readonly [key: string]: JsonValue }

/** How a value is laid out. */
export interface ValueStyle {
  /** On one line, as its neighbours are. */
  readonly isInline: boolean
  /** Without white space around colons and inside brackets. */
  readonly isTight: boolean
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
  /** Indentation of the line on which the value begins. */
  readonly indent: string
}

/** A value as JSON: objects with one member a line unless the style is inline, lists of texts always on one line. */
export const renderValue = (value: JsonValue, style: ValueStyle): string => {
  const space = style.isTight ? "" : " "
  if (isList(value)) return `[${value.map((one) => JSON.stringify(one)).join(`,${space}`)}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const inner = { ...style, indent: style.indent + style.unit }
  const members = Object.entries(value).map(([key, one]) => renderMember(key, one, inner))
  if (style.isInline) return `{${space}${members.join(`,${space}`)}${space}}`
  return `{${style.eol}${inner.indent}${members.join(`,${style.eol}${inner.indent}`)}${style.eol}${style.indent}}`
}

/** A member of an object: key, colon and value. */
export const renderMember = (key: string, value: JsonValue, style: ValueStyle): string =>
  `${JSON.stringify(key)}:${style.isTight ? "" : " "}${renderValue(value, style)}`

const isList = (value: JsonValue): value is readonly string[] => Array.isArray(value)
