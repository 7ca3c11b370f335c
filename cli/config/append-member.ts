import type { Edit, Node } from "jsonc-parser"
import { gapMarks } from "./gap-marks.ts"
import { type JsonValue, renderMember, renderValue, type ValueStyle } from "./render-value.ts"
import { eolOf, indentAt, indentUnit, lineIndent } from "./text-layout.ts"

/** What is appended to an object (with a key) or to a list (without). */
export interface NewMember {
  readonly key?: string
  readonly value: JsonValue
}

/** A place in a text: the container, and the root for the style of the whole. */
export interface Place {
  readonly text: string
  readonly root: Node
  readonly container: Node
}

/**
 * The edits that add a member behind the last one and behind every comment that follows it, in the style of its
 * neighbours. They only insert: no byte of the text goes away, and comments stay with what they are about.
 */
export const appendMember = (place: Place, member: NewMember): Edit[] => {
  const { text, container } = place
  const last = container.children?.at(-1)
  const start = last === undefined ? container.offset + 1 : endOf(last)
  const close = endOf(container) - 1
  const marks = gapMarks(text, start, close)
  const hasTrailingComma = last !== undefined && marks.some(({ kind }) => kind === "comma")
  const style = styleOf(place, marks.at(-1)?.kind === "line comment")
  const at = marks.at(-1)?.end ?? start
  const rendered = render(member, style) + (hasTrailingComma ? "," : "")
  const comma = last !== undefined && !hasTrailingComma ? "," : ""
  if (last === undefined && marks.length === 0) return [into(place, rendered, style)]
  const lead = style.isInline ? inlineGap(place, style) : style.eol + style.indent
  if (at === start) return [insert(at, comma + lead + rendered)]
  return [...(comma === "" ? [] : [insert(start, comma)]), insert(at, lead + rendered)]
}

/** The offset behind a node. */
export const endOf = ({ offset, length }: Node): number => offset + length

/** The gaps between a container's brackets and members: never part of a member. */
const gapsOf = (container: Node): { start: number; end: number }[] => {
  const starts = [container.offset + 1, ...(container.children ?? []).map(endOf)]
  const ends = [...(container.children ?? []).map(({ offset }) => offset), endOf(container) - 1]
  return starts.map((start, at) => ({ start, end: ends[at] ?? start }))
}

const insert = (offset: number, content: string): Edit => ({ offset, length: 0, content })

const render = ({ key, value }: NewMember, style: ValueStyle): string =>
  key === undefined ? renderValue(value, style) : renderMember(key, value, style)

// An object of nothing is opened up, a list of nothing stays on its line; white space inside says what its writer likes.
const into = ({ text, container }: Place, rendered: string, style: ValueStyle): Edit => {
  const [start, end] = [container.offset + 1, endOf(container) - 1]
  const inside = text.slice(start, end)
  if (/[\r\n]/.test(inside)) return insert(start, style.eol + style.indent + rendered)
  if (style.isInline) return insert(end, inside === "" ? rendered : `${rendered} `)
  return insert(start, style.eol + style.indent + rendered + style.eol + lineIndent(text, container.offset))
}

const styleOf = (place: Place, isForcedDown: boolean): ValueStyle => {
  const { text, root, container } = place
  const unit = indentUnit(text, root)
  const isInline = !isForcedDown && isOnOneLine(place)
  const indent = (container.children ?? [])
    .map(({ offset }) => indentAt(text, offset))
    .findLast((one) => one !== undefined)
  return {
    isInline,
    isTight: isInline && isTight(place),
    eol: eolOf(text),
    unit,
    indent: isInline ? "" : (indent ?? lineIndent(text, container.offset) + unit),
  }
}

const isOnOneLine = ({ text, container }: Place): boolean => {
  if (gapsOf(container).some(({ start, end }) => /[\r\n]/.test(text.slice(start, end)))) return false
  // `{}` opens up; `{ }`, `[]` and whatever has members stay on their line.
  return container.type === "array" || container.length > 2
}

// By the colon of the container's first member; a list has none, so the root's tells.
const isTight = ({ text, root, container }: Place): boolean => {
  const [first] = (container.type === "object" ? container : root).children ?? []
  const [key] = first?.children ?? []
  return key !== undefined && !/^\s*:\s/.test(text.slice(endOf(key)))
}

const inlineGap = ({ text, container }: Place, { isTight }: ValueStyle): string => {
  const [, between] = gapsOf(container)
  const blank = between === undefined ? undefined : /^,(\s*)$/.exec(text.slice(between.start, between.end))?.[1]
  return (container.children?.length ?? 0) > 1 && blank !== undefined ? blank : isTight ? "" : " "
}
