/** Hooks of the plugin on opencode V1, built or from source: they check what they are given, whatever its type. */
export type HooksV1 = object

/** A request that the host is about to send: the session's messages so far and its own system text. */
export interface RequestV1 {
  readonly session: string
  readonly texts: readonly string[]
  readonly host: string
}

interface Listed {
  readonly name: string
  readonly description?: string | undefined
}

/** A system text as long as the host's own, with the skills that it lists. */
export const hostText = (skills: readonly Listed[]): string => {
  const listed = skills.map(
    ({ name, description = "" }) =>
      `  <skill>\n    <name>${name}</name>\n    <description>${description}</description>\n  </skill>`,
  )
  return `${"You are a coding agent. ".repeat(400)}\n<env>\n</env>\n<available_skills>\n${listed.join("\n")}\n</available_skills>`
}

/** Calls one hook where there is one. */
export const callHook = async (hooks: HooksV1 | undefined, name: string, ...inputs: unknown[]): Promise<void> => {
  const hook: unknown = hooks === undefined ? undefined : Reflect.get(hooks, name)
  if (typeof hook === "function") await hook(...inputs)
}

/** Runs both hooks of a request as the host does and gives the system text and the time they took. */
export const requestV1 = async (
  hooks: HooksV1 | undefined,
  { session, texts, host }: RequestV1,
): Promise<{ system: string; ms: number }> => {
  const system = [host]
  const messages = texts.map((text, at) => ({
    info: { role: "user", id: `${session}-${at}`, sessionID: session, agent: "build" },
    parts: [{ type: "text", text }],
  }))
  const started = performance.now()
  await callHook(hooks, "experimental.chat.messages.transform", {}, { messages })
  await callHook(hooks, "experimental.chat.system.transform", { sessionID: session, model: {} }, { system })
  return { system: system.join("\n"), ms: performance.now() - started }
}
