import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { makeProject, plant } from "../../lab/project.ts"
import { skill } from "../skills.ts"
import { connectSkillsClient } from "./skills-client.ts"

const project = makeProject({
  homeFiles: {
    ".claude/skills/one/SKILL.md": skill("one", "The first"),
    ".claude/skills/one/notes.md": "before",
    ".claude/skills/two/SKILL.md": skill("two", "The second"),
  },
})
const client = await connectSkillsClient(project)
after(async () => {
  await client.close()
  project.remove()
})

const CHANGED = "notifications/resources/list_changed"
const count = (): number => client.told.filter((method) => method === CHANGED).length
const write = (folder: string, text: string): void =>
  plant(project.home, { [`.claude/skills/${folder}/SKILL.md`]: text })

/** How often the client is told within some time of a change; it ends early once it is told what is expected. */
const toldAfter = async (change: () => void, expected: number): Promise<number> => {
  const before = count()
  change()
  const patience = expected === 0 ? 700 : 10_000
  for (const until = Date.now() + patience; Date.now() < until && (expected === 0 || count() === before); )
    await sleep(25)
  return count() - before
}

describe("a client that has seen the catalogue", () => {
  it("is told when a skill comes, goes, gets another name or description, or may be listed or not any more", async () => {
    assert.equal((await client.listAll()).skills.length, 2)
    for (const [what, change] of [
      ["added", () => write("three", skill("three", "The third"))],
      ["described anew", () => write("three", skill("three", "The third, better"))],
      ["renamed", () => write("three", skill("tres", "The third, better"))],
      ["spoilt", () => write("three", skill("tres", "The third, better", "", "metadata: 1\n"))],
      ["mended", () => write("three", skill("tres", "The third, better"))],
      ["removed", () => rmSync(join(project.home, ".claude/skills/three"), { recursive: true })],
    ] as const) {
      assert.equal(await toldAfter(change, 1), 1, what)
      await client.listAll()
    }
  })

  it("is not told when only a body or another file changed, and finds the new digest", async () => {
    const uri = "skill://claude/one/SKILL.md"
    const digests = async (): Promise<Record<string, string>> => {
      const { skill: one } = await client.ask("skills/get", { uri })
      assert.ok(one !== undefined && one.resources !== "dynamic")
      return Object.fromEntries(one.resources.map((file) => [file.uri.split("/").at(-1), file.digest]))
    }
    const before = await digests()
    assert.equal(await toldAfter(() => write("one", skill("one", "The first", "# Another body\n")), 0), 0)
    // Of the same size and at once: neither size nor a coarse clock tells.
    plant(project.home, { ".claude/skills/one/notes.md": "after!" })
    const between = await digests()
    plant(project.home, { ".claude/skills/one/notes.md": "again?" })
    const afterwards = await digests()
    assert.notEqual(before["SKILL.md"], between["SKILL.md"])
    assert.equal(new Set([before["notes.md"], between["notes.md"], afterwards["notes.md"]]).size, 3)
    const { contents } = await client.ask("resources/read", { uri: "skill://claude/one/notes.md" })
    assert.equal(contents?.[0]?.text, "again?")
  })

  it("gets -32602 for a file that is gone since it was listed", async () => {
    const uri = "skill://claude/one/notes.md"
    rmSync(join(project.home, ".claude/skills/one/notes.md"))
    assert.equal((await client.fail("resources/read", { uri })).code, -32602)
    rmSync(join(project.home, ".claude/skills/two"), { recursive: true })
    assert.equal((await client.fail("skills/get", { uri: "skill://claude/two/SKILL.md" })).code, -32602)
  })
})
