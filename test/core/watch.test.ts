import assert from "node:assert/strict"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { exists, openWatch, type Watch } from "../../core/watch.ts"
import { plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"

// Watches hold no process open, so that nothing else would wait for them here.
const awake = setInterval(() => {}, 100)
const folders: string[] = []
after(() => {
  clearInterval(awake)
  folders.forEach(removeFolder)
})

const laid = (...names: readonly string[]): string => {
  const folder = temporaryFolder("watch")
  folders.push(folder)
  plant(folder, Object.fromEntries(names.map((name) => [name, { folder: true }])))
  return folder
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Counts changes, and lets a test wait for the first one after now. */
const counted = (): { watch: Watch; count: () => number; change: () => Promise<void> } => {
  let changes = 0
  let told = (): void => {}
  const watch = openWatch(() => {
    changes++
    told()
  })
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      told = resolve
    })
  return { watch, count: () => changes, change }
}

describe("openWatch", { timeout: 20_000 }, () => {
  it("tells of a file written in each folder, and of none after it was closed", async () => {
    const folder = laid("a")
    const { watch, count, change } = counted()
    assert.deepEqual(await watch.follow([folder, join(folder, "a")]), { isComplete: true, isNew: true })
    for (const path of ["x", "a/x"]) {
      const told = change()
      writeFileSync(join(folder, path), "")
      await told
    }
    await pause(50)
    watch.close()
    const before = count()
    writeFileSync(join(folder, "b"), "")
    await pause(50)
    assert.equal(count(), before)
  })

  it("follows other folders from now on", async () => {
    const folder = laid("a", "b")
    const { watch, count, change } = counted()
    await watch.follow([join(folder, "a")])
    await watch.follow([join(folder, "b")])
    writeFileSync(join(folder, "a/x"), "")
    await pause(50)
    assert.equal(count(), 0)
    const told = change()
    writeFileSync(join(folder, "b/x"), "")
    await told
    watch.close()
  })

  it("is incomplete where a folder is missing, and follows the others", async () => {
    const folder = laid("a")
    const { watch, change } = counted()
    assert.deepEqual(await watch.follow(["/nowhere/at/all", folder]), { isComplete: false, isNew: true })
    const told = change()
    writeFileSync(join(folder, "x"), "")
    await told
    watch.close()
  })

  it("outlives a folder that goes away, and follows it again when it is back", async () => {
    const folder = laid("a")
    const { watch, change } = counted()
    await watch.follow([folder, join(folder, "a")])
    const gone = change()
    rmSync(join(folder, "a"), { recursive: true })
    await gone
    await watch.follow([folder])
    plant(folder, { a: { folder: true } })
    assert.deepEqual(await watch.follow([folder, join(folder, "a")]), { isComplete: true, isNew: true })
    await pause(50)
    const told = change()
    writeFileSync(join(folder, "a/x"), "")
    await told
    watch.close()
  })

  it("watches all anew when it has missed something, as when a folder above was replaced", async () => {
    const folder = laid("top/a")
    const { watch, count, change } = counted()
    await watch.follow([join(folder, "top/a")])
    renameSync(join(folder, "top"), join(folder, "gone"))
    plant(folder, { "top/a": { folder: true } })
    await pause(50)
    assert.equal(count(), 0)
    watch.distrust()
    assert.deepEqual(await watch.follow([join(folder, "top/a")]), { isComplete: true, isNew: true })
    const told = change()
    writeFileSync(join(folder, "top/a/x"), "")
    await told
    watch.close()
  })

  it("follows nothing once it is closed", async () => {
    const { watch } = counted()
    watch.close()
    watch.close()
    assert.deepEqual(await watch.follow([laid()]), { isComplete: false, isNew: false })
  })
})

describe("exists", () => {
  it("knows whether there is something at a path", async () => {
    assert.equal(await exists("/nowhere"), false)
    assert.equal(await exists("/"), true)
  })
})
