import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { discoverSkills } from "../../core/discover.ts"
import { type ErrorCode, SkillFinderError } from "../../core/error.ts"
import { isInside, MOST_BYTES, readSkill, readSkillBody, readText } from "../../core/read-skill.ts"
import type { Skill } from "../../core/skill.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { makeRoot, makeSkill, skillText } from "./make-skill.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

const laid = (files: Files): string => {
  const folder = temporaryFolder("read")
  folders.push(folder)
  plant(folder, files)
  return folder
}

const only = async (root: string): Promise<Skill> => {
  const [skill] = (await discoverSkills([root])).skills
  assert.ok(skill !== undefined)
  return skill
}

const checkFault = async (read: Promise<unknown>, code: ErrorCode): Promise<void> => {
  await assert.rejects(read, (error) => {
    assert.ok(error instanceof SkillFinderError, String(error))
    assert.equal(error.code, code)
    return true
  })
}

const TEXT = skillText("a", "d", "# Body\n")

describe("readSkill", { timeout: 60_000 }, () => {
  it("gives the whole text as it is now, and the body alone", async () => {
    const root = laid({ "a/SKILL.md": TEXT })
    const skill = await only(root)
    assert.equal(await readSkill(skill), TEXT)
    writeFileSync(skill.path, skillText("a", "d", "changed\n"))
    assert.equal(await readSkillBody(skill), "changed\n")
  })

  it("reads through a link that stands as discovery found it", async () => {
    const apart = laid({ "s/SKILL.md": TEXT, "real.md": TEXT })
    const root = laid({ linked: { link: join(apart, "s") } })
    assert.equal(await readSkill(await only(root)), TEXT)
    const other = laid({ "f/SKILL.md": { link: join(apart, "real.md") } })
    assert.equal(await readSkill(await only(other)), TEXT)
  })

  it("refuses a link that has been turned elsewhere since", async () => {
    const apart = laid({ "s/SKILL.md": TEXT, "secret/SKILL.md": "secret", "key.md": "secret" })
    const root = laid({ linked: { link: join(apart, "s") } })
    const skill = await only(root)
    rmSync(join(root, "linked"))
    symlinkSync(join(apart, "secret"), join(root, "linked"))
    await checkFault(readSkill(skill), "E_FORBIDDEN")
  })

  it("refuses a file that has become a link to elsewhere", async () => {
    const apart = laid({ "key.md": "secret" })
    const root = laid({ "a/SKILL.md": TEXT })
    const skill = await only(root)
    rmSync(skill.path)
    symlinkSync(join(apart, "key.md"), skill.path)
    await checkFault(readSkill(skill), "E_FORBIDDEN")
    await checkFault(readSkillBody(skill), "E_FORBIDDEN")
  })

  it("refuses a path that leads out of the root by dots or stands beside it", async () => {
    const top = laid({ "r/a/SKILL.md": TEXT, "r2/SKILL.md": "secret", "key.md": "secret" })
    const root = makeRoot(join(top, "r"))
    for (const path of [join(top, "r2/SKILL.md"), `${top}/r/../key.md`, "/etc/hostname"]) {
      await checkFault(
        readSkill(makeSkill("a", "d", { path, realPath: join(top, "r/a/SKILL.md"), root })),
        "E_FORBIDDEN",
      )
    }
  })

  it("follows a link turned to another place inside the root", async () => {
    const root = laid({ "one/SKILL.md": TEXT, "two.md": "moved" })
    const skill = await only(root)
    rmSync(skill.path)
    symlinkSync(join(root, "two.md"), skill.path)
    assert.equal(await readSkill(skill), "moved")
  })

  it("says that a file is gone, is a folder or is a pipe, and does not hang", async () => {
    const root = laid({ "a/SKILL.md": TEXT })
    const skill = await only(root)
    rmSync(skill.path)
    await checkFault(readSkill(skill), "E_UNAVAILABLE")
    plant(root, { "a/SKILL.md": { folder: true } })
    await checkFault(readSkill(skill), "E_UNAVAILABLE")
    rmSync(skill.path, { recursive: true })
    execFileSync("mkfifo", [skill.path])
    await checkFault(readSkill(skill), "E_UNAVAILABLE")
    rmSync(root, { recursive: true })
    await checkFault(readSkill(skill), "E_UNAVAILABLE")
  })

  it("keeps the original error as the cause", async () => {
    const skill = makeSkill("gone", "d", { path: "/nowhere/SKILL.md" })
    await assert.rejects(readSkill(skill), (error) => error instanceof SkillFinderError && error.cause instanceof Error)
  })
})

describe("readText", { timeout: 60_000 }, () => {
  const check = async (content: string | Uint8Array, most: number, expected: object): Promise<void> => {
    assert.deepEqual(await readText(join(laid({ file: content }), "file"), most), expected)
  }

  it("reads a file whole, and says when it is longer than asked", async () => {
    await check("abc", 3, { text: "abc", isTruncated: false, isUtf8: true })
    await check("abcd", 3, { text: "abc", isTruncated: true, isUtf8: true })
    await check("", 10, { text: "", isTruncated: false, isUtf8: true })
  })

  it("leaves no broken letter at the cut", async () => {
    for (let most = 0; most < 8; most++) {
      const { text } = await readText(join(laid({ file: "яя🚀" }), "file"), most)
      assert.ok("яя🚀".startsWith(text), `${most}: ${text}`)
    }
  })

  it("takes no longer for a file cut behind many bytes that are not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.alloc(300_000, 0xff), Buffer.from("xy")])
    const started = performance.now()
    const { text } = await readText(join(laid({ file: bytes }), "file"), bytes.length - 1)
    assert.equal(text.length, bytes.length - 1)
    assert.ok(performance.now() - started < 2_000)
  })

  it("reads bytes that are not UTF-8 with replacement characters", async () => {
    await check(Buffer.from("caf\xe9", "latin1"), 10, { text: "caf\uFFFD", isTruncated: false, isUtf8: false })
  })

  it("reads a 20 MB file whole", async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, "x")
    const { text, isTruncated } = await readText(join(laid({ file: bytes }), "file"), MOST_BYTES)
    assert.deepEqual([text.length, isTruncated], [bytes.length, false])
  })

  it("refuses a device", () => checkFault(readText("/dev/zero", 10), "E_UNAVAILABLE"))
})

describe("isInside", () => {
  it("knows a folder itself, what lies in it, and no neighbour of a longer name", () => {
    assert.equal(isInside("/r", "/r"), true)
    assert.equal(isInside("/r/a", "/r"), true)
    assert.equal(isInside("/r2", "/r"), false)
    assert.equal(isInside("/", "/r"), false)
    assert.equal(isInside("/a", "/"), true)
  })
})
