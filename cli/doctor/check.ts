/** `ok` is as it should be, `fault` breaks something, `note` is worth knowing or could not be proven. */
export type CheckStatus = "ok" | "fault" | "note"

/** Names of the checks, in the order in which they are reported. Several lines of a report may bear one name. */
export const CHECK_NAMES = [
  "node",
  "opencode",
  "config",
  "plugin",
  "plugin-loads",
  "server",
  "server-answers",
  "start-up",
  "roots",
  "skills",
  "skill-file",
  "duplicate",
  "search",
  "tokens",
  "settings",
  "environment",
  "upstream",
] as const

/** The name of a check, the same in every version: programs go by it. */
export type CheckName = (typeof CHECK_NAMES)[number]

/** One line of the report. */
export interface Check {
  readonly name: CheckName
  readonly status: CheckStatus
  /** What was found, in one line. */
  readonly fact: string
  /** What mends it, in one line; there for every fault. */
  readonly cure?: string
}

/** All is well. */
export const ok = (name: CheckName, fact: string): Check => ({ name, status: "ok", fact })

/** Something is broken; the exit code is 1. */
export const fault = (name: CheckName, fact: string, cure: string): Check => ({ name, status: "fault", fact, cure })

/** Something to know, or something that could not be proven. */
export const note = (name: CheckName, fact: string, cure?: string): Check => ({
  name,
  status: "note",
  fact,
  ...(cure === undefined ? {} : { cure }),
})
