import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { type LostClaim, type LostClaims, toJobs, watchLostClaims } from "../../../gateway/upstream/lost-claims.ts"

const CLAIM: LostClaim = { input: {}, sentAt: 1_000, lostAt: 1_100 }
const job = (id: string, more = {}): JsonObject => ({
  id,
  status: "running",
  runner: "agent",
  claimedAt: 1_050,
  ...more,
})

const open = (running: readonly JsonObject[]): { lost: LostClaims; failed: string[]; problems: string[] } => {
  const failed: string[] = []
  const problems: string[] = []
  const lost = watchLostClaims({
    jobs: async () => running.filter(({ id }) => !failed.includes(String(id))),
    isKnown: (id) => id.startsWith("known"),
    fail: async (id) => void failed.push(id),
    onProblem: (problem) => void problems.push(problem),
  })
  return { lost, failed, problems }
}

/** What is given up at the end of the gateway, where everything is decided at once. */
const check = async (running: readonly JsonObject[], expected: readonly string[], claim = CLAIM): Promise<void> => {
  const { lost, failed, problems } = open(running)
  lost.note(claim)
  await lost.end()
  assert.deepEqual([failed, problems], [expected, []])
}

const OTHERS = job("other", { claimedAt: 500, status: "completed" })

describe("claims whose answers were lost", () => {
  it("have their job given up: the one of that moment and runner that nobody here has", async () => {
    await Promise.all([
      check([job("a")], ["a"]),
      check([job("a"), job("known-1"), job("long ago", { claimedAt: -700_000 })], ["a"]),
      check([job("late", { claimedAt: 2_000 })], ["late"]),
      check([job("a", { runner: "other" })], ["a"], { ...CLAIM, input: { runner: "other" } }),
      // The upstream stamps "agent" where it does not know the runner.
      check([job("a")], ["a"], { ...CLAIM, input: { runner: "other" } }),
      check([job("a", { runner: "other" })], []),
      check([job("a", { status: "completed" })], []),
      check([job("queued", { status: "queued", claimedAt: null })], []),
      check([], []),
    ])
  })

  it("leave jobs alone that another agent may have, and those of a doubt that end by themselves", async () => {
    const expiresAt = 90_000
    await Promise.all([
      check([job("late", { claimedAt: 2_000 }), OTHERS], []),
      check([job("a", { expiresAt }), OTHERS], []),
      check([job("a", { expiresAt }), job("b", { expiresAt })], []),
      // No doubt: nobody else is here.
      check([job("a", { expiresAt })], ["a"]),
    ])
  })

  it("leave none behind at the end that would run for ever, be they several: gateways meet a restart together", async () => {
    await Promise.all([
      check([job("a"), OTHERS], ["a"]),
      check([job("a"), job("b")], ["a", "b"]),
      check([job("a"), job("b", { expiresAt: 90_000 }), OTHERS], ["a"]),
    ])
  })

  it("say so at the end when nobody can tell", async () => {
    const problems: string[] = []
    const lost = watchLostClaims({
      jobs: () => Promise.reject(new Error("away")),
      isKnown: () => false,
      fail: async () => undefined,
      onProblem: (problem) => void problems.push(problem),
    })
    lost.note(CLAIM)
    await lost.end()
    assert.deepEqual(problems, ["a job may have been claimed for nobody: see list_jobs"])
  })

  it("are looked into a second later, and left open while another agent is at work", async () => {
    const sure = open([job("a")])
    const unsure = open([job("a"), OTHERS])
    // Behind the loss: more likely another agent's first.
    const late = open([job("late", { claimedAt: 1_900 })])
    for (const { lost } of [sure, unsure, late]) lost.note(CLAIM)
    await sleep(500)
    assert.deepEqual(sure.failed, [])
    await sleep(1_200)
    assert.deepEqual([sure.failed, unsure.failed, late.failed], [["a"], [], []])
    await Promise.all([unsure.lost.end(), late.lost.end()])
    assert.deepEqual([unsure.failed, late.failed], [["a"], ["late"]])
  })

  it("are looked for in what list_jobs gives, which must be a list", () => {
    assert.deepEqual(toJobs({ structuredContent: { items: [{ id: "a" }, 7] } }), [{ id: "a" }])
    for (const result of [{}, { isError: true, structuredContent: { items: [] } }, { structuredContent: { items: 1 } }])
      assert.throws(() => toJobs(result))
  })
})
