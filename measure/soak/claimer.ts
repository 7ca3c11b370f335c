import { setTimeout as sleep } from "node:timers/promises"
import { isJsonObject, type JsonObject } from "../../gateway/read-frame.ts"
import { type Answer, type Gateway, startGateway, toLine } from "../../test/gateway/gateway-process.ts"
import type { Project } from "../../test/lab/project.ts"
import type { Tally } from "./tally.ts"

/** One client and what decides its life. */
export interface ClaimerOptions {
  readonly name: string
  readonly project: Project
  readonly random: () => number
  readonly tally: Tally
  /** True when no job is left to do. */
  readonly isOver: () => boolean
}

/** A job that was given to the client, which can do it until it is recorded. */
interface Held {
  readonly id: string
  readonly nonce: string
}

/** A call on its way. */
interface Call {
  readonly answer: Promise<Answer | undefined>
  readonly cancel: () => void
}

/** How a client leaves its gateway: killed, in good order, or with its host ending the gateway by a signal. */
const ENDS = ["die", "die", "close", "terminate"] as const

/** An answer to any call comes within its wait and this, or the call hangs. */
const HANG_MS = 30_000
/** So often out of a hundred claims. */
const CANCELS = 10
const LEAVES = 8
/** A gateway at its end gives up what nobody took, which may take 10 s, and a little for the machine. */
const END_MS = 20_000

/**
 * Claims and does jobs until none is left: a client that now and then cancels a claim, or leaves at any moment and
 * comes back with a new gateway. What it has been given it remembers, as an agent does that goes on with its session.
 */
export const runClaimer = async ({ name, project, random, tally, isOver }: ClaimerOptions): Promise<void> => {
  const held: Held[] = []
  let asked = 0
  const below = (most: number): number => Math.floor(random() * most)
  const isOneOf = (hundred: number): boolean => random() * 100 < hundred
  const open = (): Gateway => startGateway({ project, env: { SKILL_MCP_DEBUG: "1" } })
  let gateway = open()

  const take = ({ result }: Answer): void => {
    const { id, nonce } = Object(result?.structuredContent)
    if (typeof id !== "string" || typeof nonce !== "string") return
    tally.claimed(id, name)
    held.push({ id, nonce })
  }

  /** Asks. The answer is undefined when the gateway ended first, or none came: then the call hangs. */
  const ask = (tool: string, input: JsonObject, ms = 0): Call => {
    const id = `${name}-${++asked}`
    const used = gateway
    let isWanted = true
    const meta = isOneOf(50) && { _meta: { progressToken: id } }
    used.write(toLine({ id, method: "tools/call", params: { name: tool, arguments: input, ...meta } }))
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), ms + HANG_MS).unref()
    }).then(() => {
      if (isWanted) tally.hung(`${name}: ${tool} ${JSON.stringify(input)}`)
      return undefined
    })
    const answer = used.frame((frame) => frame.id === id).catch(() => undefined)
    return {
      answer: Promise.race([answer, late]).finally(() => {
        isWanted = false
      }),
      cancel: () => {
        isWanted = false
        used.write(toLine({ method: "notifications/cancelled", params: { requestId: id } }))
      },
    }
  }

  const endOf = async (left: Gateway, gone: Promise<void>, wasKilled: boolean): Promise<void> => {
    const late = new Promise<"late">((resolve) => setTimeout(resolve, END_MS, "late").unref())
    if ((await Promise.race([gone, late])) === "late") {
      tally.hung(`${name}: its gateway does not end`)
      left.child.kill("SIGKILL")
    }
    tally.heard(left.stderr(), wasKilled)
  }

  const leave = async (): Promise<void> => {
    const how = ENDS[below(ENDS.length)] ?? "die"
    const { child } = gateway
    const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()))
    tally.left(how)
    if (how === "terminate") child.kill("SIGTERM")
    else child.stdin?.end()
    if (how === "die") {
      // What the kernel does when a client is killed: both pipes are closed with all that is in them.
      child.stdin?.destroy()
      child.stdout?.destroy()
    }
    tally.ending(endOf(gateway, gone, how === "die"))
    await sleep(below(400))
    gateway = open()
  }

  const claim = async (): Promise<void> => {
    const seconds = isOneOf(60) ? 1 + below(8) : 0
    const runner = isOneOf(30) && { runner: name }
    const input = { ...(seconds > 0 && { wait: seconds }), ...runner }
    const call = ask("claim_job", input, seconds * 1_000)
    // Whatever comes is taken, even behind a cancel or at the end of a gateway that is left in good order.
    const taken = call.answer.then((answer) => answer && take(answer))
    if (isOneOf(CANCELS)) {
      await Promise.race([taken, sleep(below(300))])
      tally.cancelled()
      call.cancel()
    } else if (isOneOf(LEAVES)) {
      await Promise.race([taken, sleep(below(300))])
      await leave()
    } else await taken
  }

  const finish = async ({ id, nonce }: Held): Promise<boolean> => {
    const answer = await ask("record_job", { id, nonce, status: "completed", report: "{}" }).answer
    // No answer, or one that the upstream was away for: it is asked again.
    return isJsonObject(answer?.result?.structuredContent) && answer.result.isError !== true
  }

  while (!isOver()) {
    const [job] = held
    if (job === undefined) await claim()
    else {
      await sleep(below(250))
      if (isOneOf(LEAVES / 4)) await leave()
      if (await finish(job)) held.shift()
      else await sleep(200)
    }
  }
  const gone = new Promise<void>((resolve) => void gateway.child.once("exit", () => resolve()))
  gateway.child.stdin?.end()
  tally.ending(endOf(gateway, gone, false))
}
