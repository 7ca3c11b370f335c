import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { discoverSkills, joinScans, type RootScan, scanRoot, toRoots } from "../../core/discover.ts"
import { createPace } from "../../core/pace.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { makeRoot, skillText } from "./make-skill.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

const laid = (files: Files): string => {
  const folder = temporaryFolder("discover")
  folders.push(folder)
  plant(folder, files)
  return folder
}

type Seen = { readonly skills?: readonly string[]; readonly problems?: readonly string[] }

/** Skills as `name path`, problems as `code path`, relative to the folder that is laid out. */
const check = async (files: Files, roots: readonly string[], expected: Seen): Promise<void> => {
  const folder = laid(files)
  const found = await discoverSkills(roots.map((root) => join(folder, root)))
  const short = (path: string): string => path.slice(folder.length + 1)
  assert.deepEqual(
    {
      skills: found.skills.map(({ name, path }) => `${name} ${short(path)}`),
      problems: found.problems.map(({ code, path }) => `${code} ${short(path)}`),
    },
    { skills: [], problems: [], ...expected },
  )
}

const a = skillText("a", "first")
const b = skillText("b", "second")

describe("discoverSkills", { timeout: 60_000 }, () => {
  it("gives skills in the order of their names and problems in that of their paths", async () => {
    await check(
      { "r/z/SKILL.md": a, "r/y/SKILL.md": b, "r/x/SKILL.md": "none", "r/c/SKILL.md": "---\nname: 1\n---\n" },
      ["r"],
      {
        skills: ["a r/z/SKILL.md", "b r/y/SKILL.md"],
        problems: ["name-type r/c/SKILL.md", "no-frontmatter r/x/SKILL.md"],
      },
    )
  })

  it("lets one bad file hide no other", async () => {
    const bad = {
      "r/1/SKILL.md": "\0\0",
      "r/2/SKILL.md": Buffer.from([0xff, 0xfe, 0, 1]),
      "r/3/SKILL.md": { folder: true },
    } as const
    await check({ ...bad, "r/4/SKILL.md": a }, ["r", "gone"], {
      skills: ["a r/4/SKILL.md"],
      problems: [
        "root-missing gone",
        "no-frontmatter r/1/SKILL.md",
        "encoding r/2/SKILL.md",
        "no-frontmatter r/2/SKILL.md",
        "not-a-file r/3/SKILL.md",
      ],
    })
  })

  it("keeps of two skills of one name that of the later root and names the other", async () => {
    const files = { "r/x/SKILL.md": a, "s/y/SKILL.md": a }
    await check(files, ["r", "s"], { skills: ["a s/y/SKILL.md"], problems: ["shadowed r/x/SKILL.md"] })
    await check(files, ["s", "r"], { skills: ["a r/x/SKILL.md"], problems: ["shadowed s/y/SKILL.md"] })
    await check({ "r/x/SKILL.md": a, "r/y/SKILL.md": a, "r/z/SKILL.md": a }, ["r"], {
      skills: ["a r/z/SKILL.md"],
      problems: ["shadowed r/x/SKILL.md", "shadowed r/y/SKILL.md"],
    })
  })

  it("names the winner in the message of the loser", async () => {
    const folder = laid({ "r/x/SKILL.md": a, "s/y/SKILL.md": a })
    const { problems } = await discoverSkills([join(folder, "r"), join(folder, "s")])
    assert.match(problems[0]?.message ?? "", /s\/y\/SKILL\.md/)
    assert.equal(problems[0]?.isDropped, true)
  })

  it("quotes a name that two skills bear on one line and not at length", async () => {
    const long = skillText(JSON.stringify(`\u001b[2J${"x".repeat(90_000)}`), "d")
    const { problems } = await discoverSkills([laid({ "a/SKILL.md": long, "b/SKILL.md": long })])
    const message = problems[0]?.message ?? ""
    assert.match(message, /^another skill is called "\[2Jx+…" too/)
    assert.ok(message.length < 600, String(message.length))
  })

  it("sees no clash in one file reached by two ways", async () => {
    await check({ "r/x/SKILL.md": a, "s/y": { link: "../r/x" } }, ["r", "s"], { skills: ["a s/y/SKILL.md"] })
    await check({ "r/x/SKILL.md": a, "r/y/SKILL.md": { link: "../x/SKILL.md" } }, ["r"], { skills: ["a r/y/SKILL.md"] })
    await check({ "r/x/SKILL.md": a }, ["r", "r"], { skills: ["a r/x/SKILL.md"] })
  })

  it("reads a root inside another root once", async () => {
    await check({ "r/x/SKILL.md": a, "r/bad/SKILL.md": "none" }, ["r", "r/bad"], {
      skills: ["a r/x/SKILL.md"],
      problems: ["no-frontmatter r/bad/SKILL.md"],
    })
  })

  it("tells names apart by their letters alone", async () => {
    const files = {
      "r/1/SKILL.md": skillText("A", "d"),
      "r/2/SKILL.md": a,
      "r/3/SKILL.md": skillText("\u00e9", "d"),
      "r/4/SKILL.md": skillText("e\u0301", "d"),
    }
    const { skills } = await discoverSkills([join(laid(files), "r")])
    assert.equal(skills.length, 4)
  })

  it("takes skills with names that every object has", async () => {
    const names = ["constructor", "hasOwnProperty", "toString", "valueOf"]
    const files = names.map((name) => [`r/${name}/SKILL.md`, skillText(name, "d")] as const)
    const { skills } = await discoverSkills([join(laid(Object.fromEntries(files)), "r")])
    assert.deepEqual(
      skills.map(({ name }) => name),
      names,
    )
  })

  it("does not hang on a pipe called SKILL.md", async () => {
    const folder = laid({ "r/x/SKILL.md": a, "r/p/x": "" })
    execFileSync("mkfifo", [join(folder, "r/p/SKILL.md")])
    const { skills, problems } = await discoverSkills([join(folder, "r")])
    assert.deepEqual([skills.length, problems.map(({ code }) => code)], [1, ["not-a-file"]])
  })

  it("indexes the beginning of a 20 MB file, says so, and lets timers fire meanwhile", async () => {
    const body = "A line of the body that says little.\n".repeat(560_000)
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`r/${at}/SKILL.md`, skillText(`s${at}`, "d", body.slice(0, 50_000))]),
    )
    const folder = laid({ ...files, "r/big/SKILL.md": skillText("big", "d", body) })
    let fired = 0
    const timer = setInterval(() => fired++, 1)
    const { skills, problems } = await discoverSkills([join(folder, "r")])
    clearInterval(timer)
    assert.equal(skills.length, 41)
    assert.deepEqual(
      problems.map(({ code, isDropped }) => [code, isDropped]),
      [["truncated", false]],
    )
    assert.ok(fired > 1, "no timer fired while skills were read")
  })

  it("loads a file that is not UTF-8 and says so", async () => {
    const text = Buffer.from("---\nname: a\ndescription: caf\xe9\n---\n", "latin1")
    await check({ "r/a/SKILL.md": text }, ["r"], { skills: ["a r/a/SKILL.md"], problems: ["encoding r/a/SKILL.md"] })
  })

  it("names a root whose links go in a circle, and goes on", async () => {
    const folder = laid({ loop: { link: "loop" }, "r/a/SKILL.md": a })
    const { skills, problems } = await discoverSkills([join(folder, "loop"), join(folder, "r")])
    assert.deepEqual([skills.length, problems.map(({ code }) => code)], [1, ["root-unreadable"]])
  })

  it("finds the same twice, whatever finishes first", async () => {
    const sizes = Array.from(
      { length: 40 },
      (_, at) => [`r/${at}/SKILL.md`, skillText(`s${at % 13}`, "d", "x".repeat((at * 7919) % 90_000))] as const,
    )
    const folder = laid(Object.fromEntries(sizes))
    const first = await discoverSkills([join(folder, "r")])
    const second = await discoverSkills([join(folder, "r")])
    assert.deepEqual(second, first)
    assert.equal(first.skills.length, 13)
    assert.equal(first.problems.length, 27)
  })

  it("takes no roots and relative ones", async () => {
    assert.deepEqual(await discoverSkills([]), { skills: [], problems: [] })
    assert.deepEqual(toRoots(["/r", makeRoot("/s", { origin: "agents" })]), [
      makeRoot("/r"),
      makeRoot("/s", { origin: "agents" }),
    ])
    assert.ok((await discoverSkills(["examples/skills"])).skills.every(({ path }) => path.startsWith("/")))
  })
})

