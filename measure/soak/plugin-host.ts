import { readFileSync } from "node:fs"
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises"
import { percentiles } from "../figures.ts"
import { callHook, type HooksV1, requestV1 } from "../host-v1.ts"
import { createRandom } from "../libraries.ts"
import type { HostPlan, HostSaid } from "./plugin.ts"

// The host of soak/plugin.ts, a process with soak/watch-loop.mjs loaded: one instance of the built plugin a project
// directory, as opencode makes them, and sessions that come and go. Reads its plan from the file it is given.

interface Session {
  readonly id: string
  readonly at: number
  readonly texts: string[]
  readonly turns: number
  steps: number
  isBusy: boolean
}

const SESSIONS = 300
/** Sessions that are answered side by side, as when agents have sent out subagents. */
const AT_ONCE = 4
/** An index looks at the disk 50 ms after a change: who does nothing for so many times 200 ms has nothing to do. */
const STILL = 5

const plan: HostPlan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const random = createRandom(plan.seed)
const below = (most: number): number => Math.floor(random() * most)
const counts = { sessions: 0, requests: 0, withRule: 0, withHint: 0, withPreload: 0, reopened: 0 }
// Of a fixed size from the start: figures that pile up would look like a leak of what is measured.
const times = { message: new Float64Array(plan.calls), step: new Float64Array(plan.calls) }
const taken = { message: 0, step: 0 }

const say = (said: HostSaid): void => void process.send?.(said)

const open = async (directory: string): Promise<HooksV1> => {
  const built = await import(plan.plugin)
  return built.default.server({ directory })
}

const callEvent = (hooks: HooksV1 | undefined, type: string, properties: object): Promise<void> =>
  callHook(hooks, "event", { event: { type, properties } })

const begin = async (instances: readonly HooksV1[]): Promise<Session> => {
  const [id, at] = [`s${counts.sessions++}`, below(instances.length)]
  const parent = random() < 0.1 ? { parentID: "s0" } : {}
  await callEvent(instances[at], "session.created", { info: { id, ...parent } })
  return { id, at, texts: [], turns: 5 + below(60), steps: 0, isBusy: false }
}

/** Most sessions are deleted one day; of some the host never says a word again. */
const end = async (instances: readonly HooksV1[], { id, at }: Session): Promise<void> => {
  if (random() < 0.8) await callEvent(instances[at], "session.deleted", { info: { id } })
}

const nextText = (): string => {
  if (random() < 0.25) return "да, продолжай"
  if (random() < 0.1) return `mend clock number ${below(1000)}`
  return plan.queries[below(plan.queries.length)] ?? ""
}

/** One request of a session; a turn has some steps, of which the first brings the person's message. */
const request = async (hooks: HooksV1 | undefined, session: Session): Promise<void> => {
  const kind = session.steps === 0 ? "message" : "step"
  if (kind === "message") {
    session.texts.push(nextText())
    session.steps = 1 + below(5)
    const message = { id: `${session.id}-${session.texts.length - 1}` }
    await callHook(hooks, "chat.message", { sessionID: session.id }, { message })
    if (random() < 0.02) await callEvent(hooks, "session.compacted", { sessionID: session.id })
  } else session.steps -= 1
  const { system, ms } = await requestV1(hooks, { session: session.id, texts: session.texts, host: plan.host })
  times[kind][taken[kind]++] = ms
  counts.requests += 1
  if (system.length > plan.host.length) counts.withRule += 1
  if (system.includes("<skill_hint source")) counts.withHint += 1
  if (system.includes("<skill_content")) counts.withPreload += 1
}

const run = async (): Promise<void> => {
  const instances: HooksV1[] = []
  // What a process does until it runs is no stall of the plugin's: the parent's first look puts it aside.
  await import(plan.plugin)
  await rest(0)
  for (const directory of plan.directories) {
    instances.push(await open(directory))
    // A person opens one project after another.
    await wait(250)
  }
  for (const [at, hooks] of instances.entries()) await untilHint(hooks, `first${at}`)
  const sessions: Session[] = []
  while (sessions.length < SESSIONS) sessions.push(await begin(instances))
  let [calls, told] = [0, 0]
  const serve = async (until: number): Promise<void> => {
    while (calls < until) {
      const at = below(SESSIONS)
      const session = sessions[at]
      if (session === undefined || session.isBusy) {
        await turn()
        continue
      }
      calls += 2
      session.isBusy = true
      await request(instances[session.at], session)
      session.isBusy = false
      if (session.texts.length > session.turns) {
        await end(instances, session)
        sessions[at] = await begin(instances)
      }
      if (calls - told >= 100) {
        told = calls
        say({ kind: "progress", calls })
      }
      // Between two requests of a host there is at least a model's answer.
      await turn()
    }
  }
  for (let moment = 1; moment <= plan.moments; moment++) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => serve(Math.round((plan.calls * moment) / plan.moments))))
    if (moment % 5 === 0) await reopen(instances)
    await rest(calls)
  }
  for (const hooks of instances) await callHook(hooks, "dispose")
  instances.length = 0
  await rest(calls)
  const { message, step } = times
  const figures = {
    message: percentiles([...message.subarray(0, taken.message)]),
    step: percentiles([...step.subarray(0, taken.step)]),
  }
  say({ kind: "end", calls, figures, counts })
}

/** The first index of each project stands before the calls are counted: what a host holds then must not grow. */
const untilHint = async (hooks: HooksV1, session: string): Promise<void> => {
  for (let at = 0; at < 3_000; at++) {
    const text = plan.queries[at % plan.queries.length] ?? ""
    const { system } = await requestV1(hooks, { session: `${session}-${at}`, texts: [text], host: plan.host })
    await callEvent(hooks, "session.deleted", { info: { id: `${session}-${at}` } })
    if (system.includes("<skill_hint source")) return
    await wait(100)
  }
  throw new Error("no project's index stands after five minutes")
}

/** A host drops the instance of a project and makes it anew when its configuration changes. */
const reopen = async (instances: HooksV1[]): Promise<void> => {
  const at = below(instances.length)
  await callHook(instances[at], "dispose")
  instances[at] = await open(plan.directories[at] ?? "")
  counts.reopened += 1
}

/** Waits until no index is being brought up to date and the parent has looked at what this process holds. */
const rest = async (calls: number): Promise<void> => {
  let still = 0
  for (let at = 0; still < STILL && at < 1_000; at++) {
    await wait(200)
    const isWorking = process.getActiveResourcesInfo().some((kind) => kind === "Immediate" || kind.startsWith("FSReq"))
    still = isWorking ? 0 : still + 1
  }
  const seen = new Promise<void>((resolve) => process.once("message", () => resolve()))
  say({ kind: "moment", calls })
  await seen
}

await run()
process.disconnect?.()
