import assert from "node:assert/strict"
import { after, describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { buildIndex, DEFAULT_SETTINGS } from "../../core/index.ts"
import type { Blocks, BlocksInput } from "../../plugin/compose-blocks.ts"
import { decideBlocks } from "../../plugin/decide-blocks.ts"
import { createSessions, type Session } from "../../plugin/sessions.ts"
import { madeSkill } from "./made-skill.ts"
import { LIBRARY, REQUESTS } from "./skill-file.ts"

// The plugin's timers hold no process open; a host does so itself.
const host = setInterval(() => {}, 1_000)
after(() => clearInterval(host))

const SETTINGS = { ...DEFAULT_SETTINGS, preload: false }
const INPUT: BlocksInput = {
  settings: SETTINGS,
  index: buildIndex(Object.entries(LIBRARY).map(([name, description]) => madeSkill(name, { description }))),
  text: REQUESTS.deploy,
  agent: "build",
  isChild: false,
  accepts: () => true,
  isLoaded: () => false,
  toName: ({ name }) => name,
  argument: "name",
  log: () => {},
}

type Prepare = () => Promise<BlocksInput>

const decide = (prepare: Prepare, key: string, session: Session<unknown>, lines: string[] = []): Promise<Blocks> =>
  decideBlocks({
    session,
    key,
    prepare,
    atOnce: () => ({ settings: SETTINGS, isChild: false }),
    log: (line) => lines.push(line),
  })

/** What comes of it: a hint or the rule alone, within the budget, and what diagnostics say. */
const check = async (prepare: Prepare, hinted: boolean, said: RegExp | undefined): Promise<void> => {
  const session = createSessions().at("a")
  const lines: string[] = []
  const [blocks, ms] = await Promise.all([timed(() => decide(prepare, "m1", session, lines)), lateness()]).then(
    ([{ value, ms }, late]) => [value, ms - late] as const,
  )
  assert.ok(ms < 150, `${ms} ms`)
  assert.deepEqual([blocks.rule !== undefined, blocks.hint !== undefined], [true, hinted])
  if (said === undefined) assert.deepEqual(lines, [])
  else assert.match(lines.join("\n"), said)
  // Later steps of the turn get the very same, whatever would come of it now.
  assert.deepEqual(await decide(async () => INPUT, "m1", session), blocks)
}

const timed = async <T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> => {
  const started = performance.now()
  return { value: await work(), ms: performance.now() - started }
}

/** How much later than they should timers come here and now: other programs may hold the processor. */
const lateness = async (): Promise<number> => (await timed(() => wait(100))).ms - 100

describe("the blocks of a turn", () => {
  it("are searched for in turns of the event loop of their own, when many requests come at once", async () => {
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const all = Array.from({ length: 20 }, (_, at) => decide(async () => INPUT, "m1", createSessions().at(`s${at}`)))
    await Promise.all(all)
    isOver = true
    assert.ok(turns >= 19, `${turns} turns`)
  })

  it("are decided once a message", () => check(async () => INPUT, true, undefined))
  it("are the rule alone when preparing them never ends", () =>
    check(() => new Promise(() => {}), false, /^hint dropped after \d+ ms$/))
  it("are the rule alone when preparing them takes so long that a search might not end in time", () =>
    check(() => wait(100, INPUT), false, /^hint dropped after \d+ ms$/))
  it("are the rule alone when preparing them fails, now or before it has begun", async () => {
    await check(() => Promise.reject(new Error("broken")), false, /^hint dropped after \d+ ms, fail-open: broken$/)
    const broken = { ...INPUT, accepts: () => assert.fail("not a\nsound function") }
    await check(async () => broken, false, /fail-open: not a/)
  })

  it("are asked for by two steps at the same time and decided once", async () => {
    const session = createSessions().at("a")
    let prepared = 0
    const prepare: Prepare = async () => {
      prepared += 1
      return INPUT
    }
    const [one, two] = await Promise.all([decide(prepare, "m1", session), decide(prepare, "m1", session)])
    assert.equal(one, two)
    await decide(prepare, "m2", session)
    assert.equal(prepared, 2)
  })
})
