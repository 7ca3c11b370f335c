import type { Edit, Node } from "jsonc-parser"
import { endOf } from "./append-member.ts"
import { gapMarks } from "./gap-marks.ts"

/**
 * The edits that take a member out: the inverse of `appendMember`, byte for byte, wherever the text still tells how it
 * was. Comments stay, the member's comma goes, and so does the white space in front of it.
 */
export const removeMember = (text: string, container: Node, member: Node): Edit[] => {
  const members = container.children ?? []
  const at = members.indexOf(member)
  const [previous, next] = [members[at - 1], members[at + 1]]
  const start = previous === undefined ? container.offset + 1 : endOf(previous)
  const end = next === undefined ? endOf(container) - 1 : next.offset
  const before = gapMarks(text, start, member.offset)
  const after = gapMarks(text, endOf(member), end)
  const moved = previous === undefined && next !== undefined ? moveUp(text, { start, member, next }) : undefined
  if (moved !== undefined) return [moved]
  const comma = after.find(({ kind }) => kind === "comma")
  const rest = text.slice(endOf(member), comma?.start) + (comma === undefined ? "" : text.slice(comma.end))
  const isFollowed = !/^[^\S\r\n]*[\r\n]/.test(rest)
  const from = before.at(-1)?.end ?? start
  // What follows on the line would else become part of the comment in front.
  const kept = before.at(-1)?.kind === "line comment" && isFollowed ? lineBreakAt(text, from) : from
  const taken = { offset: kept, length: endOf(member) - kept, content: "" }
  if (comma !== undefined) return joined(taken, { offset: comma.start, length: 1, content: "" })
  const commaBefore = before.find(({ kind }) => kind === "comma")
  if (commaBefore !== undefined) return joined({ offset: commaBefore.start, length: 1, content: "" }, taken)
  return before.length + after.length > 0 ? [taken] : [emptied(text, container, member)]
}

// First of its line: the next one moves up to its place.
const moveUp = (
  text: string,
  { start, member, next }: { start: number; member: Node; next: Node },
): Edit | undefined => {
  const between = text.slice(start, member.offset) + text.slice(endOf(member), next.offset)
  if (!/^[^\S\r\n]*,[^\S\r\n]*$/.test(between)) return undefined
  return { offset: member.offset, length: next.offset - member.offset, content: "" }
}

const lineBreakAt = (text: string, offset: number): number =>
  offset + (/^(\r\n|\n|\r)/.exec(text.slice(offset))?.[0].length ?? 0)

// One edit where two of them touch.
const joined = (first: Edit, second: Edit): Edit[] =>
  first.offset + first.length === second.offset
    ? [{ offset: first.offset, length: first.length + second.length, content: "" }]
    : [first, second]

// The only member: what white space stays behind depends on how an empty container would have been opened.
const emptied = (text: string, container: Node, member: Node): Edit => {
  const [start, end] = [container.offset + 1, endOf(container) - 1]
  const [before, after] = [text.slice(start, member.offset), text.slice(endOf(member), end)]
  const cut = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: "" })
  if (!/[\r\n]/.test(before)) return cut(member.offset, after.startsWith(" ") ? endOf(member) + 1 : endOf(member))
  return container.type === "object" ? cut(start, end) : cut(start, endOf(member))
}
