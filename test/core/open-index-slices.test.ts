import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { skillText } from "./make-skill.ts"
import { laid, open } from "./opened.ts"

describe("openIndex, a slice at a time", () => {
  it("lets the event loop turn between many removals", async () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`)
    const text = (at: number): string =>
      `${skillText(`s${at}`, `Number ${at}`)}\n${words.map((word) => `${word}x${at}`).join(" ")}\n`
    const root = laid(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`s${at}/SKILL.md`, text(at)])))
    const live = open(root)
    await live.ready
    for (let at = 0; at < 30; at++) rmSync(join(root, `s${at}`), { recursive: true })
    const pool = live.current()?.pool
    const sizes = new Set<number>()
    let isOver = false
    const watch = (): void => {
      sizes.add(pool?.entries.size ?? 0)
      if (!isOver) setImmediate(watch)
    }
    watch()
    while (live.current()?.skills.length !== 270) await live.refresh()
    for (let at = 0; at < 500 && pool?.entries.size !== 270; at++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    isOver = true
    assert.equal(pool?.entries.size, 270)
    assert.ok(sizes.size > 3, [...sizes].join(" "))
  })

  it("is built no further once it is closed", async () => {
    const files = Array.from({ length: 300 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`, `Number ${at}`)])
    const live = open(laid(Object.fromEntries(files)))
    live.close()
    await live.ready
    assert.equal(live.current(), undefined)
  })
})
