/** Messages as opencode 1.18.33 hands them to `experimental.chat.messages.transform`: recorded, then cut down. */
export type MessageV1 = { readonly info: Record<string, unknown>; readonly parts: readonly Record<string, unknown>[] }

const SESSION = "ses_1"

export const userV1 = (id: string, text: string, info: Record<string, unknown> = {}): MessageV1 => ({
  info: {
    id,
    sessionID: SESSION,
    role: "user",
    agent: "build",
    time: { created: 1 },
    model: { providerID: "fake", modelID: "m" },
    ...info,
  },
  parts: [{ type: "text", text, id: `prt_${id}`, sessionID: info.sessionID ?? SESSION, messageID: id }],
})

export const assistantV1 = (id: string, parts: readonly Record<string, unknown>[] = []): MessageV1 => ({
  info: { id, sessionID: SESSION, role: "assistant", mode: "build", agent: "build", time: { created: 1 } },
  parts: [{ type: "step-start" }, ...parts, { type: "step-finish", reason: "tool-calls" }],
})

/** A call of the host's `skill` tool. */
export const skillCallV1 = (name: string, status = "completed"): Record<string, unknown> => ({
  type: "tool",
  tool: "skill",
  callID: "call_1",
  state: { status, input: { name }, output: "", title: `Loaded skill: ${name}` },
})

/** What a compaction leaves: the person's request for it and the summary. */
export const compactionV1 = (id: string): readonly MessageV1[] => [
  { info: { id, sessionID: SESSION, role: "user", agent: "build" }, parts: [{ type: "compaction", auto: false }] },
  {
    info: { id: `${id}_s`, sessionID: SESSION, role: "assistant", agent: "compaction", summary: true, parentID: id },
    parts: [{ type: "text", text: "Summary." }],
  },
]

/** The host's system text in the main loop, with the skills that it lists; `undefined` where skills are denied. */
export const systemV1 = (listed: readonly string[] | undefined): string =>
  [
    "You are opencode, an interactive CLI tool.",
    "<env>\n  Working directory: /project\n</env>",
    ...(listed === undefined ? [] : ["Use the skill tool to load a skill when a task matches its description."]),
    ...(listed === undefined ? [] : [listed.length === 0 ? "No skills are currently available." : listing(listed)]),
  ].join("\n")

const listing = (names: readonly string[]): string =>
  [
    "<available_skills>",
    ...names.flatMap((name) => [
      "  <skill>",
      `    <name>${name}</name>`,
      "    <description>d</description>",
      "  </skill>",
    ]),
    "</available_skills>",
  ].join("\n")
