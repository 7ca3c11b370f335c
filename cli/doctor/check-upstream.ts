import { readFileSync, realpathSync } from "node:fs"
import { join } from "node:path"
import type { UpstreamSettings } from "../../core/index.ts"
import { type Check, note, ok } from "./check.ts"
import { isLoopback } from "./check-settings.ts"
import { isRecord } from "./effective-config.ts"

const HEALTH_TIMEOUT_MS = 1_500
const USUAL_PORT = 4242
const START = "start it in the project: sm serve --mcp"

/** skill-map, the optional upstream: whether it runs for this project and offers MCP. Only this machine is asked. */
export const checkUpstream = async (cwd: string, { enabled, url }: UpstreamSettings): Promise<Check> => {
  if (!enabled) return ok("upstream", "skill-map is switched off in the settings")
  const record = readRecord(cwd)
  const named = url !== undefined && isLoopback(url) ? new URL(url).origin : undefined
  const base = named ?? record ?? `http://127.0.0.1:${USUAL_PORT}`
  const health = await askHealth(base)
  if (health === undefined) {
    return named === undefined && record === undefined
      ? ok("upstream", "skill-map does not run here; it is optional")
      : note("upstream", `skill-map does not answer at ${base}, where it is said to run`, START)
  }
  if (!isSame(String(health.cwd), cwd)) {
    const fact = `skill-map at ${base} serves another project: ${String(health.cwd)}`
    return record === undefined && named === undefined
      ? ok("upstream", `${fact}; it is optional`)
      : note("upstream", fact, START)
  }
  return health.mcp === true
    ? ok("upstream", `skill-map ${String(health.implVersion)} answers at ${base} with MCP on`)
    : note(
        "upstream",
        `skill-map answers at ${base} with MCP off`,
        "sm config set mcp.server.enabled true, then start it again",
      )
}

// Where the server of this project says that it listens.
const readRecord = (cwd: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(join(cwd, ".skill-map", "serve.json"), "utf8"))
    if (!isRecord(value)) return undefined
    const host = String(value.host)
    const base = `http://${host.includes(":") ? `[${host}]` : host}:${String(value.port)}`
    return isLoopback(base) ? base : undefined
  } catch {
    // No server has run here, or its record cannot be read.
    return undefined
  }
}

const askHealth = async (base: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    const response = await fetch(`${base}/api/health`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
      redirect: "error",
    })
    const value: unknown = await response.json()
    return isRecord(value) && typeof value.cwd === "string" ? value : undefined
  } catch {
    // Nobody there, or somebody else.
    return undefined
  }
}

const isSame = (a: string, b: string): boolean => {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    // A folder that is gone is another one.
    return false
  }
}
