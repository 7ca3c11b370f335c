/** The wire formats the fake model speaks. */
export type ModelApi = "openai" | "anthropic"

export type ModelRequest = {
  readonly api: ModelApi
  /** What the host wants; a subagent's step is `main` too. */
  readonly kind: "main" | "title" | "compaction"
  /** The system parts, one element for each message (OpenAI) or block (Anthropic) on the wire. */
  readonly systems: readonly string[]
  /** Everything that is not a system message, with its texts joined. */
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly tools: readonly string[]
  /** As received. */
  readonly body: Readonly<Record<string, unknown>>
}

export const toModelRequest = (api: ModelApi, value: unknown): ModelRequest => {
  const body = toRecord(value)
  const all = toList(body.messages).map((message) => toMessage(toRecord(message)))
  const fromMessages = all.filter(({ role }) => isSystem(role)).map(({ text }) => text)
  const systems = api === "anthropic" ? textsOf(body.system) : fromMessages
  const tools = toList(body.tools).map(toToolName)
  const messages = all.filter(({ role }) => !isSystem(role))
  return { api, kind: kindOf(systems, tools), systems, messages, tools, body }
}

/** The user's last text, and undefined when the conversation ends with something else, such as a tool's answer. */
export const lastUserText = ({ body, messages }: ModelRequest): string | undefined => {
  const parts = toList(toRecord(toList(body.messages).at(-1)).content)
  const answersTool = parts.some((part) => toRecord(part).type === "tool_result")
  const last = messages.at(-1)
  return last?.role === "user" && !answersTool ? last.text : undefined
}

const isSystem = (role: string): boolean => role === "system" || role === "developer"

/** Title and compaction are told by the host's own first sentence; both come without tools. */
const kindOf = (systems: readonly string[], tools: readonly string[]): ModelRequest["kind"] => {
  const opening = (systems[0] ?? "").slice(0, 400)
  if (/title generator/i.test(opening)) return "title"
  if (tools.length === 0 && /summariz/i.test(opening)) return "compaction"
  return "main"
}

const toMessage = ({ role, content }: Readonly<Record<string, unknown>>) => ({
  role: typeof role === "string" ? role : "",
  text: textsOf(content).join("\n"),
})

const textsOf = (content: unknown): readonly string[] => {
  if (typeof content === "string") return [content]
  return toList(content).flatMap((part) => {
    const { text, content: inner } = toRecord(part)
    return typeof text === "string" ? [text] : textsOf(inner)
  })
}

const toToolName = (tool: unknown): string => {
  const { name, function: described } = toRecord(tool)
  const found = name ?? toRecord(described).name
  return typeof found === "string" ? found : ""
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}
