import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { readQuery } from "../../core/read-query.ts"

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "")

const check = (text: string, own: string, pasted = ""): void => {
  const found = readQuery(text)
  assert.deepEqual([words(found.own), words(found.pasted)], [words(own), words(pasted)], text.slice(0, 80))
}

describe("readQuery", () => {
  it("takes plain words for the person's own", () => {
    check("review my contract\nplease", "review my contract please")
    check("", "")
  })

  it("takes off one pair of quotes around everything, as `opencode run` puts it", () => {
    check('"review my contract"', "review my contract")
    check('"say \\"hello\\" to them"', 'say "hello" to them')
    check(' "two\nlines" \n', "two lines")
    check('"a" and "b"', '"a" and "b"')
    check('say "b"', 'say "b"')
  })

  it("tells code fences of both kinds apart, closed or not", () => {
    check("fix this\n```ts\nconst a = 1\n```\nnow", "fix this now", "```ts const a = 1 ```")
    check("fix\n~~~\n```\nx\n~~~\nnow", "fix now", "~~~ ``` x ~~~")
    check("fix\n````\n```\nx\n````\nnow", "fix now", "```` ``` x ````")
    check("fix\n```\nx y z", "fix", "``` x y z")
  })

  it("keeps words behind a fence that is opened and closed by a longer one", () => {
    check("fix\n```\nx\n`````\nnow", "fix now", "``` x `````")
  })

  it("tells blocks of markup apart", () => {
    check("see\n<log kind='x'>\nboom bang\n</log>\nwhy", "see why", "<log kind='x'> boom bang </log>")
    check("<b>one line</b>", "", "<b>one line</b>")
  })

  it("tells logs, stack traces, diffs, prompts and quotations apart", () => {
    for (const line of [
      "> quoted words of someone",
      "    at run (/app/src/index.js:10:5)",
      '  File "/app/main.py", line 3, in run',
      "Traceback (most recent call last):",
      "2026-11-29T10:00:00Z starting the server",
      "[2026-11-29 10:00:00] starting the server",
      "10:00:00.123 starting",
      "[ERROR] something broke",
      "ERROR something broke",
      "npm ERR! code ELIFECYCLE",
      "java.lang.NullPointerException: boom",
      "TypeError: x is not a function",
      "diff --git a/x b/x",
      "@@ -1,2 +1,2 @@",
      "+++ b/x.ts",
      " 12 | const x = 1",
      "$ npm run deploy",
      "Attached file: report.md",
      "import { deploy } from './deploy';",
      "const contract = { review: true, deploy: [1, 2] };",
    ])
      check(`why does it fail\n${line}`, "why does it fail", line)
  })

  it("keeps a person's lists, headings, questions and short code for their own", () => {
    for (const line of [
      "- review the contract",
      "1. deploy it",
      "# Task",
      "Why (really) does it fail?",
      "from C++ to C#, please",
      "see a/b",
    ])
      check(line, line)
  })

  it("tells addresses and paths inside a sentence apart", () => {
    check("open https://x.example/deploy?a=b and look", "open and look", "https://x.example/deploy?a=b")
    check("fix /srv/app/deploy.sh now", "fix now", "/srv/app/deploy.sh")
    check("fix ~/a/b/c.ts now", "fix now", "~/a/b/c.ts")
    check("fix C:\\work\\deploy.ps1 now", "fix now", "C:\\work\\deploy.ps1")
    check("commit 0123456789abcdef0123 broke", "commit broke", "0123456789abcdef0123")
  })

  it("keeps a slash command and a word with a slash", () => {
    check("/code-review the module", "/code-review the module")
    check("CI/CD and a/b tests", "CI/CD and a/b tests")
  })

  it("takes a long line without sentences for pasted, and a long paragraph for the person's own", () => {
    for (const line of ["x".repeat(3_000), `{"a":[${"1,2,".repeat(900)}3]}`, "QUJD".repeat(900)])
      check(`help\n${line}`, "help", line)
    const prose = "We sell parts to three factories, and each of them wants its own terms. ".repeat(50)
    check(`review my contract: ${prose}`, `review my contract: ${prose}`)
  })

  it("reads the beginning and the end of 200,000 characters", () => {
    const { own, pasted } = readQuery(`review my contract\n${"filler line\n".repeat(17_000)}thank you kindly`)
    assert.ok(own.startsWith("review my contract") && own.endsWith("thank you kindly"))
    assert.ok(own.length + pasted.length <= 24_100)
  })

  it("reads hostile text of any length", { timeout: 20_000 }, () => {
    for (const unit of [
      '"',
      "`",
      "<a",
      "<a >",
      "/a",
      "{",
      "\\",
      " ",
      "\n",
      "a.",
      "at :1",
      "x:Error",
      "http://",
      "~/a",
      "- ",
      "'",
      "0",
    ]) {
      for (const tail of ["", '"', ">", "\n"]) readQuery(unit.repeat(24_000 / unit.length) + tail)
    }
  })

  it("puts each word of a request on one side or the other", () => {
    const line = fc.constantFrom(
      "review it",
      "```",
      "~~~",
      "> q",
      "ERROR x",
      "see https://x.example",
      "",
      "<t>",
      "</t>",
      "/a/b/c d",
      "x".repeat(30),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\r"), (lines, end) => {
        const { own, pasted } = readQuery(lines.join(end))
        assert.deepEqual([...words(own), ...words(pasted)].sort(), words(lines.join(" ")).sort())
      }),
      { numRuns: 300 },
    )
  })
})
