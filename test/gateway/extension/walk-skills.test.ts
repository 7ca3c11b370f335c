import assert from "node:assert/strict"
import { after, describe, it } from "node:test"
import { defaultRoots, discoverSkills } from "../../../core/index.ts"
import { openCatalogue } from "../../../gateway/extension/catalogue.ts"
import { listSkills } from "../../../gateway/extension/list-skills.ts"
import { walkSkills } from "../../../gateway/extension/walk-skills.ts"
import { openLibrary } from "../../../gateway/library.ts"
import { makeProject, type Project } from "../../lab/project.ts"
import { skill } from "../skills.ts"
import { ODD_LIBRARY, UNLISTED } from "./odd-library.ts"

const projects: Project[] = []
after(() => {
  for (const { remove } of projects) remove()
})
const project = makeProject({
  homeFiles: {
    ...ODD_LIBRARY,
    ...Object.fromEntries(UNLISTED.map(([folder, text]) => [`.claude/skills/x/${folder}/SKILL.md`, text])),
    ".claude/skills/twice/SKILL.md": skill("twice", "Of lesser rank"),
    ".agents/skills/twice/SKILL.md": skill("twice", "Of higher rank"),
    ".claude/skills/.dotted/SKILL.md": skill("dotted", "In a dot folder"),
    ".config/opencode/skills/.dotted/SKILL.md": skill("host-dotted", "In a dot folder of the host"),
    ".claude/skills/round/again": { link: "../../skills" },
    "elsewhere/SKILL.md": skill("elsewhere", "Lies behind a link"),
    ".claude/skills/to-elsewhere": { link: "../../elsewhere" },
    ".agents/skills/other-root": { link: "../../.claude/skills/bom" },
    ".claude/skills/number/SKILL.md": "---\nname: 123\ndescription: x\n---\n",
    ".claude/skills/yes/SKILL.md": "---\nname: yes\ndescription: A truth value to the host\n---\n",
    ".claude/skills/pipe/SKILL.md": { folder: true },
  },
})
const many = makeProject({
  homeFiles: Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`.claude/skills/s${at}/SKILL.md`, skill(`s${at}`, `Does thing ${at}`)]),
  ),
})
projects.push(project, many)
const environmentOf = ({ folder: cwd, home }: Project) => ({ cwd, home, env: {} })

describe("a look at the first skills", () => {
  it("finds what discovery finds, of each name the one that wins", async () => {
    const roots = defaultRoots(environmentOf(project))
    const found = await walkSkills(roots, 1_000)
    const { skills } = await discoverSkills(roots)
    const toFacts = (all: readonly (typeof skills)[number][]): string[] =>
      all.map(({ name, path, description }) => `${name} ${path} ${description}`).sort()
    assert.equal(found?.isWhole, true)
    assert.deepEqual(toFacts(found.skills), toFacts(skills))
  })

  it("stops when it has enough", async () => {
    const found = await walkSkills(defaultRoots(environmentOf(many)), 80)
    assert.deepEqual([found?.skills.length, found?.isWhole], [80, false])
  })

  it("leaves it to the index when folders without skills are in the way", async () => {
    const barren = makeProject({
      homeFiles: Object.fromEntries(
        Array.from({ length: 1_100 }, (_, at) => [`.claude/skills/none${at}`, { folder: true } as const]),
      ),
    })
    projects.push(barren)
    assert.equal(await walkSkills(defaultRoots(environmentOf(barren)), 80), undefined)
  })

  it("makes the first page without the index, and the same page as with it", async () => {
    const library = openLibrary({ ...environmentOf(many), debug: () => undefined })
    try {
      const { signal } = new AbortController()
      const first = (await listSkills(openCatalogue(library), {}, signal)).answer
      assert.equal(library.isBuilt(), false)
      await library.look(signal)
      assert.equal(library.isBuilt(), true)
      assert.deepEqual((await listSkills(openCatalogue(library), {}, signal)).answer, first)
    } finally {
      library.close()
    }
  })
})