describe("scanRoot", { timeout: 60_000 }, () => {
  const pace = createPace()
  const descriptions = async (scan: RootScan): Promise<unknown[]> =>
    (await joinScans([scan], pace)).skills.map(({ description }) => description)

  it("keeps what is unchanged as the same objects and reads the rest again", async () => {
    const folder = laid({ "r/a/SKILL.md": a, "r/b/SKILL.md": b })
    const root = makeRoot(join(folder, "r"))
    const first = await scanRoot(root, undefined, pace)
    writeFileSync(join(folder, "r/b/SKILL.md"), skillText("c", "other words"))
    const second = await scanRoot(root, first, pace)
    const path = join(folder, "r/a/SKILL.md")
    assert.equal(second.files.get(path), first.files.get(path))
    assert.equal((await descriptions(second))[1], "other words")
    assert.deepEqual(await scanRoot(root, undefined, pace), second)
  })

  it("is the same object until something else is to be seen", async () => {
    const folder = laid({ "r/a/SKILL.md": a, "r/b/SKILL.md": { folder: true }, "r/c/skill.md": b })
    const root = makeRoot(join(folder, "r"))
    let scan = await scanRoot(root, undefined, pace)
    assert.equal(await scanRoot(root, scan, pace), scan)
    const changes = [
      () => plant(folder, { "r/d/x": "" }),
      () => plant(folder, { "r/d/SKILL.md": b }),
      () => plant(folder, { "r/e/Skill.md": b }),
      () => rmSync(join(folder, "r/a"), { recursive: true }),
      () => rmSync(join(folder, "r"), { recursive: true }),
    ]
    for (const [at, change] of changes.entries()) {
      change()
      const next = await scanRoot(root, scan, pace)
      assert.notEqual(next, scan, `change ${at}`)
      assert.equal(await scanRoot(root, next, pace), next, `after change ${at}`)
      scan = next
    }
  })

  it("sees a link turned to another file of the same size", async () => {
    const folder = laid({
      "one.md": skillText("a", "one"),
      "two.md": skillText("a", "two"),
      "r/x/SKILL.md": { link: "../../one.md" },
    })
    const root = makeRoot(join(folder, "r"))
    const first = await scanRoot(root, undefined, pace)
    rmSync(join(folder, "r/x/SKILL.md"))
    symlinkSync("../../two.md", join(folder, "r/x/SKILL.md"))
    assert.deepEqual(await descriptions(await scanRoot(root, first, pace)), ["two"])
  })

  it("lists every folder it looked into", async () => {
    const folder = laid({ "r/a/b/SKILL.md": a, "r/c/x": "" })
    const { folders: searched } = await scanRoot(makeRoot(join(folder, "r")), undefined, pace)
    assert.deepEqual(
      searched.map((path) => path.slice(folder.length + 1)),
      ["r", "r/a", "r/c", "r/a/b"],
    )
  })
})
