import assert from "node:assert/strict"
import { rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { buildIndex } from "../../core/build-index.ts"
import { discoverSkills } from "../../core/discover.ts"
import { createLivePool } from "../../core/live-pool.ts"
import type { IndexUpdate, LiveIndex } from "../../core/open-index.ts"
import { search } from "../../core/search.ts"
import { type Files, plant } from "../lab/project.ts"
import { makeRoot, skillText } from "./make-skill.ts"
import { laid, open } from "./opened.ts"

const names = (live: LiveIndex): string[] =>
  [...(live.current()?.skills.values() ?? [])].map(({ skill }) => skill.name).sort()

const found = (live: LiveIndex, query: string): string[] => {
  const index = live.current()
  return index === undefined ? [] : search(index, query).map(({ name }) => name)
}

const skills = (count: number, word = "zebra"): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`, `${word} number ${at}`)]),
  )

/** The live index answers as a fresh index over the same folder does. */
const checkFresh = async (live: LiveIndex, root: string, queries: readonly string[]): Promise<void> => {
  const fresh = buildIndex((await discoverSkills([root])).skills)
  const index = live.current()
  assert.ok(index !== undefined)
  for (const query of queries) {
    assert.equal(JSON.stringify(search(index, query)), JSON.stringify(search(fresh, query)), query)
  }
}

describe("openIndex", { timeout: 60_000 }, () => {
  it("has no index until the first stands, and then the whole one", async () => {
    const root = laid(skills(30))
    const live = open(root)
    assert.equal(live.current(), undefined)
    assert.deepEqual(live.problems(), [])
    await live.ready
    assert.equal(names(live).length, 30)
    assert.deepEqual(live.roots(), [makeRoot(root)])
    await checkFresh(live, root, ["zebra 7", "number"])
  })

  it("sees a skill added, edited and deleted after a refresh", async () => {
    const root = laid(skills(3))
    const live = open(root)
    await live.ready
    plant(root, { "new/SKILL.md": skillText("new-skill", "giraffe spotting") })
    await live.refresh()
    assert.deepEqual(found(live, "giraffe"), ["new-skill"])
    writeFileSync(join(root, "new/SKILL.md"), skillText("new-skill", "elephant spotting"))
    await live.refresh()
    assert.deepEqual([found(live, "giraffe"), found(live, "elephant")], [[], ["new-skill"]])
    rmSync(join(root, "new"), { recursive: true })
    await live.refresh()
    assert.deepEqual(found(live, "elephant"), [])
    await checkFresh(live, root, ["zebra 1", "number"])
  })

  it("sees an edit of the same size", async () => {
    const root = laid({ "a/SKILL.md": skillText("a", "giraffe") })
    const live = open(root)
    await live.ready
    writeFileSync(join(root, "a/SKILL.md"), skillText("a", "leopard"))
    utimesSync(join(root, "a/SKILL.md"), new Date(), new Date(Date.now() + 5_000))
    await live.refresh()
    assert.deepEqual(found(live, "leopard"), ["a"])
  })

  it("sees a name change and gives the old name up", async () => {
    const root = laid({ "a/SKILL.md": skillText("giraffe", "d"), "b/SKILL.md": skillText("b", "d") })
    const live = open(root)
    await live.ready
    assert.deepEqual(found(live, "/giraffe"), ["giraffe"])
    writeFileSync(join(root, "a/SKILL.md"), skillText("leopard", "d"))
    await live.refresh()
    assert.deepEqual(
      [names(live), found(live, "/giraffe"), found(live, "/leopard")],
      [["b", "leopard"], [], ["leopard"]],
    )
  })

  it("brings a shadowed skill forth when its winner goes", async () => {
    const root = laid({ "a/SKILL.md": skillText("same", "giraffe"), "b/SKILL.md": skillText("same", "leopard") })
    const live = open(root)
    await live.ready
    assert.deepEqual(found(live, "leopard giraffe"), ["same"])
    assert.deepEqual(
      live.problems().map(({ code }) => code),
      ["shadowed"],
    )
    rmSync(join(root, "b"), { recursive: true })
    await live.refresh()
    assert.deepEqual([found(live, "giraffe"), live.problems()], [["same"], []])
  })

  it("notices a change by itself, without a refresh", async () => {
    const root = laid(skills(2))
    let told = (_: IndexUpdate): void => {}
    const live = open(root, { onUpdate: (update) => told(update) })
    await live.ready
    const update = new Promise<IndexUpdate>((resolve) => {
      told = resolve
    })
    const beat = setInterval(() => {}, 100)
    plant(root, { "new/SKILL.md": skillText("new", "giraffe") })
    const { added, removed, skills: count } = await update
    clearInterval(beat)
    assert.deepEqual([added, removed, count], [1, 0, 3])
    assert.deepEqual(found(live, "giraffe"), ["new"])
  })

  it("finds a root that appears later, and one that is named later", async () => {
    const top = laid({ x: "" })
    const later = laid({ "b/SKILL.md": skillText("b", "leopard") })
    let roots = [makeRoot(join(top, "late"))]
    const live = open(top, { roots: () => roots })
    await live.ready
    assert.deepEqual(names(live), [])
    plant(top, { "late/a/SKILL.md": skillText("a", "giraffe") })
    await live.refresh()
    assert.deepEqual(names(live), ["a"])
    roots = [...roots, makeRoot(later)]
    await live.refresh()
    assert.deepEqual(names(live), ["a", "b"])
  })

  it("answers from the last complete index while a change is taken in", async () => {
    const root = laid(skills(40, "zebra"))
    const live = open(root)
    await live.ready
    const before = live.current()
    plant(root, skills(40, "giraffe"))
    plant(root, { "more/SKILL.md": skillText("more", "giraffe") })
    const refreshed = live.refresh()
    let turns = 0
    while (live.current() === before && turns++ < 100_000) {
      assert.equal(live.current()?.skills.length, 40)
      assert.deepEqual(found(live, "giraffe"), [])
      await new Promise((resolve) => setImmediate(resolve))
    }
    await refreshed
    assert.notEqual(live.current(), before)
    assert.equal(names(live).length, 41)
    await checkFresh(live, root, ["giraffe 5", "zebra"])
  })

  it("indexes only what is new of a large library", async () => {
    const root = laid(skills(120))
    const live = open(root)
    await live.ready
    const before = new Set(live.current()?.skills)
    plant(root, { "s5/SKILL.md": skillText("s5", "giraffe"), "new/SKILL.md": skillText("new", "leopard") })
    rmSync(join(root, "s6"), { recursive: true })
    await live.refresh()
    const fresh = (live.current()?.skills ?? []).filter((entry) => !before.has(entry))
    assert.deepEqual(fresh.map(({ skill }) => skill.name).sort(), ["new", "s5"])
    await checkFresh(live, root, ["giraffe", "leopard", "zebra 6", "zebra number 77", "s5"])
  })

  it("keeps one path under one skill when a few swap names", async () => {
    const root = laid({
      "1/SKILL.md": skillText("a", "giraffe"),
      "2/SKILL.md": skillText("b", "leopard"),
      ...skills(30),
    })
    const live = open(root)
    await live.ready
    plant(root, { "1/SKILL.md": skillText("b", "giraffe"), "2/SKILL.md": skillText("a", "leopard") })
    await live.refresh()
    await checkFresh(live, root, ["giraffe", "leopard", "/a", "/b"])
  })

  it("serves many refreshes at once", async () => {
    const root = laid(skills(20))
    const live = open(root)
    await Promise.all([live.ready, ...Array.from({ length: 20 }, () => live.refresh())])
    assert.equal(names(live).length, 20)
  })

  it("uses the user's own lexicon", async () => {
    const live = open(laid({ "a/SKILL.md": skillText("a", "waybill check") }), {
      pool: createLivePool({ абракадабра: ["waybill"] }),
    })
    await live.ready
    assert.deepEqual(found(live, "абракадабра"), ["a"])
  })

  it("never rejects: a root that vanishes leaves no skill, roots that throw leave the last index", async () => {
    const root = laid(skills(3))
    let isBroken = false
    const updates: IndexUpdate[] = []
    const live = open(root, {
      onUpdate: (update) => updates.push(update),
      roots: () => {
        if (isBroken) throw new Error("no roots")
        return [makeRoot(root)]
      },
    })
    await live.ready
    isBroken = true
    await live.refresh()
    assert.equal(names(live).length, 3)
    isBroken = false
    rmSync(root, { recursive: true })
    await live.refresh()
    assert.deepEqual(names(live), [])
    plant(root, skills(2))
    await live.refresh()
    assert.equal(names(live).length, 2)
  })

  it("never rejects when roots throw while all is quiet", async () => {
    const root = laid(skills(2))
    let isBroken = false
    const live = open(root, {
      roots: () => {
        if (isBroken) throw new Error("no roots")
        return [makeRoot(root)]
      },
    })
    await live.ready
    for (let at = 0; at < 3; at++) await live.refresh()
    isBroken = true
    await live.refresh()
    assert.equal(names(live).length, 2)
  })

  it("tells of roots that throw at the first look, and mends itself", async () => {
    const root = laid(skills(2))
    let isBroken = true
    const errors: unknown[] = []
    const live = open(root, {
      onUpdate: ({ error }) => error !== undefined && errors.push(error),
      roots: () => {
        if (isBroken) throw new Error("no roots")
        return [makeRoot(root)]
      },
    })
    await live.ready
    assert.equal(live.current(), undefined)
    assert.equal(errors.length, 1)
    isBroken = false
    await live.refresh()
    assert.equal(names(live).length, 2)
  })

  it("outlives an onUpdate that throws", async () => {
    const live = open(laid(skills(2)), {
      onUpdate: () => {
        throw new Error("listener")
      },
    })
    await live.ready
    await live.refresh()
    assert.equal(names(live).length, 2)
  })

  it("looks at nothing any more and holds nothing once it is closed", async () => {
    const root = laid(skills(2))
    let looks = 0
    const live = open(root, {
      roots: () => {
        looks += 1
        return [makeRoot(root)]
      },
    })
    await live.ready
    live.close()
    plant(root, { "new/SKILL.md": skillText("new", "giraffe") })
    await live.refresh()
    assert.deepEqual([looks, live.current(), live.problems()], [1, undefined, []])
    live.close()
  })
})
