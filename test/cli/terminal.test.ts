import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { toPrintable } from "../../cli/terminal.ts"
import { makeProject } from "../lab/project.ts"
import { runCli } from "./run-cli.ts"

const check = (text: string, expected: string): void => assert.equal(toPrintable(text, true), expected)

describe("what is printed", () => {
  it("shows other people's control characters as what they are", () => {
    check("x\u001b[8mhidden", "x\\u001b[8mhidden")
    check("a\u001b]0;title\u0007b", "a\\u001b]0;title\\u0007b")
    check("a\u009b31mb\u0000", "a\\u009b31mb\\u0000")
    check("abc\rdef", "abc\\u000ddef")
    check("evil\u202egpj.exe", "evil\\u202egpj.exe")
    check("\u0007[1m", "\\u0007[1m")
  })

  it("keeps line ends, tabs, letters of every script and our own colours", () => {
    for (const text of [
      "a\tb\r\nc\n",
      "ends\r",
      "привет 日本 👩‍💻",
      "\u001b[1mbold\u001b[22m \u001b[32mgreen\u001b[39m",
    ])
      check(text, text)
  })

  it("has no colour where we give none", () => assert.equal(toPrintable("\u001b[31mred", false), "\\u001b[31mred"))

  it("keeps JSON the same value", () => {
    const value = { name: "a\u009b\u202eb\u007f" }
    assert.deepEqual(JSON.parse(toPrintable(JSON.stringify(value))), value)
  })

  it("is so for the names of the user's skills, in tables, texts and errors", async () => {
    const project = makeProject({
      homeFiles: {
        ".claude/skills/odd/SKILL.md":
          '---\nname: "clock\\e[31mred"\ndescription: "Mend clocks \\e]0;title\\a and \\u202e pendulums"\n---\n# Clocks\n',
      },
    })
    try {
      for (const words of [
        ["find", "mend clocks"],
        ["find", "mend clocks", "--json"],
        ["explain", "clocks", "clok\u001b[2J"],
      ]) {
        const { stdout, stderr } = await runCli(words, project)
        assert.ok(/red|called/.test(stdout + stderr), words.join(" "))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
        assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/, words.join(" "))
      }
    } finally {
      project.remove()
    }
  })
})
