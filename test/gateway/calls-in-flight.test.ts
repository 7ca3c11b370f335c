import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { createCallsInFlight } from "../../gateway/calls-in-flight.ts"

describe("the calls in flight", () => {
  it("give each request a number of its own, never 0, and its id back once", () => {
    const calls = createCallsInFlight()
    const first = calls.enter(0, "ping") ?? 0
    const second = calls.enter("0", "ping") ?? 0
    assert.ok(first > 0 && second > first)
    assert.equal(calls.leave(second), "0")
    assert.equal(calls.leave(second), undefined)
    assert.equal(calls.leave(first), 0)
  })
  it("take an id that is still waiting for no second request, and an answered one again", () => {
    const calls = createCallsInFlight()
    const first = calls.enter(5, "ping") ?? 0
    assert.equal(calls.enter(5, "ping"), undefined)
    calls.leave(first)
    assert.notEqual(calls.enter(5, "ping"), undefined)
  })
  it("do not take a late answer to a cancelled request for that of a later one with its id", () => {
    const calls = createCallsInFlight()
    const cancelled = calls.enter(5, "tools/call") ?? 0
    assert.equal(calls.cancel(5), cancelled)
    const later = calls.enter(5, "tools/call") ?? 0
    assert.equal(calls.leave(cancelled), undefined)
    assert.equal(calls.leave(later), 5)
  })
  it("cancel neither what does not wait nor the opening of the session", () => {
    const calls = createCallsInFlight()
    calls.enter(1, "initialize")
    assert.equal(calls.cancel(1), undefined)
    for (const id of [2, "1", undefined, null, {}, 1.5]) assert.equal(calls.cancel(id), undefined)
  })
  it("are settled at once when nothing waits, else when the last one has left, been cancelled or thrown out", async () => {
    const calls = createCallsInFlight()
    await calls.settled()
    const events: string[] = []
    const first = calls.enter(1, "ping") ?? 0
    calls.enter(2, "ping")
    const settled = calls.settled().then(() => events.push("settled"))
    calls.leave(first)
    await Promise.resolve()
    events.push("one left")
    calls.cancel(2)
    await settled
    assert.deepEqual(events, ["one left", "settled"])
    calls.enter(3, "ping")
    assert.deepEqual(calls.leaveAll(), [3])
    await calls.settled()
  })
})
