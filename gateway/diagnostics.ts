import { format } from "node:util"

/** What the gateway says about itself, on stderr. */
export interface Diagnostics {
  /** A failure that nobody else will tell of. */
  readonly report: (message: string, cause: unknown) => void
  /** A line for who asked for it (`SKILL_MCP_DEBUG`). */
  readonly debug: (line: string) => void
}

/** Writes diagnostics as lines; the quiet ones only where the environment asks for them. */
export const createDiagnostics = (
  env: Readonly<Record<string, string | undefined>>,
  write: (line: string) => void,
): Diagnostics => {
  const isWanted = /^\s*(1|true|on)\s*$/i.test(env.SKILL_MCP_DEBUG ?? env.SKILL_ROUTER_DEBUG ?? "")
  const say = (line: string): void => write(`skill-mcp: ${line}\n`)
  return {
    report: (message, cause) => say(format("%s: %s", message, cause instanceof Error ? cause.stack : cause)),
    debug: (line) => {
      if (isWanted) say(line)
    },
  }
}
