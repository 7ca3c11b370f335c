import { toList, toRecord, toText } from "./to-record.ts"

/** What V2's request tells of the turn that is under way. */
export interface TurnV2 {
  /** The id of the person's message, or its text where the host gives none. */
  readonly key: string
  readonly text: string
  /** Ids of the skills loaded by the `skill` tool, as far back as the history goes. */
  readonly loaded: ReadonlySet<string>
  readonly compaction: string | undefined
  /** The system messages that V2 sends in the middle of a conversation, such as changes to its list of skills. */
  readonly updates: readonly string[]
}

/**
 * Reads the messages of a V2 request; undefined when no person's message is among them. Synthetic messages have the
 * user's role too: where it is known which messages a person wrote (`admitted`), only those count.
 */
export const readTurnV2 = (value: unknown, admitted: ReadonlySet<string>): TurnV2 | undefined => {
  const messages = toList(value).map(toMessage)
  const users = messages.filter(({ role }) => role === "user")
  const last =
    users.findLast(({ id }) => id !== undefined && admitted.has(id)) ??
    users.findLast(({ text }) => text !== "" && !SYNTHETIC.some((opening) => text.startsWith(opening)))
  if (last === undefined) return undefined
  const compaction = users.findLast(({ text, parts }) => text.startsWith(CHECKPOINT) || parts.some(isCompaction))
  return {
    key: last.id ?? last.text,
    text: last.text,
    loaded: loadedIn(messages.flatMap(({ parts }) => parts)),
    compaction: compaction === undefined ? undefined : (compaction.id ?? compaction.text),
    updates: messages.filter(({ role }) => role === "system").map(({ text }) => text),
  }
}

const CHECKPOINT = "<conversation-checkpoint>"
const SYNTHETIC = [CHECKPOINT, "Shell command:", "<skill_content", "<skill "]

type Part = Readonly<Record<string, unknown>>

interface Message {
  readonly id: string | undefined
  readonly role: unknown
  readonly parts: readonly Part[]
  /** The first text: further ones are attached files. */
  readonly text: string
}

const toMessage = (value: unknown): Message => {
  const { id, role, content } = toRecord(value)
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : toList(content).map(toRecord)
  return { id: toText(id), role, parts, text: toText(parts.find(({ type }) => type === "text")?.text) ?? "" }
}

const isCompaction = ({ type }: Part): boolean => type === "compaction"

const loadedIn = (parts: readonly Part[]): Set<string> => {
  const failed = new Set(parts.filter(isFailure).map(({ id }) => id))
  return new Set(
    parts.flatMap(({ type, name, id, input }) => {
      const skill = type === "tool-call" && name === "skill" ? toText(toRecord(input).id) : undefined
      return skill === undefined || failed.has(id) ? [] : [skill]
    }),
  )
}

const isFailure = ({ type, result, resultType }: Part): boolean =>
  type === "tool-result" && (resultType === "error" || toRecord(result).type === "error")
