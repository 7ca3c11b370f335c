import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { within } from "../../plugin/within.ts"

const check = async (work: Promise<string>, expected: string, mostMs: number): Promise<void> => {
  const started = performance.now()
  const come = await within(30, work, (error) => (error instanceof Error ? `failed: ${error.message}` : "late"))
  assert.equal(come, expected)
  assert.ok(performance.now() - started < mostMs)
}

describe("within", () => {
  it("gives what is known in time", () => check(Promise.resolve("known"), "known", 25))
  it("gives the other thing when time runs out", () => check(wait(500, "slow"), "late", 300))
  it("gives the other thing for what never ends", () => check(new Promise<string>(() => {}), "late", 300))
  it("turns a failure into the other thing", () => check(Promise.reject(new Error("broken")), "failed: broken", 25))

  it("drops a failure that comes late without a trace", async () => {
    const seen: unknown[] = []
    const note = (error: unknown): void => void seen.push(error)
    process.on("unhandledRejection", note)
    const late = wait(40).then(() => Promise.reject(new Error("late")))
    assert.equal(await within(5, late, () => "late"), "late")
    await wait(80)
    process.off("unhandledRejection", note)
    assert.deepEqual(seen, [])
  })
})
