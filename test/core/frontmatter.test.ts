import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import matter from "gray-matter"
import { readFrontmatter } from "../../core/frontmatter.ts"

const check = (text: string, expected: Readonly<Record<string, unknown>>): void => {
  const { fields, bodyLine, body, isLenient, fault } = readFrontmatter(text)
  const found = { ...fields, bodyLine, body, isLenient, fault: fault?.code, line: fault?.line }
  const wanted = { bodyLine: 1, body: "", isLenient: false, fault: undefined, line: undefined, ...expected }
  assert.deepEqual(found, wanted, JSON.stringify(text))
}

describe("readFrontmatter", () => {
  it("splits fields and body and says where the body begins", () => {
    check("---\nname: a\ndescription: d\n---\n# T\n", { name: "a", description: "d", body: "# T\n", bodyLine: 5 })
    check("\uFEFF---\r\nname: a\r\n---\r\nB\r\n", { name: "a", body: "B\r\n", bodyLine: 4 })
    check("---\nname: a\n---", { name: "a", bodyLine: 3 })
    check("---\nname: a\n", { name: "a", bodyLine: 3 })
  })

  it("keeps what stands behind the closing fence as the body's first line", () => {
    check("---\nname: a\n--- end\nB\n", { name: "a", body: " end\nB\n", bodyLine: 3 })
    check("---\nname: a\n----\nB\n", { name: "a", body: "-\nB\n", bodyLine: 3 })
  })

  it("takes the whole text for the body where there is no frontmatter", () => {
    for (const text of [
      "# T\n",
      "",
      "\n---\nname: a\n---\n",
      " ---\nname: a\n---\n",
      "----\nname: a\n---\n",
      "+++\n",
    ]) {
      check(text, { body: text, fault: "no-frontmatter", line: 1 })
    }
  })

  it("reads YAML and JSON, and runs no code", () => {
    check('---json\n{"name": "a"}\n---\n', { name: "a", bodyLine: 4 })
    check("---YAML\nname: a\n---\n", { name: "a", bodyLine: 4 })
    check('---js\n{ name: (globalThis.ran = true, "a") }\n---\n', {
      fault: "frontmatter-language",
      line: 1,
      bodyLine: 4,
    })
    assert.equal("ran" in globalThis, false)
    check('---\nname: !!js/function "function () {}"\n---\n', { fault: "yaml", line: 2, bodyLine: 4 })
    for (const language of ["toml", "toString", "__proto__", "constructor"]) {
      check(`---${language}\nname: a\n---\n`, { fault: "frontmatter-language", line: 1, bodyLine: 4 })
    }
  })

  it("gives what stands behind the opening fence to the YAML reader, as the host does", () => {
    assert.throws(() => matter("---\u00A0\nname: a\n---\n", {}))
    check("---\u00A0\nname: a\n---\n", { fault: "yaml", line: 2, bodyLine: 4 })
    check("--- \t\nname: a\n---\n", { name: "a", bodyLine: 4 })
  })

  it("knows JSON by its small letters only, as the host does", () => {
    assert.throws(() => matter('---JSON\n{"name": "a"}\n---\n', {}))
    check('---JSON\n{"name": "a"}\n---\n', { fault: "frontmatter-language", line: 1, bodyLine: 4 })
  })

  it("reads a value with a colon literally the second time", () => {
    check("---\nname: a\ndescription: Use: this. When: now # kept\n---\n", {
      name: "a",
      description: "Use: this. When: now # kept",
      isLenient: true,
      bodyLine: 5,
    })
    check("---\r\nname: a\r\ndescription: b: c\r\n---\r\n", {
      name: "a",
      description: "b: c",
      isLenient: true,
      bodyLine: 5,
    })
  })

  it("takes no longer for a value of many spaces that ends in a line separator", () => {
    const started = performance.now()
    const { fields } = readFrontmatter(`---\nname: a\ndescription: b: c\nx:${" ".repeat(200_000)}y\u2028\n---\n`)
    assert.equal(fields.description, "b: c")
    assert.ok(performance.now() - started < 2_000)
  })

  it("names the line of a fault", () => {
    check("---\nname: a\nwhen-to-use: b: c\n---\n", { fault: "yaml", line: 3, bodyLine: 5 })
    check("\uFEFF---\nname: a\n\ndescription: b: c\n---\n", { fault: "yaml", line: 4, bodyLine: 6 })
    check("---\nname: a\nname: b\n---\n", { fault: "yaml", line: 3, bodyLine: 5 })
    check("---\nname: a\ndescription: @x\n---\n", { fault: "yaml", line: 3, bodyLine: 5 })
  })

  it("has no fields for a list, a text or nothing", () => {
    for (const matter of ["- name: a", "text", "", "# c", "~"]) {
      const { fields, fault } = readFrontmatter(`---\n${matter}\n---\n`)
      assert.deepEqual({ fields, fault }, { fields: {}, fault: undefined }, matter)
    }
  })

  it("sets no prototype", () => {
    const { fields } = readFrontmatter("---\n__proto__:\n  polluted: yes\nname: a\n---\n")
    assert.equal(fields.name, "a")
    assert.equal("polluted" in {}, false)
  })
})

