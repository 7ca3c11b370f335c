import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { type Files, makeProject, plant } from "../../lab/project.ts"
import { skill } from "../skills.ts"
import { connectSkillsClient } from "./skills-client.ts"

const COUNT = 420
const name = (at: number): string => `skill-${String(at).padStart(4, "0")}`
const files: Files = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [
    `.claude/skills/${name(at)}/SKILL.md`,
    skill(name(at), `Does thing ${at}`),
  ]),
)
const project = makeProject({ homeFiles: files })
const client = await connectSkillsClient(project)
after(async () => {
  await client.close()
  project.remove()
})

describe("a large library", () => {
  it("is listed in pages, each skill on one of them", async () => {
    const { skills, pages } = await client.listAll()
    assert.deepEqual(
      skills.map(({ frontmatter }) => frontmatter.name),
      Array.from({ length: COUNT }, (_, at) => name(at)),
    )
    assert.deepEqual(pages, [50, 50, 50, 50, 50, 50, 50, 50, 20])
    const first = await client.ask("resources/list")
    const cut = await client.ask("resources/list", { cursor: first.nextCursor })
    const last = await client.ask("resources/list", { cursor: cut.nextCursor })
    assert.deepEqual(
      [first, cut, last].map(({ resources }) => resources?.length),
      [200, 200, 20],
    )
  })

  it("keeps its cursors good when skills come and go between two pages, the one they name too", async () => {
    const { nextCursor: cursor } = await client.ask("skills/list")
    rmSync(join(project.home, ".claude/skills", name(49)), { recursive: true })
    rmSync(join(project.home, ".claude/skills", name(3)), { recursive: true })
    rmSync(join(project.home, ".claude/skills", name(50)), { recursive: true })
    plant(project.home, { ".claude/skills/skill-0050b/SKILL.md": skill("skill-0050b", "Newly come") })
    const { skills } = await client.ask("skills/list", { cursor })
    assert.deepEqual(
      skills?.slice(0, 2).map(({ frontmatter }) => frontmatter.name),
      ["skill-0050b", name(51)],
    )
  })

  it("refuses the cursor of one list in another", async () => {
    const { nextCursor: skills } = await client.ask("skills/list")
    const { nextCursor: resources } = await client.ask("resources/list")
    assert.equal((await client.fail("resources/list", { cursor: skills })).code, -32602)
    assert.equal((await client.fail("skills/list", { cursor: resources })).code, -32602)
    assert.equal(
      (await client.fail("resources/directory/read", { uri: "skill://claude/skill-0001", cursor: skills })).code,
      -32602,
    )
  })
})
