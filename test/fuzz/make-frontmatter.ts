import fc from "fast-check"
import { longRun, STRANGE } from "./strange-text.ts"

/** The longest piece of a frontmatter; one file in many is larger than what is indexed. */
const MOST = 300_000

const NAMES = fc.constantFrom(
  ...["code-review", "contract-review", "pdf", "deploy", "skill", "a", "Übersetzung", "деплой", "周报"],
  ...["../../etc/passwd", "/etc/passwd", "C:\\x", "a/b", "CON", "~", ".", "-", "*", "***", "name: x"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "12", "1e3", "true", "null", "2020-01-01", ""],
)

/** YAML that is no plain text: other types, tags, anchors, and what the parser must refuse. */
const ODD_VALUES = fc.constantFrom(
  ...["42", "-0", ".inf", ".nan", "0o7", "0x1F", "1:20:30", "1_000", "true", "yes", "null", "~", "", "2020-01-01"],
  ...["[a, b]", "[]", "{a: b}", "{}", "[a, [b, [c]]]", "{? a, b}", "- x", "\n  - x\n  - y", "\n  a: b\n  c: d", "? x"],
  ...["!!binary aGk=", "!!set {a, b}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!str 42", "!!int x", "!!timestamp x"],
  ...["!!js/function 'x'", "!!js/regexp /a/", "!!python/object:os.system x", "!own x", "!<tag:x> y"],
  ...["&a x", "*a", "*nope", "&a [*a]", "&a {b: *a}", "@x", "%x", "`x`", '"unclosed', "'unclosed", "|9\n x", "\tx"],
  ...['"\\ud83d"', '"\\x00\\u202e\\e[31m"', '"a\\\n  b"', "a # b", "a: b: c", "use when: x", "x:", ": x", "|", ">-"],
  ...["- - - x", "[", "]", "{a", "a]", "---", "...", "'it''s'", '"\\q"', "'a' b", "! x", "&", "*"],
)

const indented = (text: string): string => text.replace(/\r\n?|\n/g, "\n  ")

/** A text as YAML's styles write it; the plain one is often no YAML at all. */
const STYLES: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(text),
  (text) => text.replace(/[\r\n]/g, " "),
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => `'${indented(text.replaceAll("'", "''"))}'`,
  (text) => `>-\n  ${indented(text)}`,
  (text) => `|\n  ${indented(text)}`,
  (text) => `&anchor ${JSON.stringify(text)}`,
  (text) => `[${JSON.stringify(text)}, ${JSON.stringify(text)}]`,
]

const VALUE = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...STYLES), STRANGE).map(([style, text]) => style(text)) },
  { weight: 1, arbitrary: ODD_VALUES },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...STYLES), longRun(2_000)).map(([style, text]) => style(text)) },
)

const NAME_VALUE = fc.oneof(
  { weight: 5, arbitrary: NAMES },
  { weight: 2, arbitrary: NAMES.map((name) => JSON.stringify(name)) },
  { weight: 3, arbitrary: VALUE },
)

const KEYS = fc.constantFrom(
  ...["aliases", "keywords", "tags", "triggers", "when_to_use", "when-to-use", "disable-model-invocation"],
  ...["license", "metadata", "allowed-tools", "compatibility", "name", "__proto__", "<<", "имя"],
)

// Each line refers to the one above as often as it can: 9 to the power of the depth.
const laughs = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, at) =>
      `l${at}: &l${at} [${
        at === 0
          ? "x"
          : Array(9)
              .fill(`*l${at - 1}`)
              .join(",")
      }]`,
  ).join("\n")

const merges = (size: number): string =>
  `m: &m {${Array.from({ length: size }, (_, at) => `k${at}: 1`).join(", ")}}\n` +
  Array.from({ length: size }, (_, at) => `n${at}: {<<: [*m, *m], k0: 2}`).join("\n")

/** Lines that are small on disk and large or endless when they are read. */
const BOMBS = fc.oneof(
  fc.nat(12).map(laughs),
  fc.nat(1_500).map(merges),
  fc.constantFrom("c: &c\n  d: *c", "s: &s [*s, *s]", "<<: *gone", "<<: [1, x]", "x: &x {<<: *x}", "? [a, [b]]\n: c"),
  fc.nat(20_000).map((depth) => `deep: ${"[".repeat(depth)}${"]".repeat(depth)}`),
  fc.nat(20_000).map((depth) => `deep: ${"{a: ".repeat(depth)}`),
  fc.nat(2_000).map((depth) => Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}a:`).join("\n")),
  fc.nat(20_000).map((size) => Array.from({ length: size }, (_, at) => `key${at}: v`).join("\n")),
  fc.nat(8_000).map((size) => `o: !!omap\n${Array.from({ length: size }, (_, at) => `- k${at}: 1`).join("\n")}`),
  fc
    .tuple(fc.constantFrom("description: ", "name: ", "x: a: b\ny: ", "# "), longRun(MOST))
    .map((parts) => parts.join("")),
)

const MEMBER = fc.tuple(KEYS, VALUE)

const LINES = fc
  .record({
    name: fc.option(NAME_VALUE, { freq: 12 }),
    description: fc.option(VALUE, { freq: 8 }),
    more: fc.uniqueArray(MEMBER, { maxLength: 2, selector: ([key]) => key }),
    odd: fc.oneof(
      { weight: 14, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: STRANGE },
      { weight: 3, arbitrary: BOMBS },
    ),
    place: fc.nat(6),
  })
  .map(({ name, description, more, odd, place }) => {
    const lines = [
      ...(name === null ? [] : [`name: ${name}`]),
      ...(description === null ? [] : [`description: ${description}`]),
      ...more.map(([key, value]) => `${key}: ${value}`),
    ]
    // What breaks YAML is wanted in some files, not in all.
    if (odd !== undefined) lines.splice(place, 0, odd)
    return lines.join("\n")
  })

const OPENINGS = fc.oneof(
  { weight: 40, arbitrary: fc.constant("---\n") },
  fc.constantFrom(
    ...[
      "--- \n",
      "---\t\n",
      "---yaml\n",
      "---json\n",
      "---js\n",
      "---\u001b[2J\n",
      "--- name: x\n",
      "----\n",
      " ---\n",
    ],
    ...["\n---\n", "+++\n", "", "---", "﻿---\n"],
  ),
  longRun(3_000).map((text) => `---${text}\n`),
)

const CLOSINGS = fc.oneof(
  { weight: 40, arbitrary: fc.constant("\n---\n") },
  fc.constantFrom(
    "\n--- \n",
    "\n---",
    "\n----\n",
    "\n---x\n",
    "\n...\n",
    "\n ---\n",
    "---\n",
    "",
    "\n---\n---\n",
    "\n\n---\n\n",
  ),
)

/** The head of a SKILL.md, good or broken in every way that files of this kind are. */
export const FRONTMATTER: fc.Arbitrary<string> = fc.tuple(OPENINGS, LINES, CLOSINGS).map((parts) => parts.join(""))
