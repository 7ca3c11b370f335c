import type { OddCase } from "./odd-case.ts"

/** Cases whose oddity is in the text of one SKILL.md. `NAME` in a text stands for the case's id. */
export const frontmatterCases = (): readonly OddCase[] => [
  ...encodings(),
  ...fences(),
  ...names(),
  ...descriptions(),
  ...leniency(),
  ...yaml(),
  ...bodies(),
]

const one = (id: string, text: string | Uint8Array, note: string): OddCase => ({
  id,
  root: "path",
  files: { "SKILL.md": typeof text === "string" ? text.replaceAll("NAME", id) : text },
  note,
})

/** The usual frame around frontmatter lines. */
const framed = (id: string, lines: string, note: string): OddCase =>
  one(id, `---\n${lines}\n---\n# Title\n\nBody.\n`, note)

const plain = "---\nname: NAME\ndescription: Draft release notes\n---\n# Title\n\nBody.\n"

const encodings = (): readonly OddCase[] => {
  const bytes = (id: string, encoding: BufferEncoding, mark: string): Uint8Array =>
    Buffer.from(mark + plain.replaceAll("NAME", id), encoding)
  return [
    one("bom", `\uFEFF${plain}`, "byte order mark"),
    one("bom-twice", `\uFEFF\uFEFF${plain}`, "two byte order marks: only one is taken away"),
    one("crlf", plain.replaceAll("\n", "\r\n"), "CRLF line ends"),
    one("bom-crlf", `\uFEFF${plain.replaceAll("\n", "\r\n")}`, "byte order mark and CRLF"),
    one("cr-only", plain.replaceAll("\n", "\r"), "CR line ends"),
    one("mixed-ends", "---\r\nname: NAME\ndescription: Draft\r\n---\nBody\r\nmore\n", "CRLF and LF mixed"),
    one("utf16le", bytes("utf16le", "utf16le", "\uFEFF"), "UTF-16 LE with a mark"),
    one("utf16le-bare", bytes("utf16le-bare", "utf16le", ""), "UTF-16 LE without a mark"),
    one("utf16be", Buffer.from(bytes("utf16be", "utf16le", "\uFEFF")).swap16(), "UTF-16 BE with a mark"),
    one("latin1", bytes("latin1", "latin1", "").slice(), "plain ASCII through latin1"),
    one(
      "bad-utf8-body",
      Buffer.from(`${plain.replaceAll("NAME", "bad-utf8-body")}\xff\xfe\n`, "latin1"),
      "bad UTF-8 in the body",
    ),
    one(
      "bad-utf8-description",
      Buffer.from("---\nname: bad-utf8-description\ndescription: caf\xe9\n---\n", "latin1"),
      "bad UTF-8",
    ),
    one("nul-body", `${plain}\0\0\n`, "NUL in the body"),
    one("nul-description", "---\nname: NAME\ndescription: a\0b\n---\n", "NUL in the frontmatter"),
    one(
      "control-description",
      "---\nname: NAME\ndescription: a\u0007b\n---\n",
      "a control character in the frontmatter",
    ),
    one("line-separator", "---\nname: NAME\ndescription: a\u2028b\u0085c\n---\n", "line ends that only Unicode knows"),
    one("empty", "", "an empty file"),
    one("only-bom", "\uFEFF", "nothing but a mark"),
  ]
}

