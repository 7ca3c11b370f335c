import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import * as fc from "fast-check"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { type ClaimDesk, openClaimDesk } from "../../../gateway/upstream/claim-desk.ts"

const EMPTY: JsonObject = { content: [{ type: "text", text: "null" }] }
const jobResult = (id: string): JsonObject => ({
  content: [{ type: "text", text: JSON.stringify({ id }) }],
  structuredContent: { id, nonce: "n", content: "c" },
})
const idOf = (result: JsonObject): string | undefined => Object(result.structuredContent).id

interface World {
  readonly desk: ClaimDesk
  readonly queued: { id: string; filter?: string }[]
  readonly claimed: JsonObject[]
  readonly failed: string[]
  readonly lost: unknown[]
  /** How long the upstream takes. */
  latencyMs: number
  fault: unknown
  isGone: boolean
}

const open = (): World => {
  const world: World = {
    queued: [],
    claimed: [],
    failed: [],
    lost: [],
    latencyMs: 1,
    fault: undefined,
    isGone: false,
    desk: openClaimDesk({
      pollMs: 10,
      heartbeatMs: 20,
      mostSilentMs: 200,
      claimOnce: async (input) => {
        world.claimed.push(input)
        const { fault } = world
        if (fault !== undefined) throw fault
        const at = world.queued.findIndex(({ filter }) => input.filter === undefined || input.filter === filter)
        const [job] = at < 0 ? [] : world.queued.splice(at, 1)
        await sleep(world.latencyMs)
        return job === undefined ? EMPTY : jobResult(job.id)
      },
      isStillOurs: async () => !world.isGone,
      fail: async (id) => void world.failed.push(id),
      onNoAnswer: (claim) => void world.lost.push(claim),
      toResult: (error) => ({ isError: true, content: [{ type: "text", text: String(error) }] }),
    }),
  }
  return world
}

const never = (): AbortSignal => new AbortController().signal

