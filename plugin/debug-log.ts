import { writeSync } from "node:fs"
import { isOff } from "../core/index.ts"

/** Takes one line of diagnostics. Never throws. */
export type DebugLog = (line: string) => void

const STDERR = 2

/**
 * Writes to stderr when `SKILL_MCP_DEBUG` is set (or `SKILL_ROUTER_DEBUG` where it is not), else nothing: the host
 * passes a plugin's output straight on, where it would paint over the screen or spoil JSON that others read.
 */
export const createDebugLog = (env: Readonly<Record<string, string | undefined>>): DebugLog => {
  const value = env.SKILL_MCP_DEBUG ?? env.SKILL_ROUTER_DEBUG ?? ""
  return value.trim() === "" || isOff(value) ? () => {} : writeLine
}

/** An error in one line. */
export const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const writeLine: DebugLog = (line) => {
  try {
    writeSync(STDERR, `[skill-mcp] ${line.replace(/\s*[\r\n]+\s*/g, " ")}\n`)
  } catch {
    // Nobody reads the other end: diagnostics are the last thing a request may fail for.
  }
}