describe("readFrontmatter beside gray-matter", () => {
  it("gives name, description and body as the host has them", () => {
    fc.assert(
      fc.property(files, (text) => {
        const host = asHost(text)
        const ours = readFrontmatter(text)
        if (host === undefined) assert.notEqual(ours.fault, undefined, "the host drops it, we load it")
        else {
          const { name, description } = ours.fields
          assert.deepEqual({ name, description }, { name: host.name, description: host.description })
          if (ours.fault === undefined) assert.deepEqual(ours.body, host.body)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it("counts the lines in front of the body as editors do", () => {
    fc.assert(
      fc.property(files, (text) => {
        const { body, bodyLine } = readFrontmatter(text)
        assert.equal(bodyLine, text.slice(0, text.length - body.length).split(/\r\n|\r|\n/).length)
      }),
      { numRuns: 500 },
    )
  })

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom("", "---\n", "---", "\uFEFF---\r\n"),
        (rest, start) => {
          readFrontmatter(start + rest)
        },
      ),
      { numRuns: 500 },
    )
  })
})

type HostView = { readonly name: unknown; readonly description: unknown; readonly body: string }

// What opencode does (host-facts, section b): gray-matter, and where it throws once more on the sanitized text.
// A second argument keeps gray-matter from its cache, which would answer the second time what threw the first.
const asHost = (text: string): HostView | undefined => {
  for (const source of [text, sanitized(text)]) {
    try {
      const { data, content } = matter(source, {})
      const { name, description }: Readonly<Record<string, unknown>> = Object(data)
      return { name, description, body: content }
    } catch {
      // The next reading, or none.
    }
  }
  return undefined
}

const sanitized = (text: string): string => {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]
  if (block === undefined) return text
  const lines = block.split(/\r?\n/).flatMap((line) => {
    const [, key, raw = ""] = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$/.exec(line) ?? []
    const value = raw.trim()
    const isRescued = key !== undefined && value.includes(":") && value !== ">" && value !== "|" && !/^["']/.test(value)
    return isRescued ? [`${key}: |-`, `  ${value}`] : [line]
  })
  return text.replace(block, () => lines.join("\n"))
}

const values = fc.constantFrom(
  ...[
    "a",
    "Draft release notes",
    "Use: this",
    "a: b: c",
    "ends:",
    "see https://x.example/a",
    "https://x: y",
    '"quoted"',
  ],
  ...[
    "'it''s'",
    '"a: b"',
    "'x' y",
    '"open',
    "42",
    "1.0",
    "2024-01-01",
    "true",
    "yes",
    "null",
    "~",
    "",
    ">",
    "|",
    ">-\n  one\n  two",
  ],
  ...[
    "|\n  one\n\n  two",
    "|+\n  x: y",
    "|2\n    deep\n  less",
    "[x, y]",
    "[x]: y",
    "{a: b}",
    "{x}: y",
    "@m",
    "@m: y",
    "`c`",
    "*b",
    "&x first",
  ],
  ...[
    "!x",
    "!!str 5",
    "- t",
    "%x",
    "a # c",
    "a: b # c",
    "C# and #x",
    "on\n  two lines",
    "a: b\n  more",
    "a: b\n more",
    "a\u2028b: c",
  ],
  ...[
    "\u00A0n",
    "эта: строка",
    "🚀 go: now",
    "a\tb",
    "a\u0007b",
    "\n  - a\n  - b",
    "\n  k: v",
    "$& $1: $$",
    "--- x: y",
    "...",
  ],
)
const keys = fc.constantFrom(
  ...[
    "name",
    "description",
    "name",
    "description",
    "when_to_use",
    "when-to-use",
    '"name"',
    "'description'",
    "Name",
    "tags",
  ],
  ...["__proto__", "  name", "? x", "nаme", "_x1", "1x", "name x"],
)
const separators = fc.constantFrom(": ", ": ", ": ", ":", " : ", ":\t", ":  ", ":\u00A0")
const entry = fc.tuple(keys, separators, values).map((parts) => parts.join(""))
const lines = fc.oneof(
  { weight: 8, arbitrary: entry },
  { weight: 1, arbitrary: fc.constantFrom("", "# c: d", "  # c", "text", "- a: b", "\tx: y", "---", "...", "}", " ") },
)
const matters = fc.oneof(
  fc.array(lines, { maxLength: 5 }),
  fc.tuple(values, values).map(([name, description]) => [`name: ${name}`, `description: ${description}`]),
)
const openers = fc.oneof(
  { weight: 6, arbitrary: fc.constant("---") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("---yaml", "--- yml", "---YAML", "---  ", "---\t", "---json", "---JSON", "---toml"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("----", " ---", "+++", "--- # c", "\n---", "---\u00A0", "\uFEFF---", "---toString"),
  },
)
const closers = fc.oneof(
  { weight: 6, arbitrary: fc.constant("---") },
  { weight: 2, arbitrary: fc.constantFrom("----", "--- end", "---  ", "---x: y", "...", " ---", "") },
)
const bodies = fc.constantFrom("", "\n", "\n# T\n", "\n\nBody: text\n---\nmore\n", "\n\n")
const files = fc
  .tuple(
    fc.constantFrom("", "", "\uFEFF"),
    openers,
    matters,
    closers,
    bodies,
    fc.constantFrom("\n", "\n", "\r\n", "\r"),
  )
  .map(([mark, opener, matter, closer, body, end]) =>
    (mark + [opener, ...matter, closer].join("\n") + body).replaceAll("\n", end),
  )