describe("the claim desk", () => {
  it("answers a claim without wait after one attempt, null when there is nothing", async () => {
    const { desk, queued, claimed } = open()
    assert.deepEqual(await desk.claim({}, { signal: never() }), EMPTY)
    queued.push({ id: "a" })
    assert.equal(idOf(await desk.claim({ runner: "r" }, { signal: never() })), "a")
    assert.deepEqual(claimed, [{}, { runner: "r" }])
  })

  it("never lets the upstream wait, and answers a wait as soon as there is a job, or null at its end", async () => {
    const { desk, queued, claimed } = open()
    const waiting = desk.claim({ wait: 30, filter: "f" }, { signal: never() })
    await sleep(40)
    queued.push({ id: "a", filter: "f" })
    assert.equal(idOf(await waiting), "a")
    assert.ok(claimed.length > 1 && claimed.every((input) => !("wait" in input)))
    const started = Date.now()
    // Without progress its client would give up: 30 s are cut to what such a caller may wait.
    assert.deepEqual(await desk.claim({ wait: 30 }, { signal: never() }), EMPTY)
    assert.ok(Date.now() - started >= 190 && Date.now() - started < 2_000)
  })

  it("tells who wants to hear it that the call is alive, and then waits to the end", async () => {
    const { desk } = open()
    const told: number[] = []
    const started = Date.now()
    const progress = ({ progress: seconds }: { progress: number }): void => void told.push(seconds)
    assert.deepEqual(await desk.claim({ wait: 1 }, { signal: never(), progress }), EMPTY)
    assert.ok(Date.now() - started >= 990)
    const count = told.length
    assert.ok(count > 10)
    await sleep(60)
    assert.equal(told.length, count)
  })

  it("passes a wait on that is none, for the upstream to refuse", async () => {
    for (const wait of [0, -1, 1.5, "5", null]) {
      const { desk, claimed } = open()
      await desk.claim({ wait }, { signal: never() })
      assert.deepEqual(claimed, [{ wait }])
    }
  })

  it("keeps a job whose caller left for the next with the same filter or with none, not for another's", async () => {
    for (const [next, expected] of [
      [{ filter: "f" }, "a"],
      [{}, "a"],
      [{ filter: "g" }, undefined],
    ] as const) {
      const { desk, queued } = open()
      queued.push({ id: "a", filter: "f" })
      const left = new AbortController()
      const claim = desk.claim({ filter: "f" }, { signal: left.signal })
      left.abort()
      await assert.rejects(claim)
      await sleep(20)
      assert.equal(idOf(await desk.claim(next, { signal: never() })), expected)
    }
  })

  it("does not hand on a kept job that has ended meanwhile", async () => {
    const world = open()
    world.queued.push({ id: "a" })
    const left = new AbortController()
    const claim = world.desk.claim({}, { signal: left.signal })
    left.abort()
    await assert.rejects(claim)
    await sleep(20)
    world.isGone = true
    assert.deepEqual(await world.desk.claim({}, { signal: never() }), EMPTY)
  })

  it("takes a job back that did not reach its client, though the result was copied on its way", async () => {
    const { desk, queued } = open()
    queued.push({ id: "a" })
    const result = await desk.claim({}, { signal: never() })
    desk.takeBack({ ...result, resultType: "complete" })
    desk.takeBack(result)
    assert.equal(idOf(await desk.claim({}, { signal: never() })), "a")
    assert.deepEqual(await desk.claim({}, { signal: never() }), EMPTY)
  })

  it("serves those who wait in the order they came, one job each", async () => {
    const { desk, queued } = open()
    const waiting = [1, 2, 3].map(() => desk.claim({ wait: 5 }, { signal: never() }))
    await sleep(30)
    queued.push({ id: "a" }, { id: "b" }, { id: "c" })
    assert.deepEqual((await Promise.all(waiting)).map(idOf), ["a", "b", "c"])
  })

  it("asks anew for a claim that came while an older attempt was on its way to an empty answer", async () => {
    const world = open()
    world.latencyMs = 50
    const first = world.desk.claim({}, { signal: never() })
    await sleep(10)
    world.queued.push({ id: "a" })
    assert.equal(idOf(await world.desk.claim({}, { signal: never() })), "a")
    assert.deepEqual(await first, EMPTY)
  })

  it("tells a first failure at once, lives through a later one, and notes each claim without an answer", async () => {
    const world = open()
    world.fault = new Error("gone")
    assert.equal((await world.desk.claim({ wait: 5 }, { signal: never() })).isError, true)
    world.fault = undefined
    const waiting = world.desk.claim({ wait: 5 }, { signal: never() })
    await sleep(30)
    world.fault = new Error("gone")
    await sleep(30)
    world.fault = undefined
    world.queued.push({ id: "a" })
    assert.equal(idOf(await waiting), "a")
    assert.ok(world.lost.length >= 2)
  })

  it("gives up at the end what was kept and what still comes, and lets nobody wait", async () => {
    const world = open()
    world.latencyMs = 60
    world.queued.push({ id: "kept" })
    const left = new AbortController()
    const gone = world.desk.claim({}, { signal: left.signal })
    left.abort()
    await assert.rejects(gone)
    await sleep(90)
    world.queued.push({ id: "late", filter: "f" })
    const parked = world.desk.claim({ filter: "f", wait: 5 }, { signal: never() })
    world.desk.letGo()
    assert.equal((await parked).isError, true)
    await world.desk.close()
    assert.deepEqual(world.failed.sort(), ["kept", "late"])
    assert.equal((await world.desk.claim({}, { signal: never() })).isError, true)
  })

  it("loses no job and gives none twice, whoever leaves when", { timeout: 30_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            leaveAfter: fc.option(fc.integer({ min: 0, max: 12 })),
            wait: fc.option(fc.integer({ min: 1, max: 3 })),
            isDelivered: fc.boolean(),
            pause: fc.integer({ min: 0, max: 4 }),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (callers) => {
          const world = open()
          const ids = callers.map((_, at) => `j${at}`)
          const given: string[] = []
          const claims = callers.map(async ({ leaveAfter, wait, isDelivered, pause }, at) => {
            await sleep(pause * at)
            world.queued.push({ id: `j${at}` })
            const left = new AbortController()
            if (leaveAfter !== null) setTimeout(() => left.abort(), leaveAfter)
            const result = await world.desk
              .claim(wait === null ? {} : { wait }, { signal: left.signal })
              .catch(() => EMPTY)
            const id = idOf(result)
            if (id === undefined) return
            if (isDelivered) given.push(id)
            else world.desk.takeBack(result)
          })
          await Promise.all(claims)
          world.desk.letGo()
          await world.desk.close()
          const left = world.queued.map(({ id }) => id)
          assert.deepEqual([...given, ...world.failed, ...left].sort(), ids.sort())
        },
      ),
      { numRuns: 40 },
    ),
  )
})
