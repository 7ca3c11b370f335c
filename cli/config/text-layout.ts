import type { Node } from "jsonc-parser"

/** The line end of a text: that of its first line, or `\n`. */
export const eolOf = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? "\n"

/** The white space in front of an offset when nothing else stands there on its line; undefined otherwise. */
export const indentAt = (text: string, offset: number): string | undefined => {
  const before = text.slice(lineStart(text, offset), offset)
  return before.trim() === "" ? before : undefined
}

/** The indentation of the line that an offset lies on. */
export const lineIndent = (text: string, offset: number): string =>
  /^[^\S\r\n]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? ""

/** One step of indentation: what the first member of the root is indented by, two spaces where none tells. */
export const indentUnit = (text: string, root: Node | undefined): string => {
  const base = lineIndent(text, root?.offset ?? 0).length
  const steps = (root?.children ?? []).map(({ offset }) => indentAt(text, offset)?.slice(base))
  return steps.find((step) => step !== undefined && step !== "") ?? "  "
}

/** The number of the line that an offset lies on, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\n|\r/).length

const lineStart = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
