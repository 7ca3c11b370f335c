import { toList, toRecord, toText } from "./to-record.ts"

/** What V1's messages tell of the turn that is under way. */
export interface TurnV1 {
  readonly sessionID: string
  /** The id of the person's message; the blocks belong to it. */
  readonly messageID: string
  readonly agent: string | undefined
  /** The person's own words, without what the host or a plugin has added. */
  readonly text: string
  /** Names of the skills loaded by the `skill` tool, as far back as the history goes. */
  readonly loadedNames: ReadonlySet<string>
  /** Folders of the skills that the person loaded as a slash command. */
  readonly loadedFolders: ReadonlySet<string>
  /** The last compaction in the history. */
  readonly compaction: string | undefined
  /** False when this message's own settings turn the `skill` tool off. */
  readonly hasSkillTool: boolean
}

/** Reads the messages that V1 is about to send; undefined when no person's message is among them. */
export const readTurnV1 = (value: unknown): TurnV1 | undefined => {
  const messages = toList(value).map(toMessage)
  const last = messages.findLast(({ role, compaction }) => role === "user" && compaction === undefined)
  const { id, sessionID, agent, tools } = last?.info ?? {}
  if (last === undefined || typeof id !== "string" || typeof sessionID !== "string") return undefined
  const commands = messages.flatMap((message) => (message.role === "user" ? toSkillCommand(message.text) : []))
  const [command] = toSkillCommand(last.text)
  return {
    sessionID,
    messageID: id,
    agent: toText(agent),
    text: command === undefined ? last.text : command.words,
    loadedNames: new Set(messages.flatMap(({ parts }) => parts.flatMap(toLoadedName))),
    loadedFolders: new Set(commands.map(({ folder }) => folder)),
    compaction: messages.findLast(({ compaction }) => compaction !== undefined)?.compaction,
    hasSkillTool: toRecord(tools).skill !== false,
  }
}

interface Message {
  readonly info: Readonly<Record<string, unknown>>
  readonly role: unknown
  readonly parts: readonly Readonly<Record<string, unknown>>[]
  readonly text: string
  /** Its own id when it asks for a compaction. */
  readonly compaction: string | undefined
}

const toMessage = (value: unknown): Message => {
  const info = toRecord(toRecord(value).info)
  const parts = toList(toRecord(value).parts).map(toRecord)
  const own = parts.filter(({ type, synthetic, ignored }) => type === "text" && synthetic !== true && ignored !== true)
  const compaction = parts.some(({ type }) => type === "compaction") ? toText(info.id) : undefined
  return { info, role: info.role, parts, text: own.map(({ text }) => toText(text) ?? "").join("\n"), compaction }
}

const toLoadedName = ({ type, tool, state }: Readonly<Record<string, unknown>>): string[] => {
  if (type !== "tool" || tool !== "skill") return []
  const { status, input } = toRecord(state)
  const name = toText(toRecord(input).name)
  return name === undefined || status === "error" ? [] : [name]
}

// V1 offers every skill as a slash command: it puts the whole body in the person's place and their words behind it.
const SKILL_COMMAND =
  /\n\nBase directory for this skill: (.+)\nRelative paths in this skill \(e\.g\., [^\n)]*\) are relative to this base directory\.([\s\S]*)$/

const toSkillCommand = (text: string): { readonly folder: string; readonly words: string }[] => {
  const [, folder, words] = SKILL_COMMAND.exec(text) ?? []
  return folder === undefined || words === undefined ? [] : [{ folder, words }]
}
