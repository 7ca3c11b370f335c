import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { createPace } from "../../core/pace.ts"
import type { Root } from "../../core/skill.ts"
import { walkRoot } from "../../core/walk-root.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { makeRoot } from "./make-skill.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

const laid = (files: Files): string => {
  const folder = temporaryFolder("walk")
  folders.push(folder)
  plant(folder, files)
  return folder
}

type Seen = { readonly files: readonly string[]; readonly problems: readonly string[] }

/** What a walk finds, with paths from the root. */
const walk = async (folder: string, more: Partial<Root> = {}): Promise<Seen> => {
  const { files, problems } = await walkRoot(makeRoot(folder, more), createPace())
  const short = (path: string): string => path.replace(folder, "").replace(/^\//, "") || "."
  return {
    files: files.map(({ path }) => short(path)),
    problems: problems.map(({ code, path }) => `${code} ${short(path)}`),
  }
}

const check = async (files: Files, expected: Partial<Seen>, more: Partial<Root> = {}): Promise<void> => {
  assert.deepEqual(await walk(laid(files), more), { files: [], problems: [], ...expected })
}

describe("walkRoot", { timeout: 60_000 }, () => {
  it("finds SKILL.md at any depth, level by level, in the order of paths", async () => {
    const deep = `${"d/".repeat(30)}SKILL.md`
    await check(
      {
        "b/SKILL.md": "",
        "SKILL.md": "",
        "a/c/SKILL.md": "",
        "a/SKILL.md": "",
        [deep]: "",
        "node_modules/p/SKILL.md": "",
      },
      { files: ["SKILL.md", "a/SKILL.md", "b/SKILL.md", "a/c/SKILL.md", "node_modules/p/SKILL.md", deep] },
    )
  })

  it("searches dot folders only where the root says so", async () => {
    const files = { ".h/SKILL.md": "", "a/.h/b/SKILL.md": "", "c/SKILL.md": "" }
    await check(files, { files: [".h/SKILL.md", "c/SKILL.md", "a/.h/b/SKILL.md"] })
    await check(files, { files: ["c/SKILL.md"] }, { hasDotFolders: false })
  })

  it("names files of another spelling and passes over the rest", async () => {
    await check(
      {
        "a/skill.md": "",
        "b/Skill.md": "",
        "c/SKILL.MD": "",
        "d/flat.md": "",
        "e/SKILL.md.bak": "",
        "f/x.SKILL.md": "",
      },
      { problems: ["file-name a/skill.md", "file-name b/Skill.md", "file-name c/SKILL.MD"] },
    )
  })

  it("takes flat files of the root itself on V2 only", async () => {
    const files = { "one.md": "", "a/two.md": "", ".md": "", "SKILL.md": "" }
    await check(files, { files: ["SKILL.md", "one.md"] }, { hasFlatFiles: true })
    await check(files, { files: ["SKILL.md"] })
  })

  it("gives the id by the folder's path, or the root's own name", async () => {
    const folder = laid({ "SKILL.md": "", "a/b/SKILL.md": "", "one.md": "" })
    const { files } = await walkRoot(makeRoot(folder, { hasFlatFiles: true }), createPace())
    assert.deepEqual(
      files.map(({ id }) => id),
      [folder.split("/").at(-1), "one", "a/b"],
    )
  })

  it("follows links to folders and files, and keeps the link's path", async () => {
    const apart = laid({ "s/SKILL.md": "", "real.md": "", "deep/x/y/SKILL.md": "" })
    await check(
      { linked: { link: `${apart}/s` }, "f/SKILL.md": { link: `${apart}/real.md` }, cat: { link: `${apart}/deep` } },
      { files: ["f/SKILL.md", "linked/SKILL.md", "cat/x/y/SKILL.md"] },
    )
  })

  it("gives the real path behind a link", async () => {
    const apart = laid({ "s/SKILL.md": "", "real.md": "" })
    const folder = laid({ linked: { link: `${apart}/s` }, "f/SKILL.md": { link: `${apart}/real.md` } })
    const { files } = await walkRoot(makeRoot(folder), createPace())
    assert.deepEqual(
      files.map(({ realPath }) => realPath),
      [`${apart}/real.md`, `${apart}/s/SKILL.md`],
    )
  })

  it("follows the root when it is a link itself", async () => {
    const apart = laid({ "s/SKILL.md": "" })
    const top = laid({ root: { link: apart } })
    assert.deepEqual(await walk(join(top, "root")), { files: ["s/SKILL.md"], problems: [] })
  })

  it("comes to an end where links go in circles", async () => {
    await check({ "a/SKILL.md": "", "a/up": { link: ".." }, "a/me": { link: "." } }, { files: ["a/SKILL.md"] })
    const [one, two] = [laid({ "s/SKILL.md": "" }), laid({ "t/SKILL.md": "" })]
    symlinkSync(two, join(one, "other"))
    symlinkSync(one, join(two, "other"))
    assert.deepEqual(await walk(one), { files: ["s/SKILL.md", "other/t/SKILL.md"], problems: [] })
  })

  it("comes to an end where a link leads above the root", async () => {
    const top = laid({ "r/s/SKILL.md": "", "x/SKILL.md": "" })
    symlinkSync(top, join(top, "r", "up"))
    const { files } = await walk(join(top, "r"))
    assert.ok(files.includes("s/SKILL.md") && files.includes("up/x/SKILL.md"), files.join())
    assert.ok(files.length <= 3, files.join())
  })

  it("names a dangling link, a link to itself and a broken chain, and goes on", async () => {
    await check(
      { gone: { link: "nowhere" }, loop: { link: "loop" }, "a/SKILL.md": { link: "nowhere.md" }, "b/SKILL.md": "" },
      { files: ["b/SKILL.md"], problems: ["unreadable gone", "unreadable loop", "unreadable a/SKILL.md"] },
    )
  })

  it("leaves a pipe, a socket and a folder called SKILL.md alone and names them", async () => {
    const folder = laid({ "a/x": "", "b/SKILL.md": "", "c/SKILL.md/SKILL.md": "", "s/x": "" })
    execFileSync("mkfifo", [join(folder, "a", "SKILL.md")])
    mkdirSync(join(folder, "l"))
    symlinkSync("../a/SKILL.md", join(folder, "l", "SKILL.md"))
    const server = createServer().listen(join(folder, "s", "SKILL.md"))
    await new Promise((resolve) => server.once("listening", resolve))
    const seen = await walk(folder)
    server.close()
    assert.deepEqual(seen.files, ["b/SKILL.md", "c/SKILL.md/SKILL.md"])
    assert.deepEqual([...seen.problems].sort(), [
      "not-a-file a/SKILL.md",
      "not-a-file c/SKILL.md",
      "not-a-file l/SKILL.md",
      "not-a-file s/SKILL.md",
    ])
  })

  it("gives a problem for a root that somebody named and that is missing or cannot be read", async () => {
    const folder = laid({ file: "", loop: { link: "loop" } })
    assert.deepEqual(await walk(join(folder, "nowhere")), { files: [], problems: ["root-missing ."] })
    assert.deepEqual(await walk(join(folder, "file", "below")), { files: [], problems: ["root-missing ."] })
    assert.deepEqual(await walk(join(folder, "loop")), { files: [], problems: ["root-unreadable ."] })
    assert.deepEqual(await walk(join(folder, "n".repeat(300))), { files: [], problems: ["root-unreadable ."] })
    assert.deepEqual((await walk("a\0b")).problems.length, 1)
  })

  it("gives a problem and no skill for a root that is a file", async () => {
    const folder = laid({ "SKILL.md": "---\nname: a\n---\n" })
    assert.deepEqual(await walk(join(folder, "SKILL.md")), { files: [], problems: ["root-unreadable ."] })
  })

  it("finds folders of every name", async () => {
    const names = [
      "[a]",
      "{a,b}",
      "a*b",
      "a?b",
      "@(x)",
      "!x",
      "#x",
      "a\\b",
      "a%20b",
      "a'b\"c",
      "$HOME",
      "~",
      "日本 Отчёт",
      "a\nb",
    ]
    const files = Object.fromEntries([...names, "l".repeat(200)].map((name) => [`${name}/SKILL.md`, ""]))
    const { files: found } = await walk(laid(files))
    assert.deepEqual([...found].sort(), Object.keys(files).sort())
  })

  it("finds the same twice", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${(at * 37) % 60}/x/SKILL.md`, ""]))
    const folder = laid(files)
    assert.deepEqual(await walk(folder), await walk(folder))
  })
})
