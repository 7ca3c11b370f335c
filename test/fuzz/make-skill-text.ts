import { Buffer } from "node:buffer"
import process from "node:process"
import fc from "fast-check"
import { FRONTMATTER } from "./make-frontmatter.ts"
import { longRun, STRANGE } from "./strange-text.ts"

/** A SKILL.md to be written: what it holds, and what its folder is called. */
export interface SkillFile {
  readonly folder: string
  readonly bytes: Buffer
}

/** One file in some dozens is as large as this: more than is indexed or outlined. */
const LARGE = 2_500_000

const heading = fc
  .tuple(fc.integer({ min: 1, max: 7 }), STRANGE, fc.constantFrom("", " #", " ##x", "\t"))
  .map(([level, text, tail]) => `${"#".repeat(level)} ${text}${tail}`)

const setext = fc.tuple(STRANGE, fc.constantFrom("=", "---", "==x", " ===", "-")).map((parts) => parts.join("\n"))

const PREFIXES = ["> ", ">", "- ", "1. ", "   ", "    ", "\t", "* > ", "> - ", "- - - ", "10) "] as const

const BREAKS = fc.constantFrom(
  ...[
    "```\n# no\n```",
    "~~~~js\n# no\n~~~",
    "```\n# never closed",
    "<!--\n# no\n-->",
    "<!-- never closed",
    "<div>\n# no\n",
  ],
  ...["<script>\n# no\n</script>", "<?php\n", "<![CDATA[", "<skill_content>\n# x\n</skill_content>", "***", "- - -"],
  ...["| a | b |\n|---|---|\n| </skill_hint> | x |", "[a]: <b> 'c'", "[a]:\n[b]:\n", "#", "##", "# #", "#no", "\\# no"],
  ...[
    "## When to use\n- asked for a contract\n- `x`",
    "**Triggers**\n1. deploy\n2) накладная",
    "    # code",
    "\f",
    "\n\n",
  ],
)

const NESTED = fc.oneof(
  fc
    .tuple(fc.constantFrom("> ", ">", "- ", "1. ", "* ", "[", "![", "**", "`", "(", "<b>"), fc.nat(12_000))
    .map(([sign, depth]) => `${sign.repeat(depth)}# deep`),
  fc.nat(500).map((depth) => Array.from({ length: depth }, (_, at) => `${"  ".repeat(at)}- # a`).join("\n")),
)

const block: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: STRANGE },
  { weight: 4, arbitrary: heading },
  { weight: 2, arbitrary: setext },
  { weight: 4, arbitrary: BREAKS },
  { weight: 1, arbitrary: NESTED },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PREFIXES), heading).map(([prefix, text]) => prefix + text) },
  { weight: 1, arbitrary: longRun(3_000) },
)

const BODY = fc
  .tuple(
    fc.array(block, { maxLength: 14, size: "max" }),
    fc.constantFrom("\n\n", "\n", "\n\n\n"),
    fc.oneof(
      { weight: 40, arbitrary: fc.constant(1) },
      { weight: 4, arbitrary: fc.constant(30) },
      { weight: 1, arbitrary: fc.constant(400) },
    ),
  )
  .map(([blocks, gap, times]) => `${blocks.join(gap)}${gap}`.repeat(times).slice(0, LARGE))

const EOLS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replace(/\r?\n/g, "\r\n"),
  (text) => text.replace(/\n(.)/g, "\r\n$1"),
]

const TEXT = fc
  .record({
    mark: fc.constantFrom(...Array<string>(16).fill(""), "\uFEFF", "\uFEFF", "\uFEFF\uFEFF"),
    front: FRONTMATTER,
    body: fc.oneof({ weight: 30, arbitrary: BODY }, { weight: 1, arbitrary: longRun(LARGE) }),
    eol: fc.constantFrom(...EOLS),
    // The host reads no frontmatter under bare CRs.
    bodyEol: fc.constantFrom("\n", "\n", "\n", "\r"),
  })
  .map(({ mark, front, body, eol, bodyEol }) => mark + eol(front + body.replaceAll("\n", bodyEol)))

// Invalid bytes, an encoding that nobody expects, a file that breaks off in the middle.
const BYTES: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 40, arbitrary: TEXT.map((text) => Buffer.from(text)) },
  { weight: 3, arbitrary: fc.tuple(TEXT, fc.nat(400)).map(([text, end]) => Buffer.from(text).subarray(0, end)) },
  { weight: 1, arbitrary: TEXT.map((text) => Buffer.from(text.slice(0, 10_000), "utf16le")) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(TEXT, fc.integer({ min: 128, max: 255 }), fc.nat(700_000))
      .map(([text, byte, length]) => Buffer.concat([Buffer.from(text), Buffer.alloc(length, byte), Buffer.from("x")])),
  },
)

// What every file system takes for a name, and on Windows nothing more.
const FOLDER = fc.oneof({ weight: 2, arbitrary: fc.constantFrom("a", "B c", "ж", "a-b") }, STRANGE).map((text) => {
  const named = text
    .replace(/[/\0\p{Cs}]/gu, "")
    .slice(0, 40)
    .replace(/\p{Cs}/gu, "")
  return process.platform === "win32" ? named.replace(/[^\p{L}\p{N} -]/gu, "").trimEnd() : named
})

/** SKILL.md files of every kind, in folders of every name. */
export const SKILL_FILE: fc.Arbitrary<SkillFile> = fc
  .record({ folder: FOLDER, bytes: BYTES })
  .map((file) => ({ ...file, [fc.toStringMethod]: () => JSON.stringify([file.folder, file.bytes.toString("utf8")]) }))