const fences = (): readonly OddCase[] => {
  const opened = (id: string, opener: string, note: string): OddCase =>
    one(id, `${opener}\nname: NAME\ndescription: d\n---\nBody.\n`, note)
  const closed = (id: string, closer: string, note: string): OddCase =>
    one(id, `---\nname: NAME\ndescription: d\n${closer}\nBody.\n`, note)
  const json = (id: string, opener: string): OddCase =>
    one(id, `${opener}\n{"name": "NAME", "description": "from JSON"}\n---\nBody.\n`, "JSON frontmatter")
  return [
    opened("opener-yaml", "---yaml", "a language behind the fence"),
    opened("opener-yml", "--- yml", "a language behind a space"),
    opened("opener-yaml-upper", "---YAML", "a language in capitals"),
    opened("opener-comment", "--- # c", "a comment behind the fence is taken for a language"),
    opened("opener-spaces", "---   ", "spaces behind the fence"),
    opened("opener-tab", "---\t", "a tab behind the fence"),
    opened("opener-four", "----", "four dashes"),
    opened("opener-toml", "---toml", "a language the host has no reader for"),
    opened("opener-indented", " ---", "a space in front of the fence"),
    opened("opener-blank-line", "\n---", "a blank line in front"),
    opened("opener-zero-width", "\u200B---", "a zero-width space in front"),
    opened("opener-dashes-em", "\u2014\u2014\u2014", "em dashes"),
    opened("opener-plus", "+++", "the fence of TOML"),
    json("opener-json", "---json"),
    json("opener-json-space", "--- json"),
    json("opener-none-json", "---"),
    one("opener-js", '---js\n{ name: "NAME", description: "evaluated" }\n---\nBody.\n', "the host runs this as code"),
    closed("closer-text", "--- end", "text behind the closing fence"),
    closed("closer-four", "----", "four dashes close as well"),
    closed("closer-spaces", "---  ", "spaces behind the closing fence"),
    closed("closer-dots", "...", "the end mark of YAML"),
    closed("closer-indented", " ---", "an indented closing fence"),
    one("unclosed", "---\nname: NAME\ndescription: d\n", "no closing fence and no body"),
    one(
      "unclosed-body",
      "---\nname: NAME\ndescription: d\n\n# Title\n\nBody.\n",
      "no closing fence: the body is read as YAML",
    ),
    one("only-frontmatter", "---\nname: NAME\ndescription: d\n---", "nothing behind the fence, not even a line end"),
    one("only-opener", "---", "an opening fence alone"),
    one("empty-frontmatter", "---\n---\nBody.\n", "an empty frontmatter"),
    one("comment-frontmatter", "---\n# name: NAME\n---\nBody.\n", "nothing but a comment"),
    one("no-frontmatter", "# Title\n\nBody.\n", "no frontmatter"),
    one("late-frontmatter", "# Title\n---\nname: NAME\n---\n", "a heading in front"),
    one(
      "fence-in-literal",
      "---\nname: NAME\ndescription: |\n  a\n---\n  b\n---\nBody.\n",
      "a fence inside a literal text",
    ),
    one("second-block", `${plain}---\nname: other\n---\nmore\n`, "a second block in the body"),
  ]
}

const names = (): readonly OddCase[] => {
  const named = (id: string, name: string, note: string): OddCase =>
    framed(id, `name: ${name}\ndescription: named ${id}`, note)
  return [
    framed("name-missing", "description: d", "no name"),
    named("name-number", "123", "a number"),
    named("name-number-quoted", '"124"', "a number in quotes"),
    named("name-tagged", "!!str 125", "a number with the tag of a string"),
    named("name-date", "2024-01-01", "a date"),
    named("name-date-like", "2024-1", "not quite a date"),
    named("name-yes", "yes", "a boolean of YAML 1.1"),
    named("name-on", "On", "a boolean of YAML 1.1"),
    named("name-true", "true", "a boolean"),
    named("name-true-title", "True", "a boolean"),
    named("name-null", "null", "null"),
    named("name-tilde", "~", "null"),
    named("name-blank", "", "no value"),
    named("name-empty", '""', "an empty string"),
    named("name-space", '" "', "a space"),
    named("name-padded", '"  padded  "', "spaces at the ends"),
    named("name-hex", "0x1F", "a number"),
    named("name-octal", "0o17", "an octal number of YAML 1.2 only"),
    named("name-exponent", "1e3", "a number"),
    named("name-underscore", "1_000", "a number of YAML 1.1"),
    named("name-time", "12:30:45", "a number of base 60 in YAML 1.1"),
    named("name-version", "1.2.3", "not a number"),
    named("name-infinite", ".inf", "a number"),
    named("name-list", "[a, b]", "a list"),
    named("name-map", "{ a: b }", "a map"),
    named("name-colon", "a:b", "a colon without a space"),
    named("name-slash", "group/skill", "a slash"),
    named("name-dots", "../up", "a way out"),
    named("name-unicode", "Отчёт-日本-é", "letters beyond ASCII, composed"),
    named("name-nfd", "Отчёт-é".normalize("NFD"), "the same letters, decomposed"),
    named("name-emoji", "🚀 launch", "an emoji"),
    named("name-nbsp", "a\u00A0b", "a no-break space"),
    named("name-capitals", "Upper Case Name", "capitals and spaces"),
    named("name-newline", '"two\\nlines"', "a line end in it"),
    named("name-long", "n".repeat(300), "300 characters"),
    named("name-markup", '"</name><x>"', "markup"),
    named("name-to-string", "toString", "a name every object has"),
    named("name-constructor", "constructor", "a name every object has"),
    named("name-proto", "__proto__", "a name that sets a prototype"),
    named("name-comment", "commented # not this", "a comment behind it"),
    framed("name-twice", "name: NAME\nname: other\ndescription: d", "the key twice"),
    framed("name-key-capital", "Name: NAME\ndescription: d", "the key in capitals"),
    framed("name-key-quoted", '"name": NAME\n"description": d', "the keys in quotes"),
    framed("name-key-space", "name : NAME\ndescription : d", "a space in front of the colon"),
    framed("name-key-no-space", "name:NAME\ndescription: d", "no space behind the colon"),
    framed("name-tab", "name:\tNAME\ndescription:\td", "tabs behind the colons"),
    framed("name-indented", "  name: NAME\n  description: d", "everything indented"),
    framed("name-folded", "name: >-\n  folded\n  name\ndescription: d", "a folded name"),
    framed("name-differs", "name: quite-another-name\ndescription: d", "not the folder's name"),
  ]
}

