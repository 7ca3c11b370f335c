import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it, mock } from "node:test"
import { setImmediate as turn } from "node:timers/promises"
import type { LiveIndex } from "../../core/index.ts"
import { openInTurn } from "../../plugin/open-in-turn.ts"
import { type SharedIndex, shareIndex } from "../../plugin/shared-index.ts"
import { makeProject } from "../lab/project.ts"

const PROJECTS = 6

/** Opens the indexes of some projects of one skill each for as long as `work` runs. */
const withProjects = async (work: (opened: readonly SharedIndex[]) => Promise<void>): Promise<void> => {
  const { top, home, remove } = makeProject()
  const opened = Array.from({ length: PROJECTS }, (_, at) => {
    const cwd = join(top, `p${at}`)
    const skill = join(cwd, ".opencode/skills/clock")
    mkdirSync(skill, { recursive: true })
    writeFileSync(join(skill, "SKILL.md"), "---\nname: clock\ndescription: Mends clocks\n---\n")
    return shareIndex({ environment: { cwd, home, env: {}, host: "v1" }, roots: [], lexicon: {}, log: () => {} })
  })
  try {
    await work(opened)
  } finally {
    for (const { release } of opened) release()
    await Promise.all(opened.map(({ live }) => live.ready))
    remove()
  }
}

// An index asks for its roots when its build begins.
const begun = (opened: readonly SharedIndex[]): number => opened.filter(({ live }) => live.roots().length > 0).length

describe("the indexes of many projects", () => {
  it("are built two at a time, so that the first ones stand soon and no turn of the loop is long", () =>
    withProjects(async (opened) => {
      await turn()
      assert.equal(begun(opened), 2)
      await opened[0]?.live.ready
      assert.ok(begun(opened) <= 4, `${begun(opened)} have begun when the first one stands`)
      await Promise.all(opened.map(({ live }) => live.ready))
      assert.deepEqual(
        opened.map(({ live }) => live.current()?.skills.size),
        opened.map(() => 1),
      )
    }))

  it("are not built when they are given back before their turn", () =>
    withProjects(async (opened) => {
      await turn()
      opened.at(-1)?.release()
      await Promise.all(opened.map(({ live }) => live.ready))
      assert.equal(opened.at(-1)?.live.current(), undefined)
      assert.equal(opened.at(-2)?.live.current()?.skills.size, 1)
    }))

  it("are up to date after a refresh that began before their turn", () =>
    withProjects(async (opened) => {
      await opened.at(-1)?.live.refresh()
      assert.equal(opened.at(-1)?.live.current()?.skills.size, 1)
    }))

  it("do not wait for ever for one whose disk hangs", async () => {
    const hanging = (): LiveIndex => {
      const ready = new Promise<void>(() => {})
      return {
        current: () => undefined,
        problems: () => [],
        roots: () => [],
        ready,
        refresh: () => ready,
        close: () => {},
      }
    }
    mock.timers.enable({ apis: ["setTimeout"] })
    let opened = 0
    for (let at = 0; at < 3; at++) {
      openInTurn(() => {
        opened += 1
        return hanging()
      })
    }
    await turn()
    assert.equal(opened, 2)
    mock.timers.tick(10_000)
    await turn()
    assert.equal(opened, 3)
    // The third keeps no place either when this file's process ends.
    mock.timers.tick(10_000)
    mock.timers.reset()
  })
})
