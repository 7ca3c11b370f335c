import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { createSessions, noticeCompaction } from "../../plugin/sessions.ts"

const check = (used: readonly string[], most: number): void => {
  const sessions = createSessions<never>(most)
  for (const id of used) sessions.at(id).preloaded.add(id)
  // The naive model: what was used last, each once, as many as may be kept.
  const kept = [...new Set([...used].reverse())].slice(0, most)
  assert.equal(sessions.size(), kept.length)
  for (const id of [...kept].reverse()) assert.deepEqual([...sessions.at(id).preloaded], [id])
}

describe("the memory of sessions", () => {
  it("keeps the most recently used ones and no more", () => {
    check(["a", "b", "a", "c"], 2)
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "d", "e")), fc.integer({ min: 1, max: 4 }), (used, most) =>
        check(used, most),
      ),
    )
  })

  it("is bounded to a few hundred by itself", () => {
    const sessions = createSessions()
    for (let at = 0; at < 10_000; at++) sessions.at(`ses_${at}`)
    assert.equal(sessions.size(), 300)
  })

  it("forgets a session that is deleted", () => {
    const sessions = createSessions()
    sessions.at("a").preloaded.add("x")
    sessions.forget("a")
    assert.deepEqual([sessions.size(), sessions.at("a").preloaded.size], [0, 0])
  })

  it("forgets what was preloaded at each new compaction, once", () => {
    const session = createSessions().at("a")
    session.preloaded.add("x")
    noticeCompaction(session, undefined)
    assert.equal(session.preloaded.size, 1)
    noticeCompaction(session, "m1")
    assert.equal(session.preloaded.size, 0)
    session.preloaded.add("y")
    noticeCompaction(session, "m1")
    assert.equal(session.preloaded.size, 1)
    noticeCompaction(session, "m2")
    assert.equal(session.preloaded.size, 0)
  })
})
