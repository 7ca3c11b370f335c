import assert from "node:assert/strict"
import { after, describe, it } from "node:test"
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

const outline = async (name: string): Promise<Data> => (await client.call("outline", { name })).data
const at = (folder: string): string => `${project.home}/.claude/skills/${folder}/SKILL.md`
const numbers = ({ headings = [] }: Data): number[] => headings.map(({ number }) => number)

const check = async (body: string, expected: Partial<Data>): Promise<void> => {
  plant(project.home, { ".claude/skills/tried/SKILL.md": skill("tried", "Tried", body) })
  const data = await outline("tried")
  const seen = Object.fromEntries(Object.keys(expected).map((key) => [key, data[key as keyof Data]]))
  assert.deepEqual(seen, expected)
}

describe("outline", () => {
  it("gives frontmatter and headings with levels and line numbers, and how to read on", async () => {
    assert.deepEqual(await outline("pdf-forms"), {
      ok: true,
      name: "pdf-forms",
      path: at("pdf-forms"),
      frontmatter: {
        name: "pdf-forms",
        description: "Fill in PDF forms and extract their fields",
        license: "MIT",
        metadata: { version: 2 },
      },
      lines: 22,
      headings: [
        { number: 1, level: 1, text: "PDF forms", line: 8 },
        { number: 2, level: 2, text: "Fill a form", line: 12 },
        { number: 3, level: 3, text: "Check boxes", line: 16 },
        { number: 4, level: 2, text: "Extract fields", line: 20 },
      ],
      cut_headings: 0,
      next: 'read-section with name "pdf-forms" and a heading\'s number or text',
    })
  })

  it("takes the path that find gives, too, its folder and its spelling from home", async () => {
    const paths = [at("pdf-forms"), at("pdf-forms").replace("/SKILL.md", ""), "~/.claude/skills/pdf-forms/SKILL.md"]
    for (const path of paths) {
      const { isError, data } = await client.call("outline", { path })
      assert.deepEqual([isError, data.name, data.path], [false, "pdf-forms", at("pdf-forms")], path)
    }
  })

  it("finds a name whatever its case, and by the id that opens it on other hosts", async () => {
    assert.equal((await outline(" PDF-Forms ")).name, "pdf-forms")
    assert.equal((await outline("deploy/kubernetes")).name, "k8s-deploy")
  })

  it("knows all six levels and both ways to write a heading", () =>
    check("Top\n===\n\n###### six\n\n```\n# no heading\n```\n\n####### seven\n", {
      headings: [
        { number: 1, level: 1, text: "Top", line: 5 },
        { number: 2, level: 6, text: "six", line: 8 },
      ],
    }))

  it("shows 40 headings whole", () => check(manyHeadings(40), { cut_headings: 0 }))

  it("cuts more than 40, says how many are missing and that their numbers can be read all the same", async () => {
    plant(project.home, { ".claude/skills/tried/SKILL.md": skill("tried", "Tried", manyHeadings(100)) })
    const data = await outline("tried")
    assert.deepEqual([numbers(data).length, numbers(data).at(-1), data.cut_headings], [40, 40, 60])
    assert.match(data.next ?? "", /^60 of 100 headings.*read-section with name "tried".*1 to 100/)
    assert.equal((await client.call("read-section", { name: "tried", heading: 100 })).data.heading?.text, "Part 100")
  })

  it("keeps the upper levels where it must cut, since their sections hold the rest", async () => {
    const body = Array.from({ length: 30 }, (_, part) => `## Part ${part + 1}\n\n### a\n\n### b\n\n`).join("")
    plant(project.home, { ".claude/skills/tried/SKILL.md": skill("tried", "Tried", body) })
    const { headings = [] } = await outline("tried")
    assert.equal(headings.filter(({ level }) => level === 2).length, 30)
    assert.equal(headings.length, 40)
    assert.deepEqual(
      headings,
      [...headings].sort((a, b) => a.line - b.line),
    )
  })

  it("looks for headings in the first 300,000 characters and says so", () =>
    check(`# First\n${"- a\n".repeat(74_996)}# Half${"x".repeat(20)}\n# Last\n`, {
      headings: [{ number: 1, level: 1, text: "First", line: 5 }],
      next: 'read-section with name "tried" and a heading\'s number or text; headings behind the first 300000 characters are not listed: read the file itself for those',
    }))

  it("says so where a skill has no headings", () =>
    check("Just text.\n", { headings: [], next: "the skill has no headings: load it whole" }))
  it("cuts a heading as long as a book", () =>
    check(`# ${"x".repeat(5_000)}\n`, { headings: [{ number: 1, level: 1, text: `${"x".repeat(200)}…`, line: 5 }] }))
  it("counts lines as they are in the file, whatever ends them", () => check("# a\r\nb\r\n## c\r\n", { lines: 7 }))

  it("names the nearest names where no skill bears the one given", async () => {
    const { isError, data } = await client.call("outline", { name: "pdf-form" })
    assert.deepEqual([isError, data.error?.code], [true, "E_NOT_FOUND"])
    assert.match(data.error?.message ?? "", /"pdf-form"; the nearest names: pdf-forms/)
  })

  it("asks for a name or a path, and takes both only where they are of one skill", async () => {
    const both = await client.call("outline", { name: "pdf-forms", path: at("pdf-forms") })
    assert.equal(both.data.name, "pdf-forms")
    for (const input of [{}, { name: "pdf-forms", path: at("secret-sauce") }, { name: 1 }, { heading: "x" }]) {
      const { isError, data } = await client.call("outline", input)
      assert.deepEqual([isError, data.error?.code], [true, "E_INVALID_INPUT"], JSON.stringify(input))
    }
  })
})
