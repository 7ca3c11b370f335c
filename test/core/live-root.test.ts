import assert from "node:assert/strict"
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type LiveRoot, openRoot } from "../../core/live-root.ts"
import { plant } from "../lab/project.ts"
import { makeRoot, skillText } from "./make-skill.ts"
import { laid } from "./opened.ts"

const descriptions = (live: LiveRoot): unknown[] =>
  [...(live.scan()?.files.values() ?? [])].map(({ parsed }) => parsed.skill?.description)

/** After the watches are settled, a look is made only when one of them tells of a change. */
const settle = async (live: LiveRoot): Promise<void> => {
  await live.refresh()
  await wait(200)
  await live.refresh()
}

/**
 * Something takes the place of a folder that is watched, in no time; what is then written there is noticed at once, as
 * is what was written before.
 */
const check = async (replace: (root: string, other: string) => void): Promise<void> => {
  // Watches hold no process open, so that nothing else would wait for them here.
  const awake = setInterval(() => {}, 100)
  const top = laid({
    "root/group/a/SKILL.md": skillText("a", "one"),
    "other/group/a/SKILL.md": skillText("a", "two"),
  })
  const [path, other] = [join(top, "root"), join(top, "other")]
  let changes = 0
  const live = openRoot(makeRoot(path), () => changes++)
  await settle(live)
  replace(path, other)
  await settle(live)
  assert.deepEqual(descriptions(live), ["two"])
  const before = changes
  plant(path, { "group/b/SKILL.md": skillText("b", "four") })
  writeFileSync(join(path, "group/a/SKILL.md"), skillText("a", "three"))
  await wait(400)
  assert.deepEqual(descriptions(live), ["three", "four"])
  assert.ok(changes > before)
  live.close()
  clearInterval(awake)
}

describe("a live root", { timeout: 20_000 }, () => {
  it("looks at nothing before it is asked, and gives the same scan until something is new", async () => {
    const root = laid({ "a/SKILL.md": skillText("a", "one") })
    const live = openRoot(makeRoot(root), () => {})
    assert.equal(live.scan(), undefined)
    await settle(live)
    const scan = live.scan()
    await live.refresh()
    assert.equal(live.scan(), scan)
    assert.deepEqual(descriptions(live), ["one"])
    live.close()
  })

  it("goes on following a skill's folder that is deleted and made anew", () =>
    check((root) => {
      rmSync(join(root, "group/a"), { recursive: true })
      mkdirSync(join(root, "group/a"))
      writeFileSync(join(root, "group/a/SKILL.md"), skillText("a", "two"))
    }))

  it("goes on following a skill's folder that another is moved into the place of", () =>
    check((root, other) => {
      renameSync(join(root, "group/a"), join(root, "../gone"))
      renameSync(join(other, "group/a"), join(root, "group/a"))
    }))

  it("goes on following what lies below a folder that another is moved into the place of", () =>
    check((root, other) => {
      renameSync(join(root, "group"), join(root, "../gone"))
      renameSync(join(other, "group"), join(root, "group"))
    }))

  it("goes on following a root that is deleted and made anew", () =>
    check((root) => {
      rmSync(root, { recursive: true })
      plant(root, { "group/a/SKILL.md": skillText("a", "two") })
    }))

  it("goes on following a root that another is moved into the place of", () =>
    check((root, other) => {
      renameSync(root, join(root, "../gone"))
      renameSync(other, root)
    }))
})
