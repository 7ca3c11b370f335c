import fc from "fast-check"

/** How one document is written. */
interface Style {
  readonly eol: string
  readonly unit: string
  readonly layout: "pretty" | "one line" | "tight" | "wild"
  readonly hasTrailingCommas: boolean
}

type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly members: readonly (readonly [string, Value])[] }

const STYLE: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  unit: fc.constantFrom("  ", "\t", "    ", " ", ""),
  layout: fc.constantFrom("pretty", "pretty", "one line", "tight", "wild"),
  hasTrailingCommas: fc.boolean(),
})

/** Strings that trip up what only half reads JSON. */
const ODD_TEXTS = [
  "",
  "//",
  "/* no comment */",
  '27" display, see, this',
  "*.{ts,}",
  "http://x/y//z",
  "a\\b",
  "}",
  "],",
  "пробел и Ж",
  "\u{1f600}",
  "\u2028",
  "tab\there",
  "constructor",
]
const TEXT = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ maxLength: 8 }))
const COMMENT_TEXT = fc.constantFrom(' 27" display, see, this', ' "plugin": ["x"],', "", " Ж", " {", " }", " ,", "*")

const SCALAR: fc.Arbitrary<Value> = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.constant(1.5e-7), TEXT)

const { value: VALUE } = fc.letrec<{ value: Value; list: Value; object: Value }>((tie) => ({
  value: fc.oneof({ maxDepth: 2, depthSize: "small" }, SCALAR, SCALAR, tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc
    .uniqueArray(fc.tuple(TEXT, tie("value")), { maxLength: 3, selector: ([key]) => key })
    .map((members) => ({ members })),
}))

const OTHER_SERVER: Value = {
  members: [
    ["type", "local"],
    ["command", ["node", "server.js"]],
  ],
}

/** Members that are not ours, and now and then the keys under which our entries will stand. */
const MEMBERS = fc
  .tuple(
    fc.uniqueArray(fc.tuple(TEXT, VALUE), { maxLength: 4, selector: ([key]) => key }),
    fc.constantFrom<Value | undefined>(undefined, undefined, [], ["other-plugin"], ["./a.js", ["b", { members: [] }]]),
    fc.constantFrom<Value | undefined>(
      undefined,
      undefined,
      { members: [] },
      { members: [["other", OTHER_SERVER]] },
      {
        members: [
          ["one", OTHER_SERVER],
          ["two", OTHER_SERVER],
        ],
      },
    ),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([members, plugin, mcp, at]) => {
    const own: [string, Value][] = []
    if (plugin !== undefined) own.push(["plugin", plugin])
    if (mcp !== undefined) own.push(["mcp", mcp])
    return [...members.slice(0, at), ...own, ...members.slice(at)]
  })

/** What separates two pieces of a document: white space and comments, as its style has them. */
type Gaps = (indent: string, isBreak: boolean) => string

/** Configuration files of every style: with comments in every place, odd strings, byte order marks, nothing at the end. */
export const CONFIG_TEXT: fc.Arbitrary<string> = fc
  .tuple(STYLE, MEMBERS, fc.infiniteStream(fc.nat({ max: 11 })), fc.infiniteStream(COMMENT_TEXT), fc.nat({ max: 7 }))
  .map(([style, members, dice, comments, ends]) => {
    const roll = (): number => dice.next().value ?? 0
    const comment = (): string => comments.next().value ?? ""
    const gap: Gaps = (indent, isBreak) => gapOf(style, { indent, isBreak, roll, comment })
    const head = ends % 4 === 0 ? gap("", true) : ""
    const tail = ends % 2 === 0 ? style.eol : ends === 3 ? ` // end${comment()}` : ""
    return (ends > 5 ? "\uFEFF" : "") + head + write({ members }, { style, gap, indent: "" }) + tail
  })

interface GapInput {
  readonly indent: string
  readonly isBreak: boolean
  readonly roll: () => number
  readonly comment: () => string
}

const gapOf = ({ eol, layout }: Style, { indent, isBreak, roll, comment }: GapInput): string => {
  const line = (): string => `//${comment()}${eol}${indent}`
  const block = (): string => `/*${comment().replaceAll("*", "")}*/`
  if (layout === "tight") return roll() === 0 ? block() : ""
  if (layout === "one line") return roll() === 0 ? ` ${block()} ` : isBreak ? " " : ""
  if (layout === "pretty") {
    if (!isBreak) return ""
    const chance = roll()
    if (chance === 0) return ` ${line()}`
    if (chance === 1) return `${eol}${indent}${block()}${eol}${indent}`
    return chance === 2 ? ` ${line()}${line()}` : eol + indent
  }
  return (
    ["", " ", eol, "\t", eol + eol, block(), line(), ` ${block()} `, ` ${line()}`, "", "", eol + indent][roll()] ?? ""
  )
}

interface Writing {
  readonly style: Style
  readonly gap: Gaps
  readonly indent: string
}

const write = (value: Value, { style, gap, indent }: Writing): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const inner = { style, gap, indent: indent + style.unit }
  const colon = style.layout === "tight" ? ":" : `${gap(inner.indent, false)}: ${gap(inner.indent, false)}`
  const parts =
    "members" in value
      ? value.members.map(([key, one]) => `${JSON.stringify(key)}${colon}${write(one, inner)}`)
      : value.map((one) => write(one, inner))
  const [open, close] = "members" in value ? "{}" : "[]"
  if (parts.length === 0) return `${open}${style.layout === "wild" ? gap(indent, false) : ""}${close}`
  const comma = style.hasTrailingCommas && style.layout !== "tight" ? `${gap(inner.indent, false)},` : ""
  const between = parts.map((part) => gap(inner.indent, true) + part).join(`${gap(inner.indent, false)},`)
  return `${open}${between}${comma}${gap(indent, true)}${close}`
}
