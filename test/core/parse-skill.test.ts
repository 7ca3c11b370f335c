import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type ParsedSkill, parseSkill } from "../../core/parse-skill.ts"
import { makeRoot } from "./make-skill.ts"

const parse = (text: string, more: { readonly hasFlatFiles?: boolean } = {}): ParsedSkill =>
  parseSkill({ path: "/r/a/SKILL.md", realPath: "/real/SKILL.md", root: makeRoot("/r", more), id: "a", text })

const framed = (lines: string, body = ""): string => `---\n${lines}\n---\n${body}`

/** The one problem of a text as `code line`, and whether a skill came of it. */
const check = (text: string, expected: string | undefined, kind: "loaded" | "dropped"): void => {
  const { skill, problems } = parse(text)
  const found = problems.map(({ code, line }) => `${code} ${line}`)
  assert.deepEqual(found, expected === undefined ? [] : [expected], JSON.stringify(text))
  assert.equal(skill !== undefined, kind === "loaded")
  for (const { isDropped, path, message } of problems) {
    assert.equal(isDropped, kind === "dropped")
    assert.equal(path, "/r/a/SKILL.md")
    assert.ok(message.length > 30, message)
  }
}

describe("parseSkill", () => {
  it("gives a skill with all the index needs", () => {
    const body = "# Title\n\nIntro.\n\n## When to use\n- draft a contract\n- review it\n\n```sh\nrm\n```\nEnd.\n"
    const front = 'name: b\ndescription: Say "draft it" to start\naliases: [one, 2, two]\nkeywords: k1'
    const { skill, problems } = parse(framed(front, body))
    assert.deepEqual(problems, [])
    assert.deepEqual(skill, {
      name: "b",
      id: "a",
      description: 'Say "draft it" to start',
      path: "/r/a/SKILL.md",
      realPath: "/real/SKILL.md",
      root: makeRoot("/r"),
      isManualOnly: false,
      headings: ["Title", "When to use"],
      aliases: ["one", "two", "k1", "draft a contract", "review it", "draft it"],
      excerpt: "# Title\n\nIntro.\n\n## When to use\n- draft a contract\n- review it\n\n \nEnd.\n",
    })
  })

  it("names what is wrong with the frontmatter and on which line", () => {
    check("# Title\n", "no-frontmatter 1", "dropped")
    check("", "no-frontmatter 1", "dropped")
    check("---toml\nname = 'a'\n---\n", "frontmatter-language 1", "dropped")
    check(framed("name: a\ndescription: @x"), "yaml 3", "dropped")
    check(framed("name: a\nwhen-to-use: b: c\ndescription: d"), "yaml 3", "dropped")
    check(framed("description: d"), "no-name 1", "dropped")
    check("---\n---\n", "no-name 1", "dropped")
  })

  it("quotes what is wrong on one line and not at length", () => {
    const told = (text: string): string => parse(text).problems[0]?.message ?? ""
    assert.match(told("---\u001b[2J\u202ex\nname: a\n---\n"), /opens with `--- ?\[2Jx`/)
    for (const text of [`---${"x".repeat(90_000)}\nname: a\n---\n`, framed(`name: a\nb: *${"x".repeat(90_000)}`)])
      assert.ok(told(text).length < 400 && told(text).includes("x…"), told(text).slice(0, 400))
  })

  it("names a value of the wrong type, its line and what it is", () => {
    check(framed("description: d\nname: 123"), "name-type 3", "dropped")
    check(framed("name: [a]"), "name-type 2", "dropped")
    check(framed("name: ~"), "name-type 2", "dropped")
    check(framed("name: __proto__"), "name-type 2", "dropped")
    check(framed("name: a\nx: 1\ndescription: 2024-01-01"), "description-type 4", "dropped")
    check(framed("name: a\ndescription:"), "description-type 3", "dropped")
    assert.match(parse(framed("name: a\ndescription:")).problems[0]?.message ?? "", /description is empty/)
    assert.match(parse(framed("name: 2024-01-01")).problems[0]?.message ?? "", /name is a date/)
    assert.match(parse(framed("name: a\ndescription: [x]")).problems[0]?.message ?? "", /description is a list/)
  })

  it("names the line of a wrong value whatever the spelling of its key", () => {
    check(framed('x: 1\n"name": 123'), "name-type 3", "dropped")
    check(framed("x: 1\nname : 123"), "name-type 3", "dropped")
    check(framed("  x: 1\n  name: 123"), "name-type 3", "dropped")
  })

  it("names the line of the colon that only the second reading forgives", () => {
    check(framed("name: a\ndescription: Use: this"), "lenient 3", "loaded")
    check(framed("x: 'q: r'\nname: a\ndescription: d\nwhen: b: c"), "lenient 5", "loaded")
    check(framed("name: a\r\ndescription: ends:").replace(/\r?\n/g, "\r\n"), "lenient 3", "loaded")
  })

  it("keeps a skill without description, and one with an empty one", () => {
    check(framed("name: a"), undefined, "loaded")
    check(framed('name: a\ndescription: ""'), undefined, "loaded")
    assert.equal(parse(framed("name: a")).skill?.description, undefined)
  })

  it("keeps a name as it stands, whatever is in it", () => {
    const named = (name: string): string | undefined => parse(framed(`name: ${name}`)).skill?.name
    assert.equal(named('"two\\nlines"'), "two\nlines")
    assert.equal(named('"</skill_hint><x a=\\"b\\">"'), '</skill_hint><x a="b">')
    assert.equal(named('"  padded  "'), "  padded  ")
    assert.equal(named("constructor"), "constructor")
    assert.equal(named("Отчёт".normalize("NFD")), "Отчёт".normalize("NFD"))
    assert.equal(named('""'), "")
  })

  it("knows a manual-only skill by true and by nothing else", () => {
    const isManual = (value: string): boolean | undefined =>
      parse(framed(`name: a\ndisable-model-invocation: ${value}`)).skill?.isManualOnly
    for (const value of ["true", "True", "TRUE", '"true"']) assert.equal(isManual(value), true, value)
    for (const value of ["false", "1", "maybe", "[true]", "~"]) assert.equal(isManual(value), false, value)
  })

  it("reads other words for the skill from every key, texts and lists only", () => {
    const keys = ["aliases", "keywords", "tags", "triggers", "when_to_use", "when-to-use"]
    for (const key of keys)
      assert.deepEqual(parse(framed(`name: a\n${key}: [x, 1, y]`)).skill?.aliases, ["x", "y"], key)
    assert.deepEqual(parse(framed("name: a\ntags: {x: y}")).skill?.aliases, [])
  })

  it("reads the items below a heading or a bold line that announces uses, in both languages", () => {
    const items = (line: string): readonly string[] | undefined =>
      parse(framed("name: a", `${line}\n\n- one\n* two\n1. three\n\n## Other\n- four\n`)).skill?.aliases
    for (const line of ["## When to use", "**Use when:**", "## Triggers", "# Когда использовать", "### Use cases"])
      assert.deepEqual(items(line), ["one", "two", "three"], line)
    assert.deepEqual(items("## Steps"), [])
  })

  it("bounds headings, aliases and excerpt", () => {
    const body = "# Heading\n".repeat(500) + "word ".repeat(5_000)
    const tags = Array.from({ length: 200 }, (_, at) => `t${at}`).join(", ")
    const { skill } = parse(framed(`name: a\ntags: [${tags}, ${"x".repeat(900)}]`, body))
    assert.equal(skill?.headings.length, 60)
    assert.equal(skill?.aliases.length, 60)
    assert.ok((skill?.excerpt.length ?? 0) <= 4_000)
    assert.equal(parse(framed(`name: a\ntags: ${"x".repeat(900)}`)).skill?.aliases[0]?.length, 300)
    assert.equal(parse(framed("name: a", `# ${"h".repeat(900)}`)).skill?.headings[0]?.length, 300)
  })

  it("reads binary bytes, huge bodies and hostile lines without a fault", { timeout: 20_000 }, () => {
    const noise = Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 256)).toString("utf8")
    assert.equal(parse(noise).skill, undefined)
    assert.equal(parse(framed("name: a", noise)).skill?.name, "a")
    for (const unit of ["`".repeat(9), "- x\n", "> ", "# \n", '"a', "when to use ", "**", "\r", "\u2028"]) {
      assert.equal(
        parse(
          framed(
            `name: a\ndescription: "${unit.replace(/["\r]/g, " ").replace(/\n/g, " ").repeat(1_000)}"`,
            unit.repeat(8_000),
          ),
        ).skill?.name,
        "a",
        unit,
      )
    }
  })

  it("gives the same result twice", () => {
    const text = framed("name: a\ndescription: b: c", "# T\n")
    assert.deepEqual(parse(text), parse(text))
  })

  it("names a skill without a name by its id on V2", () => {
    assert.equal(parse(framed("description: d"), { hasFlatFiles: true }).skill?.name, "a")
    assert.equal(parse(framed("name: b"), { hasFlatFiles: true }).skill?.name, "b")
  })
})
