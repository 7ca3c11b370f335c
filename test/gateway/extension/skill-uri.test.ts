import assert from "node:assert/strict"
import { join } from "node:path"
import { describe, it } from "node:test"
import fc from "fast-check"
import type { Root, RootOrigin, Skill } from "../../../core/index.ts"
import { toRootLabels } from "../../../gateway/extension/root-labels.ts"
import { placeSkills, toSegment } from "../../../gateway/extension/skill-uri.ts"

const root = (path: string, origin: RootOrigin): Root => ({ path, origin, hasDotFolders: true, hasFlatFiles: false })
const ROOT = root("/home/anna/.claude/skills", "claude")
const LABELS = new Map([[ROOT.path, "claude"]])

const skill = (folder: string, name: string): Skill => ({
  name,
  id: name,
  description: "x",
  path: join(ROOT.path, folder, "SKILL.md"),
  realPath: join(ROOT.path, folder, "SKILL.md"),
  root: ROOT,
  isManualOnly: false,
  headings: [],
  aliases: [],
  excerpt: "",
})

/** The URIs of skills given as `folder: name`. */
const check = async (skills: Record<string, string>, expected: Record<string, string>): Promise<void> => {
  const placed = await placeSkills(
    Object.entries(skills).map(([folder, name]) => skill(folder, name)),
    LABELS,
  )
  assert.deepEqual(Object.fromEntries(placed.map(({ skill: one, folderUri }) => [one.name, folderUri])), expected)
}

describe("the URIs of skills", () => {
  it("are label, folders and name, the name in the place of the folder's own", async () => {
    await check({ a: "a" }, { a: "skill://claude/a" })
    await check({ "x y/Ü/b": "b" }, { b: "skill://claude/x%20y/%C3%9C/b" })
    await check({ "x/folder": "name" }, { name: "skill://claude/x/name" })
    await check({ ".": "alone" }, { alone: "skill://claude/alone" })
  })

  it("of nested skills lie below the outer one's where its files do", async () => {
    await check({ out: "out", "out/in": "in" }, { out: "skill://claude/out", in: "skill://claude/out/in" })
  })

  it("never lie where a file of another skill may lie", async () => {
    await check({ x: "a", "a/b": "b" }, { a: "skill://claude/a", b: "skill://claude/apart/a/b" })
    await check({ out: "out", "out/other": "in" }, { out: "skill://claude/out", in: "skill://claude/apart/out/in" })
  })

  it("are unique and apart for any folders and names", async () => {
    const part = fc.constantFrom("a", "b", "c", "2")
    const folder = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"))
    const library = fc.uniqueArray(fc.tuple(folder, part), { selector: ([one]) => one, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(library, async (skills) => {
        const named = new Map(skills.map(([where, name]) => [name, skill(where, name)]))
        const placed = await placeSkills([...named.values()], LABELS)
        for (const { folderUri, skill: inner } of placed) {
          assert.equal(folderUri.split("/").at(-1), inner.name)
          for (const outer of placed) {
            if (!folderUri.startsWith(`${outer.folderUri}/`)) continue
            const rest = folderUri.slice(outer.folderUri.length)
            assert.equal(outer.skill.path.replace("/SKILL.md", rest), inner.path.replace("/SKILL.md", ""))
          }
        }
        assert.equal(placed.length, named.size)
        assert.equal(new Set(placed.map(({ folderUri }) => folderUri)).size, placed.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("a segment", () => {
  it("has one spelling and comes back whole", () => {
    assert.equal(toSegment("a b#c?d%e/f.md"), "a%20b%23c%3Fd%25e%2Ff.md")
    assert.equal(toSegment("日本!'()*~"), "%E6%97%A5%E6%9C%AC%21%27%28%29%2A~")
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => decodeURIComponent(toSegment(name)) === name))
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => /^[\w.~%-]*$/.test(toSegment(name))))
  })
})

describe("the labels of roots", () => {
  it("say where a root comes from, number what clashes, and name no folder of the user's", () => {
    const home = "/home/anna"
    const roots = [
      root(`${home}/.claude/skills`, "claude"),
      root(`${home}/.agents/skills`, "agents"),
      root(`${home}/code/app/.claude/skills`, "claude"),
      root(`${home}/code/.claude/skills`, "claude"),
      root(`${home}/.config/opencode/skill`, "opencode"),
      root(`${home}/.config/opencode/skills`, "opencode"),
      root(`${home}/code/app/.opencode/skills`, "opencode"),
      root(`${home}/.opencode/skills`, "opencode"),
      root("/opt/team/skills", "opencode"),
      root("/opt/one", "config"),
      root("/opt/two", "config"),
      root(`${home}/secret-project`, "settings"),
    ]
    const labels = toRootLabels(roots, { cwd: `${home}/code/app`, home, env: { OPENCODE_CONFIG_DIR: "/opt/team" } })
    assert.deepEqual(
      [...labels.values()],
      [
        "claude",
        "agents",
        "project-claude",
        "project-claude-2",
        "opencode-2",
        "opencode",
        "project-opencode",
        "home-opencode",
        "own-opencode",
        "config",
        "config-2",
        "settings",
      ],
    )
  })
})
