import MarkdownIt from "markdown-it"
import { readFrontmatter } from "./frontmatter.ts"

/** A heading of a skill. */
export interface Heading {
  /** Its place in the outline, from 1. */
  readonly number: number
  /** 1 to 6. */
  readonly level: number
  /** Its text in one line, markup such as backticks kept. Empty for a heading without text. */
  readonly text: string
  /** The line of the file on which it stands, from 1 (the first line of a setext heading). */
  readonly line: number
}

/**
 * Headings are looked for in so many characters of a body: twice the longest of 2,771 real skills. The parser needs up
 * to 2 s for a megabyte of list items, and nothing else happens in the process meanwhile.
 */
export const MOST_OUTLINED = 300_000

/**
 * The headings of a SKILL.md, in order: ATX and setext, by CommonMark's block rules. What looks like a heading inside
 * frontmatter, a code fence, an HTML block, a list item or a quotation is none. Lines are counted as CommonMark ends
 * them (LF, CRLF or CR), so line numbers are those of the file on disk. Of a longer body the first `MOST_OUTLINED`
 * characters are looked at.
 * @param text the whole file, frontmatter and byte order mark included.
 */
export const outline = (text: string): Heading[] => {
  const { body, bodyLine } = readFrontmatter(text)
  return headingsOf(body.length > MOST_OUTLINED ? wholeLines(body.slice(0, MOST_OUTLINED)) : body, bodyLine)
}

// Half a heading is no heading that anyone could ask for.
const wholeLines = (text: string): string => text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)

/** The same for a body whose first line is `bodyLine` of the file. */
export const headingsOf = (body: string, bodyLine: number): Heading[] => {
  const headings: Heading[] = []
  const blocks = parser.parse(body, {})
  blocks.forEach((block, at) => {
    const [line] = block.map ?? []
    if (block.type !== "heading_open" || block.level > 0 || line === undefined) return
    const text = (blocks[at + 1]?.content ?? "").replace(/\s+/g, " ").trim()
    headings.push({ number: headings.length + 1, level: Number(block.tag.slice(1)), text, line: bodyLine + line })
  })
  return headings
}

// Blocks are all that an outline needs; leaving inline markup unread makes parsing several times faster.
const parser = new MarkdownIt("commonmark")
parser.core.ruler.disable(["inline", "text_join"])
