import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises"
import { buildIndex } from "../../core/build-index.ts"
import { discoverSkills } from "../../core/discover.ts"
import { createLivePool, type LivePool } from "../../core/live-pool.ts"
import type { LiveIndex } from "../../core/open-index.ts"
import { search } from "../../core/search.ts"
import { type Files, plant } from "../lab/project.ts"
import { makeRoot, skillText } from "./make-skill.ts"
import { laid, open } from "./opened.ts"

const skills = (count: number, word: string): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${word}${at}/SKILL.md`,
      skillText(`${word}-${at}`, `${word} number ${at}`),
    ]),
  )

/** Projects that have one folder of skills in common and one of their own each. */
const projects = (pool: LivePool, owns: readonly string[]): { shared: string; indexes: LiveIndex[] } => {
  const shared = laid(skills(12, "zebra"))
  const indexes = owns.map((own) => open(shared, { pool, roots: () => [makeRoot(shared), makeRoot(own)] }))
  return { shared, indexes }
}

/** The index answers as a fresh one over the same folders does. */
const check = async (live: LiveIndex | undefined, roots: readonly string[]): Promise<void> => {
  const fresh = buildIndex((await discoverSkills(roots)).skills)
  const index = live?.current()
  assert.ok(index !== undefined)
  for (const query of ["zebra number 7", "giraffe", "number", "use the zebra-1 skill", "leopart"])
    assert.equal(JSON.stringify(search(index, query)), JSON.stringify(search(fresh, query)), query)
}

/** Waits until something holds that no call of ours brings about. */
const until = async (holds: () => boolean): Promise<void> => {
  for (let at = 0; at < 500 && !holds(); at++) await wait(20)
  assert.ok(holds())
}

const sizeOf = (live: LiveIndex | undefined): number | undefined => live?.current()?.skills.length
const heldBy = (live: LiveIndex | undefined): number | undefined => live?.current()?.pool.entries.size

describe("a live pool", { timeout: 60_000 }, () => {
  it("reads and indexes once what several indexes have in common, and each answers for its own skills", async () => {
    const owns = [laid(skills(3, "giraffe")), laid(skills(2, "leopard")), laid({ x: "" })]
    const { shared, indexes } = projects(createLivePool(), owns)
    await Promise.all(indexes.map(({ ready }) => ready))
    assert.deepEqual(indexes.map(sizeOf), [15, 14, 12])
    assert.deepEqual(indexes.map(heldBy), [17, 17, 17])
    for (const [at, own] of owns.entries()) await check(indexes[at], [shared, own])
  })

  it("takes a change of a common root to all of them, without a refresh", async () => {
    const owns = [laid(skills(1, "giraffe")), laid({ x: "" })]
    const { shared, indexes } = projects(createLivePool(), owns)
    await Promise.all(indexes.map(({ ready }) => ready))
    plant(shared, { "new/SKILL.md": skillText("new", "leopard number 7") })
    for (const name of ["zebra3", "zebra4"]) rmSync(join(shared, name), { recursive: true })
    await until(() => sizeOf(indexes[0]) === 12 && sizeOf(indexes[1]) === 11)
    for (const [at, own] of owns.entries()) await check(indexes[at], [shared, own])
    await until(() => heldBy(indexes[0]) === 12)
  })

  it("gives up what only a closed index had, and leaves the others alone", async () => {
    const owns = [laid(skills(3, "giraffe")), laid(skills(2, "leopard"))]
    const { shared, indexes } = projects(createLivePool(), owns)
    await Promise.all(indexes.map(({ ready }) => ready))
    for (let times = 0; times < 3; times++) indexes[0]?.close()
    await until(() => heldBy(indexes[1]) === 14)
    await check(indexes[1], [shared, owns[1] ?? ""])
    plant(shared, { "new/SKILL.md": skillText("new", "giraffe number 7") })
    await indexes[1]?.refresh()
    await check(indexes[1], [shared, owns[1] ?? ""])
    assert.equal(sizeOf(indexes[0]), undefined)
  })

  it("gives up a root that an index does not name any more", async () => {
    const pool = createLivePool()
    const [one, other] = [laid(skills(3, "giraffe")), laid(skills(2, "leopard"))]
    let roots = [one, other]
    const live = open(one, { pool, roots: () => roots.map((root) => makeRoot(root)) })
    await live.ready
    roots = [other]
    await live.refresh()
    assert.equal(sizeOf(live), 2)
    await check(live, roots)
    await until(() => heldBy(live) === 2)
    await check(live, roots)
  })

  it("starts anew once nobody uses it, also while it is being built", async () => {
    const pool = createLivePool()
    const own = laid(skills(200, "giraffe"))
    const first = open(own, { pool })
    await first.ready
    const before = first.current()?.pool
    first.close()
    await wait(100)
    assert.equal(before?.entries.size, 200, "what nobody uses any more is not taken apart")
    const unready = open(own, { pool })
    await turn()
    unready.close()
    const second = open(own, { pool })
    await Promise.all([unready.ready, second.ready])
    assert.equal(unready.current(), undefined)
    assert.notEqual(second.current()?.pool, before)
    assert.deepEqual([sizeOf(second), heldBy(second)], [200, 200])
    await check(second, [own])
  })

  it("holds nothing of indexes that are opened, changed and closed in any order", async () => {
    const pool = createLivePool()
    const owns = [laid(skills(4, "giraffe")), laid(skills(3, "leopard")), laid({ x: "" })]
    const { shared, indexes } = projects(pool, owns)
    await indexes[2]?.ready
    for (let at = 0; at < 12; at++) {
      const own = owns[at % 2] ?? ""
      plant(at % 3 === 0 ? shared : own, { [`more${at}/SKILL.md`]: skillText(`more-${at}`, "zebra number 7") })
      const live = open(shared, { pool, roots: () => [makeRoot(shared), makeRoot(own)] })
      if (at % 4 > 0) await live.refresh()
      if (at % 4 > 1) await Promise.all([indexes[0]?.refresh(), indexes[1]?.refresh()])
      live.close()
    }
    for (const live of indexes) await live.refresh()
    for (const [at, own] of owns.entries()) await check(indexes[at], [shared, own])
    const paths = new Set(indexes.flatMap((live) => live.current()?.skills.map(({ skill }) => skill.path) ?? []))
    await until(() => heldBy(indexes[2]) === paths.size)
  })
})