const descriptions = (): readonly OddCase[] => {
  const described = (id: string, description: string, note: string): OddCase =>
    framed(id, `name: NAME\ndescription:${description}`, note)
  return [
    framed("description-missing", "name: NAME", "no description"),
    described("description-blank", "", "no value: null drops the whole skill"),
    described("description-null", " null", "null"),
    described("description-empty", ' ""', "an empty string"),
    described("description-number", " 42", "a number"),
    described("description-true", " true", "a boolean"),
    described("description-date", " 2024-01-01", "a date"),
    described("description-list", "\n  - a\n  - b", "a list"),
    described("description-map", "\n  a: b", "a map"),
    described("description-folded", " >\n  one\n  two\n\n  three\n", "folded"),
    described("description-folded-strip", " >-\n  one\n  two", "folded without the last line end"),
    described("description-literal", " |\n  one\n  two", "literal"),
    described("description-literal-keep", " |+\n  one\n\n", "literal with all line ends"),
    described("description-literal-indent", " |2\n    one\n  two", "literal with an indentation of its own"),
    described("description-next-line", "\n  on the next\n  two lines", "plain on the following lines"),
    described("description-continued", " begins here\n  and goes on", "plain over two lines"),
    described("description-double", ' "a\\tb \\u00e9 \\"c\\""', "escapes in double quotes"),
    described("description-double-lines", ' "one\n  two\\\n  three"', "double quotes over lines"),
    described("description-single", " 'it''s one'", "a doubled quote"),
    described("description-hash", " uses C # and more", "a comment cuts it"),
    described("description-hash-tight", " uses C# and #more", "no comment"),
    described("description-huge", ` ${"word ".repeat(40_000)}`, "200 KB"),
    described("description-angle", " use <file> & 'x'", "markup"),
    described("description-nbsp", "\u00A0text", "a no-break space in front"),
  ]
}

const leniency = (): readonly OddCase[] => {
  const broken = (id: string, lines: string, note: string): OddCase => framed(id, `name: NAME\n${lines}`, note)
  return [
    broken("colon", "description: Harden screens: error states. Use when: shipping", "an unquoted colon"),
    broken("colon-end", "description: ends with a colon:", "a colon at the end"),
    broken("colon-url", "description: see https://x.example/a: b", "a URL and a colon"),
    broken("colon-hash", "description: a: b # kept", "what would be a comment is kept"),
    broken("colon-hyphen-key", "description: d\nwhen-to-use: a: b", "a hyphenated key is not rescued"),
    broken("colon-other-key", "description: d\nwhen: a: b", "another key is rescued"),
    broken("colon-indented", "description: d\nmetadata:\n  note: a: b", "an indented key is not rescued"),
    broken("colon-continued", "description: Use: this\n  and that", "a second line, indented by two"),
    broken("colon-continued-one", "description: Use: this\n and that", "a second line, indented by one"),
    broken("colon-continued-deep", "description: Use: this\n    and that", "a second line, indented by four"),
    broken("colon-after-blank", "description: Use: this\n\n  and that", "a second line behind a blank one"),
    broken("colon-beside-list", "description: a: b\ntags:\n- one\n- two", "a list that is not indented beside it"),
    broken("colon-beside-flow", "description: a: b\ntags: [x, 'k: v']", "a flow list with a colon beside it"),
    broken("colon-beside-quoted", "description: a: b\nother: 'x: y'", "a quoted value beside it"),
    broken("colon-beside-folded", "description: a: b\nother: >-\n  x: y", "a folded value beside it"),
    broken("colon-beside-header", "other: > # c: d\n  folded\ndescription: a: b", "a folded header with a comment"),
    broken("colon-single-quote", "description: it's 'x: y' here: z", "quotes inside"),
    broken("colon-quote-start", 'description: "quoted" then: more', "begins with a quote: not rescued"),
    broken("colon-flow-start", "description: [x]: y", "begins like a list"),
    broken("colon-map-start", "description: {x}: y", "begins like a map"),
    broken("colon-at-start", "description: @mention: y", "begins with a reserved sign and has a colon"),
    broken("colon-two", "description: a: b\nother: c: d", "two keys with colons"),
    broken("colon-emoji", "description: \u{1F680} go: now", "an emoji in front"),
    one("colon-name", "---\nname: odd: name\ndescription: d\n---\nBody.\n", "a colon in the name"),
    one("colon-crlf", "---\r\nname: NAME\r\ndescription: a: b\r\n---\r\nBody.\r\n", "a colon and CRLF"),
    one("colon-bom", "\uFEFF---\nname: NAME\ndescription: a: b\n---\nBody.\n", "a colon and a mark"),
    one("colon-closer-four", "---\nname: NAME\ndescription: a: b\n----\nBody.\n", "a colon and four dashes"),
    one("colon-opener-yaml", "---yaml\nname: NAME\ndescription: a: b\n---\nBody.\n", "a colon and a language"),
    one(
      "colon-opener-space",
      "--- \nname: NAME\ndescription: a: b\n---\nBody.\n",
      "a colon and a space behind the fence",
    ),
    one("colon-unclosed", "---\nname: NAME\ndescription: a: b\n", "a colon and no closing fence"),
    broken("reserved-at", "description: @mention first", "a reserved sign in front"),
    broken("reserved-tick", "description: `code` first", "a reserved sign in front"),
    broken("reserved-percent", "description: %x first", "a directive's sign in front"),
    broken("reserved-star", "description: *bold* first", "an alias that is none"),
    broken("reserved-and", "description: &x first", "an anchor"),
    broken("reserved-bang", "description: !x first", "an unknown tag"),
    broken("reserved-bracket", "description: [draft] text", "text behind a list"),
    broken("reserved-dash", "description: - text", "a list in a value"),
    broken("quote-open", 'description: "never closed', "a quote that is never closed"),
    broken("quote-tail", "description: 'a' b", "text behind a quoted value"),
  ]
}

