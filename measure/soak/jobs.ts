import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { createStandIn, type StandIn } from "../../test/gateway/upstream/stand-in.ts"
import { makeProject } from "../../test/lab/project.ts"
import { keepFigures } from "../figures.ts"
import { createRandom } from "../libraries.ts"
import { runClaimer } from "./claimer.ts"
import { createTally, type Tally } from "./tally.ts"

// No job is lost, whatever befalls clients and upstream: jobs are claimed by clients that each have a gateway process
// of their own and cancel, die and come back at random, while the upstream restarts.
// npm run soak:jobs [-- --jobs 1000 --restarts 20 --clients 8 --seed N]

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "1000" },
    restarts: { type: "string", default: "20" },
    clients: { type: "string", default: "8" },
    seed: { type: "string", default: String(1 + (Date.now() % 2_147_483_646)) },
  },
})
const JOBS = Number(values.jobs)
const RESTARTS = Number(values.restarts)
const CLIENTS = Number(values.clients)
const SEED = Number(values.seed)

/** What the upstream takes between claiming a job and answering, so that a restart finds claims half done. */
const CLAIM_MS = 60
/** Who has been given a job is done with it long before. */
const STILL_MS = 60_000

/** Submits in bursts, so that clients find the queue full as well as empty. */
const submitAll = async ({ queue }: StandIn, random: () => number): Promise<void> => {
  while (queue.jobs.length < JOBS) {
    const burst = Math.min(1 + Math.floor(random() * 40), JOBS - queue.jobs.length)
    for (let at = 0; at < burst; at++) queue.submit()
    await sleep(random() * 1_500)
  }
}

/** Restarts the upstream at even distances of jobs done, on its port or another, after a while or at once. */
const restartOften = async (standIn: StandIn, tally: Tally, random: () => number): Promise<void> => {
  for (let done = 1; done <= RESTARTS; done++) {
    const due = (JOBS * done) / (RESTARTS + 1)
    while (standIn.queue.jobs.filter(({ status }) => isEnded(status)).length < due) await sleep(20)
    // At any moment, or at the worst one: a job is claimed and its answer is not yet sent.
    if (random() < 0.5) await claimUnderWay(standIn)
    else await sleep(random() * 100)
    const port = standIn.port()
    await standIn.stop(random() < 0.5 ? "kill" : "term")
    await sleep(random() * 2_000)
    await standIn.start(random() < 0.5 ? port : 0)
    slowClaims(standIn)
    tally.restarted()
  }
}

const claimUnderWay = async ({ queue }: StandIn): Promise<void> => {
  const end = Date.now() + 3_000
  const isFresh = (claimedAt: number | null): boolean => claimedAt !== null && claimedAt > Date.now() - CLAIM_MS / 2
  while (Date.now() < end && !queue.jobs.some(({ claimedAt }) => isFresh(claimedAt))) await sleep(2)
}

const slowClaims = (standIn: StandIn): void =>
  standIn.plan("claim_job", ...Array.from({ length: JOBS * 20 }, () => ({ kind: "slow" as const, ms: CLAIM_MS })))

const isEnded = (status: string): boolean => status !== "queued" && status !== "running"

/** True when all is done, or nothing has moved for a while. */
const watchProgress = ({ queue }: StandIn): (() => boolean) => {
  let last = ""
  let since = Date.now()
  return () => {
    const now = queue.jobs.map(({ status }) => status[0]).join("")
    if (now !== last) {
      last = now
      since = Date.now()
    }
    const isDone = queue.jobs.length === JOBS && queue.jobs.every(({ status }) => isEnded(status))
    return isDone || Date.now() - since > STILL_MS
  }
}

const sayHow = (standIn: StandIn, tally: Tally, seconds: number): boolean => {
  const { holders, givenUp, sentToKilled, hung, problems, said, ...ways } = tally.counts()
  const { jobs } = standIn.queue
  const idsOf = (status: string): readonly string[] => jobs.filter((job) => job.status === status).map(({ id }) => id)
  const failed = idsOf("failed")
  const open = jobs.filter(({ status }) => !isEnded(status))
  // Written to a client that was killed before it read: no server can tell that from one that goes on elsewhere.
  const isUnread = (id: string): boolean => sentToKilled.has(id) && !holders.has(id)
  const unended = open.filter(({ id }) => !isUnread(id)).map(({ id, status }) => `${id} ${status}`)
  const twice = [...holders].filter(([, by]) => by.length > 1).map(([id, by]) => `${id}: ${by.join(", ")}`)
  const figures = {
    seed: SEED,
    jobs: jobs.length,
    clients: CLIENTS,
    seconds: Math.round(seconds),
    ...ways,
    completed: idsOf("completed").length,
    givenUp: failed.length,
    givenUpUnderItsHolder: failed.filter((id) => holders.has(id)).length,
    diedUnreadWithItsClient: open.length - unended.length,
    lost: unended.length,
    claimedTwice: twice.length,
    hung: hung.length,
  }
  console.log(figures)
  const evidence = said.filter((line) => unended.some((job) => line.includes(job.slice(0, job.indexOf(" ")))))
  for (const line of [...unended, ...evidence, ...twice, ...hung, ...problems].slice(0, 60)) console.log(`  ${line}`)
  const strange = failed.filter((id) => !givenUp.has(id))
  if (strange.length > 0) console.log(`  failed by nobody's word: ${strange.join(", ")}`)
  keepFigures("soak-jobs", figures)
  const isWhole = jobs.length === JOBS && ways.restarts === RESTARTS
  if (!isWhole) console.log("  the soak did not run to its end")
  return isWhole && unended.length + twice.length + hung.length === 0
}

const soak = async (): Promise<boolean> => {
  console.log(`${JOBS} jobs, ${CLIENTS} clients, ${RESTARTS} restarts, seed ${SEED}`)
  const random = createRandom(SEED)
  const project = makeProject()
  const standIn = createStandIn(project.folder)
  await standIn.start()
  slowClaims(standIn)
  const tally = createTally()
  const isOver = watchProgress(standIn)
  const started = performance.now()
  const claimers = Array.from({ length: CLIENTS }, (_, at) => {
    const seed = 1 + Math.floor(random() * 2_147_483_645)
    return runClaimer({ name: `client-${at + 1}`, project, random: createRandom(seed), tally, isOver })
  })
  const others = [submitAll(standIn, createRandom(SEED + 1)), restartOften(standIn, tally, createRandom(SEED + 2))]
  await Promise.all(claimers)
  // The last restart may still be under way, and gateways give up only what an upstream is there for.
  await Promise.race([Promise.all(others), sleep(STILL_MS)])
  // Gateways that are left give up what they have: only then is a job that still runs lost.
  await tally.ended()
  const isSound = sayHow(standIn, tally, (performance.now() - started) / 1_000)
  await standIn.stop()
  project.remove()
  return isSound
}

process.exit((await soak()) ? 0 : 1)
