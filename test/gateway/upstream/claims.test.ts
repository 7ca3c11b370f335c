import assert from "node:assert/strict"
import process from "node:process"
import { describe, it } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { type Behind, startBehind, textOf, unavailableMessage, until } from "./behind-gateway.ts"

const idOf = (result: Record<string, unknown>): string | undefined => Object(result.structuredContent).id

const claimed = ({ standIn }: Behind): number => standIn.calls("claim_job").length

describe("claim_job behind the gateway", { concurrency: true }, () => {
  it("tells a client that asks for progress that its call is alive, about every 15 s", async () => {
    const behind = await startBehind()
    const told: number[] = []
    const started = Date.now()
    const waiting = behind.call(
      "claim_job",
      { wait: 3_000 },
      { onprogress: ({ progress }) => void told.push(progress) },
    )
    await until("it is told", () => told.length > 0, 25_000)
    assert.ok(told[0] === 15 && Date.now() - started >= 14_900, `${told[0]}`)
    const job = behind.standIn.queue.submit()
    assert.equal(idOf(await waiting), job.id)
  })

  it("parks in the gateway: it waits without the upstream waiting, and other calls go on", async () => {
    const behind = await startBehind()
    assert.deepEqual(await behind.call("claim_job"), { content: [{ type: "text", text: "null" }] })
    const waiting = behind.call("claim_job", { wait: 30, runner: "me" })
    await until("it is parked", () => claimed(behind) === 2)
    assert.equal((await behind.call("list_jobs")).isError, undefined)
    const job = behind.standIn.queue.submit()
    assert.equal(idOf(await waiting), job.id)
    assert.equal(job.runner, "me")
    assert.ok(behind.standIn.calls("claim_job").every(({ arguments: input }) => !Object.hasOwn(Object(input), "wait")))
    assert.equal(
      textOf(await behind.call("claim_job", { wait: 0 })),
      "MCP error -32602: Too small: expected number to be >0 at wait",
    )

    // Cancelled while the claim is on its way: the job is kept for the next.
    const kept = behind.standIn.queue.submit()
    behind.standIn.plan("claim_job", { kind: "slow", ms: 300 })
    const left = new AbortController()
    const before = claimed(behind)
    const leaving = behind.call("claim_job", { wait: 30 }, { signal: left.signal })
    await until("it is on its way", () => claimed(behind) > before)
    left.abort()
    await assert.rejects(leaving)
    assert.equal(idOf(await behind.call("claim_job")), kept.id)
    assert.deepEqual(
      behind.standIn.queue.jobs.map(({ status }) => status),
      ["running", "running"],
    )

    // The client goes while a claim is on its way.
    const last = behind.standIn.queue.submit()
    behind.standIn.plan("claim_job", { kind: "slow", ms: 400 })
    const count = claimed(behind)
    const ended = behind.call("claim_job", { wait: 30 }).catch(() => undefined)
    await until("it is on its way", () => claimed(behind) > count)
    await behind.close()
    await ended
    await until("the job is given up", () => last.status === "failed")
    await until("the session is deleted", () => behind.standIn.sessions() === 0)
  })

  it("survives a restart of the upstream while it is parked", async () => {
    const behind = await startBehind()
    const waiting = behind.call("claim_job", { wait: 40 })
    await until("it is parked", () => claimed(behind) > 0)
    await behind.standIn.stop("kill")
    await sleep(2_500)
    await behind.standIn.start()
    const job = behind.standIn.queue.submit()
    assert.equal(idOf(await waiting), job.id)

    // A claim that takes effect and whose answer is lost: nobody has the nonce, so the job is given up.
    const lost = behind.standIn.queue.submit()
    behind.standIn.plan("claim_job", { kind: "cut-after" })
    assert.match(unavailableMessage(await behind.call("claim_job")), /claim_job may have happened/)
    assert.equal(lost.status, "running")
    await until("the lost job is given up", () => lost.status === "failed")
    assert.equal(job.status, "running")
  })

  it("loses no job when the upstream restarts while the gateway ends", async () => {
    const behind = await startBehind()
    const job = behind.standIn.queue.submit()
    behind.standIn.plan("claim_job", { kind: "slow", ms: 5_000 })
    const claim = behind.call("claim_job").catch(() => undefined)
    await until("it is claimed", () => job.status === "running")
    const closed = behind.close()
    // The gateway has begun to end by then, and still waits for the claim.
    await sleep(300)
    await behind.standIn.stop("kill")
    await behind.standIn.start(behind.standIn.port())
    await until("the job is given up", () => job.status === "failed")
    await Promise.all([claim, closed])
  })

  it("loses no job when the client is killed, whatever it was doing", async () => {
    const behind = await startBehind()
    const job = behind.standIn.queue.submit()
    behind.standIn.plan("claim_job", { kind: "slow", ms: 500 })
    const claim = behind.call("claim_job").catch(() => undefined)
    await until("it is on its way", () => claimed(behind) > 0)
    process.kill(behind.pid, "SIGTERM")
    await claim
    await until("the job is given up", () => job.status === "failed")
  })
})
