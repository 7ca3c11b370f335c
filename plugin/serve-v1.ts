import { homedir } from "node:os"
import { dirname } from "node:path"
import type { Hooks } from "@opencode-ai/plugin"
import type { Skill } from "../core/index.ts"
import { type Blocks, type BlocksInput, ruleAlone } from "./compose-blocks.ts"
import { createDebugLog, type DebugLog } from "./debug-log.ts"
import { BRIEFLY_MS, decideBlocks } from "./decide-blocks.ts"
import { configRules } from "./host-rules.ts"
import { openProject, type Project } from "./open-project.ts"
import { isRealRequest, placeBlocksV1 } from "./place-blocks-v1.ts"
import { quietly } from "./quietly.ts"
import { readTurnV1, type TurnV1 } from "./read-turn-v1.ts"
import { refreshOnce } from "./refresh-once.ts"
import { createSessions, noticeCompaction, type Session, type Sessions } from "./sessions.ts"
import { toAccessV1 } from "./skill-access.ts"
import { readListing } from "./skill-listing.ts"
import { writeStamp } from "./stamp.ts"
import { toRecord, toText } from "./to-record.ts"
import { within } from "./within.ts"

/** The plugin on opencode 1.x: takes the host's input and the plugin's options, gives the hooks. Never rejects. */
export const serveV1 = async (input: unknown, options?: unknown): Promise<Hooks> => {
  const { env } = process
  const log = createDebugLog(env)
  let hooks: Hooks = {}
  await quietly("load", log, () => {
    const directory = toText(toRecord(input).directory)
    const beside = import.meta.dirname
    if (directory === undefined) throw new Error("the host names no directory")
    writeStamp({ host: "v1", directory, beside, file: env.SKILL_MCP_STAMP, log })
    const project = openProject({ directory, env, home: homedir(), host: "v1", beside, options, log })
    hooks = createHooks({ project, log, sessions: createSessions(), everListed: new Set(), config: undefined })
  })()
  return hooks
}

interface HostV1 {
  readonly project: Project
  readonly log: DebugLog
  readonly sessions: Sessions<TurnV1>
  readonly everListed: Set<string>
  /** The host's own configuration; kept by reference, since other plugins may still change it. */
  config: unknown
}

const createHooks = (host: HostV1): Hooks => ({
  config: quietly("config", host.log, (config) => {
    host.config = config
  }),
  event: quietly("event", host.log, ({ event }) => noticeEvent(host, event)),
  // The person's message has just been taken in: look at the disk while the host prepares its request.
  "chat.message": quietly("chat.message", host.log, ({ sessionID }, { message }) => {
    void refreshOnce(host.project, host.sessions.at(sessionID), message.id)
  }),
  "experimental.chat.messages.transform": quietly("messages.transform", host.log, (_, { messages }) => {
    const turn = readTurnV1(messages)
    if (turn === undefined) return
    const session = host.sessions.at(turn.sessionID)
    session.turn = turn
  }),
  "experimental.chat.system.transform": quietly(
    "system.transform",
    host.log,
    async ({ sessionID, model }, { system }) => {
      if (sessionID === undefined || !isRealRequest(system)) return
      placeBlocksV1(system, await blocksFor(host, host.sessions.at(sessionID), system), model)
    },
  ),
  dispose: quietly("dispose", host.log, () => host.project.close()),
})

const blocksFor = async (host: HostV1, session: Session<TurnV1>, system: readonly string[]): Promise<Blocks> => {
  const { turn } = session
  const atOnce = () => ({ settings: host.project.settings(), isChild: isChild(host, session) })
  // Messages of a shape that we do not know: the rule needs none of them.
  if (turn === undefined) return ruleAlone(atOnce())
  const prepared = () => prepare(host, { session, turn, system })
  return decideBlocks({ session, key: turn.messageID, prepare: prepared, atOnce, log: host.log })
}

interface Step {
  readonly session: Session<TurnV1>
  readonly turn: TurnV1
  readonly system: readonly string[]
}

const prepare = async (host: HostV1, { session, turn, system }: Step): Promise<BlocksInput> => {
  noticeCompaction(session, turn.compaction)
  const accepts = turn.hasSkillTool ? accessOf(host, turn.agent, system) : () => false
  await within(BRIEFLY_MS, refreshOnce(host.project, session, turn.messageID), () => undefined)
  return {
    settings: host.project.settings(),
    index: host.project.index(),
    text: turn.text,
    agent: turn.agent,
    isChild: isChild(host, session),
    accepts,
    isLoaded: (skill) => isLoaded(skill, turn, session),
    toName: ({ name }) => name,
    argument: "name",
    log: host.log,
  }
}

const accessOf = ({ config, everListed }: HostV1, agent: string | undefined, system: readonly string[]) => {
  const listed = readListing(system.join("\n"), "name")
  for (const name of listed ?? []) everListed.add(name)
  return toAccessV1({ listed, everListed, rules: configRules(config, agent) })
}

const isLoaded = ({ name, path }: Skill, { loadedNames, loadedFolders }: TurnV1, { preloaded }: Session<TurnV1>) =>
  preloaded.has(name) || loadedNames.has(name) || loadedFolders.has(dirname(path))

// The host's events say it before the first request; where none came, an agent made for subagents gives it away.
const isChild = ({ config }: HostV1, { isChild, turn }: Session<TurnV1>): boolean => {
  if (isChild !== undefined) return isChild
  const agent = turn?.agent
  const { mode } = toRecord(toRecord(toRecord(config).agent)[agent ?? ""])
  return mode === "subagent" || (mode === undefined && (agent === "general" || agent === "explore"))
}

const noticeEvent = ({ sessions }: HostV1, event: unknown): void => {
  const { type, properties } = toRecord(event)
  const { info, sessionID } = toRecord(properties)
  const { id, parentID } = toRecord(info)
  const session = toText(sessionID) ?? toText(id)
  if (session === undefined) return
  if (type === "session.created" || type === "session.updated") sessions.at(session).isChild = parentID != null
  else if (type === "session.compacted") sessions.at(session).preloaded.clear()
  else if (type === "session.deleted") sessions.forget(session)
}
