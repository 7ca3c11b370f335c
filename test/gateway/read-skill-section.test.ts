import assert from "node:assert/strict"
import { after, describe, it } from "node:test"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { makeProject, plant } from "../lab/project.ts"
import type { Data } from "./gateway-process.ts"
import { connectClient } from "./sdk-client.ts"
import { LIBRARY, manyHeadings, skill } from "./skills.ts"

const project = makeProject({ homeFiles: LIBRARY })
const client = await connectClient({ project })
after(async () => {
  await client.close()
  project.remove()
})

const write = (body: string): void =>
  plant(project.home, { ".claude/skills/tried/SKILL.md": skill("tried", "Tried", body) })
const read = async (heading: string | number, more: JsonObject = {}): Promise<Data> =>
  (await client.call("read-section", { name: "tried", heading, ...more })).data

const check = async (input: JsonObject, code: string, message: RegExp): Promise<void> => {
  const { isError, data } = await client.call("read-section", input)
  assert.deepEqual([isError, data.ok, data.error?.code], [true, false, code], JSON.stringify(input))
  assert.match(data.error?.message ?? "", message)
}

describe("read-section", () => {
  it("gives the lines from a heading to the next of the same or a higher level", async () => {
    const { isError, data } = await client.call("read-section", { name: "pdf-forms", heading: "Fill a form" })
    assert.equal(isError, false)
    assert.deepEqual(data, {
      ok: true,
      name: "pdf-forms",
      path: `${project.home}/.claude/skills/pdf-forms/SKILL.md`,
      heading: { number: 2, level: 2, text: "Fill a form", line: 12 },
      first_line: 12,
      last_line: 19,
      text: "## Fill a form\n\nOne.\n\n### Check boxes\n\nTwo.\n",
      cut_lines: 0,
    })
  })

  it("takes a heading by number, as a number or as a text, and by path", async () => {
    write("# A\n\n## B\n\nb\n\n## C\n\nc\n")
    const path = `${project.home}/.claude/skills/tried/SKILL.md`
    assert.equal((await read(3)).text, "## C\n\nc")
    assert.equal((await read("3")).text, "## C\n\nc")
    const { data } = await client.call("read-section", { path, heading: 2 })
    assert.equal(data.text, "## B\n\nb\n")
  })

  it("takes a heading by its text, by case and spaces set aside, and by a beginning that fits only one", async () => {
    write("# Deploy to   prod\n\nx\n\n# Roll back\n")
    for (const heading of ["Deploy to prod", "DEPLOY  TO prod", "deploy", "# Deploy to prod"])
      assert.equal((await read(heading)).heading?.number, 1, heading)
  })

  it("lists the choices with their numbers where several headings fit, and all headings where none does", async () => {
    write("# Step\n\n# Step\n\n# Other\n")
    await check({ name: "tried", heading: "Step" }, "E_SECTION_NOT_FOUND", /several headings.*1 "Step", 2 "Step"$/)
    await check({ name: "tried", heading: "Nope" }, "E_SECTION_NOT_FOUND", /1 "Step", 2 "Step", 3 "Other"$/)
    await check({ name: "tried", heading: 9 }, "E_SECTION_NOT_FOUND", /3 "Other"/)
  })

  it("gives 150 lines where nothing is asked, up to 600, and says what remains and the next call", async () => {
    write(`# Long\n${"line\n".repeat(399)}`)
    const usual = await read("Long")
    assert.deepEqual([usual.first_line, usual.last_line, usual.cut_lines], [5, 154, 250])
    assert.equal(usual.text?.split("\n").length, 150)
    assert.equal(
      usual.next,
      'lines 155 to 404 are not shown: call read-section again with name "tried", heading 1, max_lines 400',
    )
    const whole = await read("Long", { max_lines: 400 })
    assert.deepEqual([whole.last_line, whole.cut_lines, whole.next], [404, 0, undefined])
    assert.equal((await read("Long", { max_lines: 1 })).text, "# Long")
  })

  it("leads through a section too long for one call, heading by heading, to every line of it", async () => {
    write(`# Top\n\n${manyHeadings(300)}\n# End\n`)
    const { next = "", cut_lines: cut } = await read(1, { max_lines: 600 })
    assert.ok((cut ?? 0) > 600)
    const [, from] = /heading (\d+)/.exec(next) ?? []
    assert.equal((await read(Number(from))).heading?.text, "Part 150")
  })

  it("bounds a section in characters as well, line by line, and says how to go on", async () => {
    write(`# Wide\n\n${`${"x".repeat(9_999)}\n`.repeat(20)}\n## Below\n\n${"y".repeat(50)}\n`)
    const data = await read("Wide", { max_lines: 600 })
    assert.deepEqual([data.text?.length, data.last_line], [90_007, 15])
    assert.match(
      data.next ?? "",
      /^lines 16 to 30 are not shown: call read-section .* heading 2; lines 16 to 27 only in /,
    )
    write(`# Wide ${"x".repeat(200_000)}\n`)
    assert.match((await read(1)).text ?? "", /x… \[the line is cut here\]$/)
  })

  it("refuses wrong input", async () => {
    for (const max_lines of [0, 601, 1.5, "9"])
      await check(
        { name: "tried", heading: "x", max_lines },
        "E_INVALID_INPUT",
        /max_lines must be a whole number from 1 to 600, not /,
      )
    await check({ name: "tried" }, "E_INVALID_INPUT", /heading is missing; it must be the heading's text or its number/)
    await check(
      { name: "tried", heading: 1.5 },
      "E_INVALID_INPUT",
      /heading must be the heading's text or its number, not 1.5/,
    )
    await check({ heading: "x" }, "E_INVALID_INPUT", /give the skill's name or its path/)
    await check({ name: "no-such-skill", heading: "x" }, "E_NOT_FOUND", /"no-such-skill"/)
  })

  it("reads the file as it is now", async () => {
    write("# Now\n\nfirst\n")
    assert.equal((await read("Now")).text, "# Now\n\nfirst")
    write("# Now\n\nsecond, longer\n")
    assert.equal((await read("Now")).text, "# Now\n\nsecond, longer")
  })

  it("refuses a file too large to be parsed beside other calls", async () => {
    write(`# Huge\n${"x".repeat(9 * 2 ** 20)}\n`)
    await check({ name: "tried", heading: 1 }, "E_UNAVAILABLE", /larger than 8 MiB/)
  })
})
