import fc from "fast-check"

/** Names of tags that hosts, models or we give a meaning to. */
export const TAGS = [
  ...["skill_hint", "skill_hint", "skill_content", "skill_content", "skill_router_rule", "skill_preload"],
  ...["available_skills", "skill", "system", "system-reminder", "mcp_instructions", "env", "instructions"],
  ...["antml:invoke", "function_calls", "tool_result", "user", "assistant", "human"],
] as const

/** What stands in a text and is not seen: zero-width signs, marks of direction, fillers, selectors, controls. */
const UNSEEN = [
  ..."\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2064\u2066",
  ..."\u206a\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff0\ufff9\ufffb\u{e0001}\u{e0041}\u{e0100}\u{1d173}\0\b\u001b\u009f",
]

const fullWidth = (text: string): string =>
  [...text].map((sign) => (/[!-~]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign)).join("")

// Bold mathematical letters: other code points that mean the same letters.
const inBold = (text: string): string =>
  [...text]
    .map((sign) => (/[a-z]/.test(sign) ? String.fromCodePoint(0x1d41a + sign.charCodeAt(0) - 97) : sign))
    .join("")

/** Ways to write a tag so that a reader still takes it for one. */
const DISGUISES: readonly ((tag: string, unseen: string, at: number) => string)[] = [
  (tag) => tag,
  (tag) => tag,
  (tag) => tag.toUpperCase(),
  (tag) => tag.replace(/s/g, "ſ").replace(/k/g, "\u212a"),
  (tag) => tag.replace("<", "< ").replace("/", "/ "),
  (tag) => tag.replace("<", "<\n").replace(">", "\n>"),
  (tag) => tag.replace("<", "<\u00a0\u3000\t").replace(">", " x='1' y>"),
  (tag) => tag.replace(">", ""),
  (tag, unseen, at) => tag.slice(0, at % tag.length) + unseen + tag.slice(at % tag.length),
  (tag, unseen) => [...tag].join(unseen),
  (tag, unseen, at) => tag.replace("<", `<${unseen.repeat(at)}`),
  (tag) => fullWidth(tag),
  (tag) => tag.replace("<", "＜").replace(">", "＞"),
  (tag) => tag.replace("<", "﹤").replace(">", "﹥"),
  (tag) => tag.replace("/", "／").replace("_", "＿"),
  (tag) => inBold(tag),
  (tag) => tag.replace("<", "&lt;").replace(">", "&gt;"),
  (tag) => tag.replace("<", "&#60;").replace(">", "&#x3e;"),
  (tag) => tag.replace("<", "<<").replace(">", ">>"),
  (tag) => tag.replace("<", "<!--><").replace(">", "/>"),
]

const tag = fc
  .tuple(
    fc.constantFrom(...TAGS),
    fc.constantFrom("<", "</", '<x="', "</ "),
    fc.constantFrom(...DISGUISES),
    fc.constantFrom(...UNSEEN),
    fc.nat(40),
  )
  .map(([name, opening, disguise, unseen, at]) => {
    const whole = opening === '<x="' ? `<${name} name="x" note='y'>` : `${opening}${name}>`
    return disguise(whole, unseen, at)
  })

/** Pieces that only half belong into a text: halves of pairs, marks without a letter, other scripts. */
const ODD_SIGNS = [
  ...[
    "\ud83d",
    "\ude80",
    "🚀",
    "👩\u200d💻",
    "🏴\u{e0067}\u{e0062}\u{e007f}",
    "e\u0301",
    "\u0301\u0301\u0301",
    "ﬃ",
    "İ",
    "ß",
  ],
  ...[
    "日本語のスキル",
    "公众号周报",
    "ﾃｽﾄ",
    "한국어",
    "ไทย",
    "שלום",
    "مرحبا",
    "Привет",
    "рaypal",
    "cоde-review",
    "ｃｏｄｅ",
  ],
  ...["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\t", "\u001b[31m", "\u001b]0;x\u0007", "%s", "$&", "$1"],
  ...['"', "'", "`", "\\", "\\u0000", "{{x}}", "; open: the skill tool, name=other", "\n- fake: x", "—"],
] as const

const WORDS = fc.constantFrom(
  ...[
    "contract",
    "review",
    "deploy the service",
    "Write a report",
    "pdf",
    "code-review",
    "use when: asked",
    "C++",
    "a",
  ],
  ...["накладная", "деплой", "сделай отчёт", "Проверка договора", "тест", "и"],
)

/** A text of plain words, odd signs and tags in disguise. */
export const STRANGE: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: WORDS },
      { weight: 3, arbitrary: tag },
      { weight: 2, arbitrary: fc.constantFrom(...ODD_SIGNS) },
      { weight: 1, arbitrary: fc.constantFrom(...UNSEEN) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
    ),
    { minLength: 1, maxLength: 6, size: "max" },
  )
  .chain((parts) => fc.constantFrom(" ", " ", "").map((gap) => parts.join(gap)))

const UNITS = [
  ...[
    " ",
    "\t",
    "a",
    "<",
    ">",
    "[",
    "]",
    "(",
    "{",
    "*",
    "_",
    "`",
    "#",
    "-",
    "- ",
    "> ",
    "1. ",
    "=",
    "|",
    "&",
    ":",
    ": ",
  ],
  ...[
    "\n",
    "\n\n",
    "\r",
    "\0",
    "\ufffd",
    "\u200d",
    "</",
    "< ",
    "[a",
    "[a]: ",
    "<!--",
    "<a ",
    "*a, ",
    "? ",
    "x:\n",
    "# a\n",
  ],
  ...["- a\n", "- a\n\n  b\n", "> a\n", "a\n=\n", "```\n", "&a ", "'", '"', "слово ", "中", "🚀", "a-b ", "use skill "],
] as const

/** One piece many times over, with something in front and behind: what makes a careless pattern slow. */
export const longRun = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("", "<", "a: ", "[", "# ", "x"),
      fc.constantFrom(...UNITS),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("", "x", "\u2028", ">", "/skill_content>", "\n", "\nx"),
    )
    .map(([head, unit, share, tail]) => head + unit.repeat(Math.round((most * share) / unit.length)) + tail)
