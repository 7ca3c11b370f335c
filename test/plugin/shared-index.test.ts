import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, it } from "node:test"
import { setImmediate as turn } from "node:timers/promises"
import { type SharedIndex, shareIndex } from "../../plugin/shared-index.ts"
import { makeProject } from "../lab/project.ts"

const PROJECTS = 6

const writeSkill = (file: string, name: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `---\nname: ${name}\ndescription: Mends clocks\n---\n`)
}

/** Opens the indexes of some projects of one skill each, and one of the user's, for as long as `work` runs. */
const withProjects = async (work: (opened: readonly SharedIndex[]) => Promise<void>): Promise<void> => {
  const { top, home, remove } = makeProject()
  writeSkill(join(home, ".claude/skills/common/SKILL.md"), "common")
  const opened = Array.from({ length: PROJECTS }, (_, at) => {
    const cwd = join(top, `p${at}`)
    writeSkill(join(cwd, ".opencode/skills/clock/SKILL.md"), `clock-${at}`)
    const lexicon = at === 0 ? { абракадабра: ["waybill"] } : {}
    return shareIndex({ environment: { cwd, home, env: {}, host: "v1" }, roots: [], lexicon, log: () => {} })
  })
  try {
    await work(opened)
  } finally {
    for (const { release } of opened) release()
    await Promise.all(opened.map(({ live }) => live.ready))
    remove()
  }
}

const namesOf = ({ live }: SharedIndex): string[] => live.current()?.skills.map(({ skill }) => skill.name) ?? []

describe("the indexes of many projects", () => {
  it("hold the user's skills once, and each its own beside them", () =>
    withProjects(async (opened) => {
      await Promise.all(opened.map(({ live }) => live.ready))
      assert.deepEqual(
        opened.map(namesOf),
        opened.map((_, at) => [`clock-${at}`, "common"]),
      )
      const pools = opened.map(({ live }) => live.current()?.pool)
      assert.deepEqual(
        pools.map((pool) => pool?.entries.size),
        // The first project brings words of its own, which change what all its skills are indexed by.
        [2, 6, 6, 6, 6, 6],
      )
      assert.equal(new Set(pools).size, 2)
    }))

  it("are not built when they are given back at once", () =>
    withProjects(async (opened) => {
      await turn()
      opened.at(-1)?.release()
      await Promise.all(opened.map(({ live }) => live.ready))
      assert.equal(opened.at(-1)?.live.current(), undefined)
      assert.equal(opened.at(-2)?.live.current()?.skills.length, 2)
    }))

  it("are up to date after a refresh that began before they stood", () =>
    withProjects(async (opened) => {
      await opened.at(-1)?.live.refresh()
      assert.equal(opened.at(-1)?.live.current()?.skills.length, 2)
    }))
})
