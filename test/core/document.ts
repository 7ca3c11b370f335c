import fc from "fast-check"

/** A generated SKILL.md and the headings that were put into it. */
export interface Document {
  readonly text: string
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[]
}

/** The lines of a file as an editor counts and shows them. */
export const linesOf = (text: string): string[] => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

export const joined = (lines: readonly string[]): string => lines.join("\n")

// A piece of a document and the heading that stands on one of its lines, counted from 0.
interface Block {
  readonly lines: readonly string[]
  readonly heading?: { readonly level: number; readonly text: string }
}

const plain = (...lines: readonly string[]): Block => ({ lines })

const words = fc.constantFrom(
  "Setup",
  "Как использовать",
  "Step 1: go",
  "`npm ci`",
  "*Emphasis* [x](y)",
  "日本",
  "a # b",
  "C#",
)

const atx = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    words,
    fc.constantFrom("", " ", "  ", "   "),
    fc.constantFrom("", " #", " ##", "   "),
  )
  .map(([level, text, indent, tail]): Block => {
    const spaces = indent.length > 3 ? "" : indent
    return { lines: [`${spaces}${"#".repeat(level)} ${text}${tail}`], heading: { level, text } }
  })

const setext = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.constantFrom("=", "==========", "-----", "--"))
  .map(([texts, underline]): Block => {
    return {
      lines: [...texts, underline],
      heading: { level: underline.startsWith("=") ? 1 : 2, text: texts.join(" ") },
    }
  })

// What looks like a heading inside and is none.
const inside = fc.array(
  fc.constantFrom("# not this", "Not this\n---", "", "text", "## nor this", "```", "~~~", "- x"),
  {
    maxLength: 5,
  },
)

const fence = fc
  .tuple(fc.constantFrom("`", "~"), fc.integer({ min: 4, max: 7 }), fc.constantFrom("", "sh", " python"), inside)
  .map(([sign, length, info, lines]) =>
    plain(`${sign.repeat(length)}${info}`, ...lines.flatMap((line) => line.split("\n")), sign.repeat(length + 1)),
  )

const dense = ["# not this", "text", "## nor this"]
const others = fc.constantFrom(
  plain("A paragraph", "of two lines."),
  plain("<div>", ...dense, "</div>"),
  plain("<!-- a comment", "", "# not this", "", "-->"),
  plain("<script>", "", "# not this", "</script>"),
  plain("    # indented code", "", "    ## more of it"),
  plain("> # quoted", "> ", "> ## quoted too"),
  plain("- # in a list", "", "  ## in it still"),
  plain("1. one", "   # in it", "2. two"),
  plain("***"),
  plain("| a | b |", "|---|---|", "| 1 | 2 |"),
  plain("#hashtag and \\# escaped"),
  plain("[link]: <https://x.example/#a>"),
)

const blocks = fc.oneof(
  { weight: 3, arbitrary: atx },
  { weight: 2, arbitrary: setext },
  { weight: 2, arbitrary: fence },
  { weight: 3, arbitrary: others },
)

// A blank line, a word and a blank line between blocks keep each from reading the next as its own.
const BETWEEN = ["", "word", ""]

const frontmatters = fc.constantFrom<readonly string[]>(
  [],
  ["---", "name: a", "# a comment", "description: |", "  # text", "  Title", "  =====", "---"],
  ["---", "name: a", "description: >-", "  ## folded", "---"],
  ["---", "name: a: b", "---"],
)

// The host reads frontmatter under LF and CRLF only.
const frontEnds = fc.constantFrom("\n", "\r\n")
const bodyEnds = fc.array(fc.constantFrom("\n", "\r\n", "\r"), { minLength: 1, maxLength: 4 })

/** Documents of all kinds of blocks under all kinds of line ends. */
export const documents: fc.Arbitrary<Document> = fc
  .record({
    mark: fc.constantFrom("", "\uFEFF"),
    front: frontmatters,
    frontEnd: frontEnds,
    bodyEnds,
    blocks: fc.array(blocks, { maxLength: 8 }),
    tail: fc.constantFrom<readonly string[]>([], ["```", "# never closed", ""], ["text"]),
    isEnded: fc.boolean(),
  })
  .map(({ mark, front, frontEnd, bodyEnds, blocks, tail, isEnded }) => {
    const lines: string[] = []
    const headings: { level: number; text: string; line: number }[] = []
    for (const { lines: own, heading } of blocks) {
      if (heading !== undefined) headings.push({ ...heading, line: front.length + lines.length + 1 })
      lines.push(...own, ...BETWEEN)
    }
    lines.push(...tail)
    const body = lines.map((line, at) => (at + 1 < lines.length || isEnded ? line + endAt(bodyEnds, at, lines) : line))
    return { text: mark + front.map((line) => line + frontEnd).join("") + body.join(""), headings }
  })

// A CR in front of a blank line that ends with LF would be one CRLF and not two line ends.
const endAt = (ends: readonly string[], at: number, lines: readonly string[]): string => {
  const end = ends[at % ends.length] ?? "\n"
  const next = ends[(at + 1) % ends.length] ?? "\n"
  return end === "\r" && next === "\n" && lines[at + 1] === "" ? "\r\n" : end
}
