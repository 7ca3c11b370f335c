import assert from "node:assert/strict"
import { linkSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { Worker } from "node:worker_threads"
import { discoverSkills } from "../../core/index.ts"
import { readInside } from "../../gateway/read-inside.ts"
import { makeProject, plant } from "../lab/project.ts"
import { connectClient } from "./sdk-client.ts"
import { skill } from "./skills.ts"

const SECRET = "the-secret-of-this-test"
const secretSkill = (name: string): string => skill(name, SECRET, `# ${SECRET}\n\n${SECRET}\n`)

const project = makeProject({
  homeFiles: {
    ".claude/skills/inside/SKILL.md": skill("inside", "Lies inside", "# Open\n\nfine\n"),
    ".claude/skills/inside/notes.md": "notes",
    ".claude/skills/100%25 %2e%2e/SKILL.md": skill("odd-name", "Lies inside an oddly named folder", "# Open\n\nfine\n"),
    "outside/SKILL.md": secretSkill("outside"),
    "outside/secret.md": SECRET,
    ".agents/skills/shared/SKILL.md": skill("shared", "Shared by two roots", "# Open\n\nfine\n"),
  },
})
const root = join(project.home, ".claude/skills")
const outside = join(project.home, "outside")
symlinkSync(join(outside, "secret.md"), join(root, "inside/secret.md"))
symlinkSync(outside, join(root, "linked-folder"))
symlinkSync(join(project.home, ".agents/skills/shared"), join(root, "linked-shared"))
const client = await connectClient({ project })
after(async () => {
  await client.close()
  project.remove()
})

/** Both tools that read answer a reference with this code and never with the secret; a name they give is allowed. */
const check = async (reference: { path?: string; name?: string }, code: string): Promise<void> => {
  for (const [tool, more] of [
    ["outline", {}],
    ["read-section", { heading: 1 }],
  ] as const) {
    const { isError, data } = await client.call(tool, { ...reference, ...more })
    assert.deepEqual(
      [isError, data.error?.code],
      [true, code],
      `${tool} ${JSON.stringify(reference)}: ${JSON.stringify(data)}`,
    )
    assert.ok(!JSON.stringify(data).includes(SECRET))
  }
}

describe("the boundary of the roots", () => {
  it("refuses absolute paths elsewhere, of skills and of other files, there or not", async () => {
    for (const path of [
      `${outside}/SKILL.md`,
      outside,
      `${outside}/secret.md`,
      "/etc/passwd",
      "/",
      "/nowhere/SKILL.md",
    ])
      await check({ path }, "E_FORBIDDEN")
  })

  it("refuses relative paths that lead elsewhere, and addresses", async () => {
    for (const path of [
      "SKILL.md",
      "inside/SKILL.md",
      "",
      ".",
      "~",
      "~/outside/SKILL.md",
      `file://${root}/inside/SKILL.md`,
      "skill://inside/SKILL.md",
    ])
      await check({ path }, "E_FORBIDDEN")
  })

  it("refuses paths that climb, even to a skill, however the dots are written", async () => {
    const climbs = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%25252e%25252e"]
    for (const dots of climbs) {
      await check({ path: `${root}/${dots}/${dots}/outside/SKILL.md` }, "E_FORBIDDEN")
      await check({ path: `${root}/inside/${dots}/inside/SKILL.md` }, "E_FORBIDDEN")
      await check({ path: `${dots}/outside/SKILL.md` }, "E_FORBIDDEN")
    }
    await check({ path: `${root}/..%2foutside%2fSKILL.md` }, "E_FORBIDDEN")
    await check({ path: `${root}\\..\\..\\outside\\SKILL.md` }, "E_FORBIDDEN")
    await check({ path: `${root}/inside/SKILL.md\0.png` }, "E_FORBIDDEN")
    await check({ path: `${root}/inside%00/SKILL.md` }, "E_FORBIDDEN")
  })

  it("refuses a folder whose name only begins like a root's", async () => {
    plant(project.home, { ".claude/skills-private/x/SKILL.md": secretSkill("private") })
    await check({ path: `${root}-private/x/SKILL.md` }, "E_FORBIDDEN")
  })

  it("reads nothing but a SKILL.md of the index, though it lie inside", async () => {
    await check({ path: `${root}/inside/notes.md` }, "E_NOT_FOUND")
    await check({ path: `${root}/inside/none/SKILL.md` }, "E_NOT_FOUND")
    await check({ path: root }, "E_NOT_FOUND")
  })

  it("refuses a link out of the root, to a file or to a folder with a skill that the host would load", async () => {
    await check({ path: `${root}/inside/secret.md` }, "E_FORBIDDEN")
    await check({ path: `${root}/linked-folder/secret.md` }, "E_FORBIDDEN")
    await check({ path: `${root}/linked-folder/SKILL.md` }, "E_FORBIDDEN")
    await check({ name: "outside" }, "E_FORBIDDEN")
  })

  it("refuses a path longer than any file system has, quoting it only in part", async () => {
    const path = `${root}/${"x".repeat(1_000_000)}/SKILL.md`
    const { data } = await client.call("outline", { path })
    assert.equal(data.error?.code, "E_NOT_FOUND")
    assert.ok((data.error?.message.length ?? 0) < 1_000)
  })

  it("serves what lies inside: an odd name spelt as it is, and a link from one root to another", async () => {
    const odd = await client.call("read-section", { path: `${root}/100%25 %2e%2e/SKILL.md`, heading: 1 })
    assert.equal(odd.data.text, "# Open\n\nfine")
    const shared = await client.call("read-section", { name: "shared", heading: 1 })
    assert.equal(shared.data.text, "# Open\n\nfine")
  })

  it("refuses a SKILL.md that has been turned elsewhere since it was found", async () => {
    plant(project.home, { ".claude/skills/turned/SKILL.md": skill("turned", "Will be turned", "# Open\n") })
    assert.equal((await client.call("outline", { name: "turned" })).isError, false)
    const path = join(root, "turned/SKILL.md")
    unlinkSync(path)
    symlinkSync(join(outside, "SKILL.md"), path)
    await check({ path }, "E_FORBIDDEN")
    unlinkSync(path)
    // A hard link is no way out that anybody could see: it is a file inside like any other.
    linkSync(join(root, "inside/SKILL.md"), path)
    assert.equal((await client.call("outline", { path })).isError, false)
  })
})

/** Turns `root/s` (or its SKILL.md) between what is inside and what is outside, without pause, in a thread of its own. */
const TURNER = `
  const { workerData: { top, what } } = require("node:worker_threads")
  const fs = require("node:fs")
  const [mine, theirs] = what === "folder" ? ["root/s", "out"] : ["root/s/SKILL.md", "out/SKILL.md"]
  const path = top + "/" + mine, link = top + "/link", keep = top + "/keep"
  fs.symlinkSync(top + "/" + theirs, link)
  for (;;) {
    fs.renameSync(path, keep)
    fs.renameSync(link, path)
    fs.renameSync(path, link)
    fs.renameSync(keep, path)
  }`

describe("a skill that is turned elsewhere while it is read", () => {
  for (const what of ["folder", "file"] as const) {
    it(`never gives what lies outside (its ${what} turned all the time)`, async () => {
      const { top, remove } = makeProject({ git: "none" })
      plant(top, { "root/s/SKILL.md": skill("s", "Inside"), "out/SKILL.md": secretSkill("s") })
      const { skills } = await discoverSkills([join(top, "root")])
      const [found] = skills
      assert.ok(found)
      const worker = new Worker(TURNER, { eval: true, workerData: { top, what } })
      const outcomes = { read: 0, refused: 0, leaked: 0 }
      const end = performance.now() + 3_000
      while (performance.now() < end) {
        const texts = await Promise.allSettled(Array.from({ length: 8 }, () => readInside(found, [found.root])))
        for (const one of texts) {
          if (one.status === "rejected") outcomes.refused++
          else if (one.value.includes(SECRET)) outcomes.leaked++
          else outcomes.read++
        }
      }
      await worker.terminate()
      remove()
      assert.equal(outcomes.leaked, 0)
      // Both happened, so the race was run.
      assert.ok(outcomes.read > 0 && outcomes.refused > 0, JSON.stringify(outcomes))
    })
  }
})
