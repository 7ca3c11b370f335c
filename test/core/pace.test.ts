import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { createPace, createRuns, mapBounded, runPaced } from "../../core/pace.ts"

const busy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe("createPace", { timeout: 20_000 }, () => {
  it("lets a timer fire between pieces of work", async () => {
    const pace = createPace(2)
    let fired = 0
    const timer = setInterval(() => fired++, 1)
    for (let at = 0; at < 20; at++) {
      busy(3)
      await pace()
    }
    clearInterval(timer)
    assert.ok(fired > 0)
  })

  it("lets many tasks share one slice and come to their end", async () => {
    const pace = createPace(1)
    let fired = 0
    const timer = setInterval(() => fired++, 1)
    const task = async (): Promise<void> => {
      for (let at = 0; at < 10; at++) {
        busy(1)
        await pace()
      }
    }
    await Promise.all(Array.from({ length: 10 }, task))
    clearInterval(timer)
    assert.ok(fired > 0)
  })
})

describe("createRuns", () => {
  it("runs one at a time, and gives who asks meanwhile one run that begins later", async () => {
    const events: string[] = []
    let runs = 0
    const run = createRuns(async () => {
      const number = ++runs
      events.push(`begin ${number}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`end ${number}`)
    })
    const first = run()
    await Promise.resolve().then(() => {})
    const [second, third] = [run(), run()]
    assert.equal(second, third)
    assert.notEqual(first, second)
    await Promise.all([first, second])
    await run()
    assert.deepEqual(events, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  })
})

describe("runPaced", () => {
  it("runs a generator to its end and gives its value", async () => {
    let steps = 0
    const work = function* (): Generator<undefined, string> {
      for (; steps < 5; steps++) yield
      return "done"
    }
    assert.equal(await runPaced(work(), createPace()), "done")
    assert.equal(steps, 5)
  })
})

describe("mapBounded", () => {
  it("keeps the order and never runs more than the limit at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), async (waits, limit) => {
        let running = 0
        let most = 0
        const task = async (turns: number): Promise<number> => {
          most = Math.max(most, ++running)
          for (let at = 0; at < turns; at++) await new Promise((resolve) => setImmediate(resolve))
          running--
          return turns * 2
        }
        assert.deepEqual(
          await mapBounded(waits, limit, task),
          waits.map((turns) => turns * 2),
        )
        assert.ok(most <= limit)
        assert.ok(waits.length < limit || most > 0)
      }),
      { numRuns: 50 },
    )
  })
})
