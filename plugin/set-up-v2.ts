import { homedir } from "node:os"
import type { Skill } from "../core/index.ts"
import { createAsk, type HostAnswers, type Question } from "./ask-host-v2.ts"
import { type BlocksInput, ruleAlone } from "./compose-blocks.ts"
import { createDebugLog, type DebugLog, toReason } from "./debug-log.ts"
import { BRIEFLY_MS, decideBlocks } from "./decide-blocks.ts"
import { type HostV2, toHostV2 } from "./host-v2.ts"
import { openProject, type Project } from "./open-project.ts"
import { placeBlocksV2 } from "./place-blocks-v2.ts"
import { quietly } from "./quietly.ts"
import { readTurnV2, type TurnV2 } from "./read-turn-v2.ts"
import { refreshOnce } from "./refresh-once.ts"
import { createSessions, noticeCompaction, type Session, type Sessions } from "./sessions.ts"
import { toAccessV2 } from "./skill-access.ts"
import { readListingV2 } from "./skill-listing.ts"
import { writeStamp } from "./stamp.ts"
import { toList, toRecord, toText } from "./to-record.ts"
import { within } from "./within.ts"

/** Takes back what `setup` has done. */
export type CleanUp = () => Promise<void>

/** The plugin on opencode 2.x: registers its hooks and resolves with what takes them back. Never rejects. */
export const setUpV2 = async (context?: unknown): Promise<CleanUp | undefined> => {
  const log = createDebugLog(process.env)
  let cleanUp: CleanUp | undefined
  await quietly("setup", log, async () => {
    const host = toHostV2(context)
    if (host !== undefined) cleanUp = await setUp(host, log)
  })()
  return cleanUp
}

const setUp = async (host: HostV2, log: DebugLog): Promise<CleanUp> => {
  const { env } = process
  const { directory, options } = host
  const beside = import.meta.dirname
  if (directory === undefined) throw new Error("the host names no directory")
  writeStamp({ host: "v2", directory, beside, file: env.SKILL_MCP_STAMP, log })
  const project = openProject({ directory, env, home: homedir(), host: "v2", beside, options, log })
  const plugin: PluginV2 = { project, log, sessions: createSessions(), ask: createAsk(host) }
  const registrations = await Promise.all(
    Object.entries(createHooks(plugin)).map(([name, hook]) => register(host, { name, hook, log })),
  )
  return quietly("clean-up", log, async () => {
    project.close()
    for (const registration of registrations) await dispose(registration)
  })
}

interface PluginV2 {
  readonly project: Project
  readonly log: DebugLog
  readonly sessions: Sessions<TurnV2>
  readonly ask: (question: Question) => Promise<HostAnswers>
}

type HookV2 = (event: unknown) => Promise<void>

const createHooks = (plugin: PluginV2): Readonly<Record<string, HookV2>> => ({
  prompt: quietly("prompt", plugin.log, (event) => noticePrompt(plugin, event)),
  context: quietly("context", plugin.log, (event) => addBlocks(plugin, event)),
  compaction: quietly("compaction", plugin.log, (event) => {
    const sessionID = toText(toRecord(event).sessionID)
    if (sessionID !== undefined) plugin.sessions.at(sessionID).preloaded.clear()
  }),
})

/** V2 waits for `setup` before it takes in a prompt: a registration that hangs must not hang that. In ms. */
const REGISTER_MS = 1_000

const register = (host: HostV2, { name, hook, log }: { name: string; hook: HookV2; log: DebugLog }): Promise<unknown> =>
  within(REGISTER_MS, host.hook(name, hook), (error) =>
    log(`fail-open: the hook ${name} is not registered: ${error === undefined ? "no answer" : toReason(error)}`),
  )

const dispose = async (registration: unknown): Promise<void> => {
  const { dispose } = toRecord(registration)
  if (typeof dispose === "function") await dispose.call(registration)
}

/** More messages of a session are not waited for at a time. */
const MOST_ADMITTED = 64

const noticePrompt = ({ project, sessions }: PluginV2, event: unknown): void => {
  const { sessionID, messageID, prompt } = toRecord(event)
  const id = toText(messageID)
  const session = typeof sessionID === "string" ? sessions.at(sessionID) : undefined
  if (session === undefined || id === undefined) return
  session.admitted.add(id)
  const [oldest] = session.admitted
  if (session.admitted.size > MOST_ADMITTED && oldest !== undefined) session.admitted.delete(oldest)
  // What the person attached, the host loads itself.
  for (const skill of toList(toRecord(prompt).skills))
    session.preloaded.add(toText(skill) ?? String(toRecord(skill).id))
  void refreshOnce(project, session, id)
}

const addBlocks = async (plugin: PluginV2, event: unknown): Promise<void> => {
  const { sessionID, agent, system, messages, tools, kind } = toRecord(event)
  if (typeof sessionID !== "string" || !Array.isArray(system)) return
  // Betas before 2.0 called this hook for titles and compactions too; those come without tools.
  if (Object.keys(toRecord(tools)).length === 0 || (kind !== undefined && kind !== "primary")) return
  const session = plugin.sessions.at(sessionID)
  const turn = readTurnV2(messages, session.admitted)
  const atOnce = () => ({ settings: plugin.project.settings(), isChild: session.isChild === true })
  // Messages of a shape that we do not know: the rule needs none of them.
  if (turn === undefined) return placeBlocksV2(system, ruleAlone(atOnce()))
  const step = { session, sessionID, turn, agent: toText(agent), system, hasSkillTool: "skill" in toRecord(tools) }
  const prepared = () => prepare(plugin, step)
  placeBlocksV2(system, await decideBlocks({ session, key: turn.key, prepare: prepared, atOnce, log: plugin.log }))
}

interface Step {
  readonly session: Session<TurnV2>
  readonly sessionID: string
  readonly turn: TurnV2
  readonly agent: string | undefined
  readonly system: readonly unknown[]
  readonly hasSkillTool: boolean
}

const prepare = async ({ project, ask, log }: PluginV2, step: Step): Promise<BlocksInput> => {
  const { session, sessionID, turn, agent, system, hasSkillTool } = step
  noticeCompaction(session, turn.compaction)
  const [{ isChild, rules, skills }] = await Promise.all([
    ask({ sessionID, agent, ms: BRIEFLY_MS }),
    within(BRIEFLY_MS, refreshOnce(project, session, turn.key), () => undefined),
  ])
  session.isChild = isChild ?? session.isChild
  const listed = readListingV2(system.map((part) => toText(toRecord(part).text) ?? "").join("\n"), turn.updates)
  const known = ({ path, realPath }: Skill) => skills.get(realPath) ?? skills.get(path)
  const toId = (skill: Skill): string => known(skill)?.id ?? skill.id
  return {
    settings: project.settings(),
    index: project.index(),
    text: turn.text,
    agent,
    isChild: session.isChild === true,
    accepts: hasSkillTool ? toAccessV2({ listed, rules, known, toId }) : () => false,
    isLoaded: (skill) => session.preloaded.has(toId(skill)) || turn.loaded.has(toId(skill)),
    toName: toId,
    argument: "id",
    log,
  }
}
