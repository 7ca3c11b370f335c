import assert from "node:assert/strict"
import { renameSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { Worker } from "node:worker_threads"
import { readSkillFile } from "../../../gateway/extension/skill-file.ts"
import { readSkillFolder } from "../../../gateway/extension/skill-folder.ts"
import { makeProject } from "../../lab/project.ts"
import { skill } from "../skills.ts"
import { ODD_LIBRARY } from "./odd-library.ts"
import { connectSkillsClient } from "./skills-client.ts"

const SECRET = "the-secret-of-this-test"
const project = makeProject({
  homeFiles: {
    ...ODD_LIBRARY,
    ".claude/skills/secret.txt": SECRET,
    ".claude/skills/swapped/SKILL.md": skill("swapped", "Is being swapped"),
    ".claude/skills/swapped/a/notes.txt": "fine",
    "outside/notes.txt": SECRET,
    "outside/hidden-name.txt": SECRET,
  },
})
const client = await connectSkillsClient(project)
after(async () => {
  await client.close()
  project.remove()
})
const METHODS = ["resources/read", "resources/directory/read", "skills/get"]

/** No method gives anything for this URI but -32602, and the secret never. */
const check = async (uri: string): Promise<void> => {
  for (const method of METHODS) {
    const { code, message } = await client.fail(method, { uri })
    assert.equal(code, -32602, `${method} ${uri}`)
    assert.ok(!message.includes(SECRET) && !message.includes(project.home), message)
  }
}

describe("the boundary of a skill", () => {
  it("holds against every spelling of a way out", async () => {
    const climbs = ["..", "%2e%2e", "%2E%2E", ".%2e", "%252e%252e", "..%2f..", "%2e%2e%2f", "..%5c..", "%c0%ae%c0%ae"]
    for (const climb of climbs) {
      await check(`skill://claude/outer/${climb}/secret.txt`)
      await check(`skill://claude/outer/inner/${climb}/SKILL.md`)
      await check(`skill://claude/outer/${climb}`)
    }
  })

  it("holds against absolute paths and what is not spelt as the listing spells it", async () => {
    const absolute = encodeURIComponent(join(project.home, "outside/secret.txt"))
    for (const path of [
      "/etc/passwd",
      `/${absolute}`,
      `outer/${absolute}`,
      "outer//SKILL.md",
      "outer/./SKILL.md",
      "outer/%53KILL.md",
      "outer/SKILL.md%00",
      "outer/SKILL.md%",
      "outer/SKILL.md/",
      "outer/SKILL.md?x",
      "outer/SKILL.md#x",
      "outer/skill.md",
      "outer/%e6%97%a5%E6%9C%AC.md",
      "outer/日本.md",
      "outer/inner%2FSKILL.md",
      "OUTER/SKILL.md",
      "secret.txt",
    ])
      await check(`skill://claude/${path}`)
    for (const uri of ["SKILL://claude/outer/SKILL.md", "skill:/claude/outer/SKILL.md", "skill:claude/outer/SKILL.md"])
      await check(uri)
  })

  it("holds against links out of the skill, and keeps a repository's own files to itself", async () => {
    for (const path of [
      "linked/outside.txt",
      "linked/outside",
      "linked/outside/secret.txt",
      "linked/folder/one.txt",
      "linked/nowhere",
      "outer/.git",
      "outer/.git/config",
    ]) {
      const uri = `skill://claude/${path}`
      const { code, message } = await client.fail("resources/read", { uri })
      assert.equal(code, -32602, uri)
      assert.ok(!message.includes(SECRET))
    }
    for (const uri of ["skill://claude/linked/outside", "skill://claude/linked/folder"])
      assert.equal((await client.fail("resources/directory/read", { uri })).code, -32602, uri)
  })

  it("holds while a folder inside is swapped for a link to the outside, again and again", async () => {
    const swapped = join(project.home, ".claude/skills/swapped")
    symlinkSync(join(project.home, "outside"), join(swapped, "link"))
    const worker = new Worker(
      `const { renameSync } = require("node:fs"); const { workerData: at } = require("node:worker_threads")
       const until = Date.now() + 2_500
       while (Date.now() < until) {
         for (const [from, to] of [["a", "b"], ["link", "a"], ["a", "link"], ["b", "a"]]) renameSync(at + "/" + from, at + "/" + to)
       }`,
      { eval: true, workerData: swapped },
    )
    const ended = new Promise((resolve) => worker.once("exit", resolve))
    const folder = { path: swapped }
    let fine = 0
    let refused = 0
    for (const until = Date.now() + 2_000; Date.now() < until; ) {
      const read = await readSkillFile(folder, ["a", "notes.txt"]).catch(() => undefined)
      const listed = await readSkillFolder(folder, ["a"]).catch(() => undefined)
      assert.ok(!read?.bytes.toString().includes(SECRET))
      assert.ok(!listed?.some(({ name }) => name === "hidden-name.txt"))
      if (read === undefined || listed === undefined) refused++
      else fine++
    }
    await ended
    // Both happened, or the race was none.
    assert.ok(fine > 10 && refused > 10, `${fine} fine, ${refused} refused`)
    renameSync(join(swapped, "link"), join(project.home, "done"))
  })
})