const yaml = (): readonly OddCase[] => [
  framed("anchors", "base: &b Use it\nname: NAME\ndescription: *b", "an anchor and its alias"),
  framed("merge-key", "base: &b\n  description: merged\n<<: *b\nname: NAME", "a merge key"),
  framed("flow-map", "{ name: NAME, description: flow }", "the whole frontmatter is a flow map"),
  framed("list-top", "- name: NAME", "the whole frontmatter is a list"),
  framed("scalar-top", "just a text", "the whole frontmatter is a text"),
  framed("tab-indent", "name: NAME\ndescription: >\n\tfolded with a tab", "a tab for indentation"),
  framed("duplicate-description", "name: NAME\ndescription: one\ndescription: two", "a key twice"),
  framed("duplicate-other", "name: NAME\ndescription: one\nx: 1\nx: 2", "another key twice"),
  framed("unknown-tag", "name: NAME\ndescription: d\nx: !foo bar", "an unknown tag"),
  framed("function-tag", 'name: NAME\ndescription: d\nx: !!js/function "function () {}"', "a dangerous tag"),
  framed("binary-tag", "name: NAME\ndescription: d\nx: !!binary aGk=", "bytes"),
  framed("document-end", "name: NAME\ndescription: d\n...", "an end mark at the end"),
  framed("directive", "%YAML 1.2\nname: NAME\ndescription: d", "a directive"),
  framed("complex-key", "? [a]\n: b\nname: NAME\ndescription: d", "a key that is a list"),
  framed("trailing-spaces", "name: NAME   \ndescription: d   ", "spaces at the ends of lines"),
  framed("blank-lines", "\n\nname: NAME\n\n\ndescription: d\n\n", "blank lines"),
  framed("comments", "# c: d\nname: NAME # c\n  # indented\ndescription: d", "comments"),
  framed("manual-only", "name: NAME\ndescription: d\ndisable-model-invocation: true", "the host pays no heed"),
  framed("hidden-key", "name: NAME\ndescription: d\nhidden: true\nuser-invocable: false", "the host pays no heed"),
]

const bodies = (): readonly OddCase[] => [
  one("body-huge", `${plain}${"A line of the body that says little.\n".repeat(43_000)}`, "1.6 MB"),
  one("body-long-line", `${plain}${"x".repeat(400_000)}\n`, "one line of 400 KB"),
  one("body-leading-blank", "---\nname: NAME\ndescription: d\n---\n\n\n# Title\n", "blank lines behind the fence"),
  one("body-template", `${plain}\${x} {{y}} {env:HOME} !\`date\` @file $ARGUMENTS\n`, "signs of templates"),
]
