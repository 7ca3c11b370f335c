import assert from "node:assert/strict"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type HostGeneration, search } from "../../core/index.ts"
import { openProject, type Project } from "../../plugin/open-project.ts"
import { makeProject, plant } from "../lab/project.ts"
import { libraryFiles, skillFile } from "./skill-file.ts"

const open = (plan: { folder: string; home: string }, options?: unknown, host: HostGeneration = "v1") => {
  const lines: string[] = []
  const project = openProject({
    directory: plan.folder,
    home: plan.home,
    env: {},
    host,
    beside: join(plan.home, "none"),
    options,
    log: (line) => lines.push(line),
  })
  return { project, lines }
}

const names = ({ index }: Project): string[] =>
  [...(index()?.skills.values() ?? [])].map(({ skill }) => skill.name).sort()

/** The system tells of changed folders a moment later; people take longer to write their next message. */
const MOMENT_MS = 30

const check = async (project: Project, expected: readonly string[]): Promise<void> => {
  await wait(MOMENT_MS)
  await project.refresh()
  assert.deepEqual(names(project), expected)
}

const LIBRARY = ["kubernetes-deploy", "pdf-forms", "supply-contract-review"]

describe("a project", () => {
  it("opens at once and has its skills after a refresh", async () => {
    const made = makeProject({ files: libraryFiles(".opencode/skills") })
    const { project, lines } = open(made)
    assert.equal(project.index(), undefined)
    await check(project, LIBRARY)
    assert.match(lines.join("\n"), /^index: 3 skills in \d+ ms/m)
    project.close()
  })

  it("follows files that are added, changed and deleted", async () => {
    const made = makeProject({ files: libraryFiles(".opencode/skills") })
    const { project } = open(made)
    await check(project, LIBRARY)
    plant(made.folder, { ".opencode/skills/added/SKILL.md": skillFile("added", "New here") })
    rmSync(join(made.folder, ".opencode/skills/pdf-forms"), { recursive: true })
    await check(project, ["added", "kubernetes-deploy", "supply-contract-review"])
    project.close()
  })

  it("takes changed roots and lexicon into account without a restart", async () => {
    const made = makeProject({
      files: libraryFiles(".opencode/skills"),
      homeFiles: { "team/waybill/SKILL.md": skillFile("waybill", "Fill in waybills for trucks") },
    })
    const { project } = open(made)
    await check(project, LIBRARY)
    const settings = { roots: ["~/team"], lexicon: { шмяк: ["waybills", "trucks"] }, lang: "en" }
    plant(made.home, { ".config/opencode/skill-mcp.config.json": JSON.stringify(settings) })
    await check(project, ["kubernetes-deploy", "pdf-forms", "supply-contract-review", "waybill"])
    assert.equal(project.settings().lang, "en")
    const index = project.index()
    assert.ok(index)
    assert.equal(search(index, "шмяк")[0]?.name, "waybill")
    project.close()
  })

  it("shares its index with others of the same directory, until the last one closes", async () => {
    const made = makeProject({ files: libraryFiles(".opencode/skills") })
    const [one, two] = [open(made).project, open(made).project]
    await one.refresh()
    await two.refresh()
    assert.ok(one.index() !== undefined)
    assert.equal(one.index(), two.index())
    one.close()
    one.close()
    plant(made.folder, { ".opencode/skills/added/SKILL.md": skillFile("added", "New here") })
    await check(two, ["added", ...LIBRARY])
    two.close()
  })

  it("shares nothing with another directory, another host or other settings", async () => {
    const one = makeProject({ files: libraryFiles(".opencode/skills") })
    const two = makeProject({ files: { ".opencode/skills/other/SKILL.md": skillFile("other", "Elsewhere") } })
    const projects = [open(one), open(two), open(one, undefined, "v2"), open(one, { lexicon: { a: ["b"] } })]
    await Promise.all(projects.map(({ project }) => project.refresh()))
    assert.equal(new Set(projects.map(({ project }) => project.index())).size, 4)
    const [first, second] = projects
    assert.deepEqual([names(first?.project as Project), names(second?.project as Project)], [LIBRARY, ["other"]])
    for (const { project } of projects) project.close()
  })

  it("stands a root that is a file, a root that cannot be read and one that goes away", async () => {
    const made = makeProject({
      files: { ...libraryFiles(".opencode/skills"), "locked/x/SKILL.md": skillFile("x", "x") },
    })
    writeFileSync(join(made.folder, "file"), "")
    const { project } = open(made, { roots: ["file", "locked", "/dev/null", "\u0000", "", "~", "missing"] })
    await project.refresh()
    assert.ok(names(project).includes("pdf-forms"))
    rmSync(join(made.folder, ".opencode"), { recursive: true })
    await wait(MOMENT_MS)
    await project.refresh()
    assert.equal(names(project).includes("pdf-forms"), false)
    project.close()
  })
})
