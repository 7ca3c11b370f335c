import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import manifest from "../../package.json" with { type: "json" }
import type { Opencode } from "../host/find-opencode.ts"
import { runProgram } from "../host/run-program.ts"
import { loadFailure } from "../load-plugin.ts"
import { type Check, fault, note, ok } from "./check.ts"
import { ownPlugin } from "./check-plugin.ts"
import type { Circumstances } from "./circumstances.ts"
import { isRecord } from "./effective-config.ts"

/** A run takes 3 s on two idle cores, and five times as long on a busy machine. */
const HOST_TIMEOUT_MS = 60_000

/** The variable by which the plugin is asked to leave its stamp. */
const STAMP_VARIABLE = "SKILL_MCP_STAMP"

type Found = Extract<Opencode, { kind: "found" }>

/** Proves on the real host that it loads our plugin; without one, that the module can be loaded at all. */
export const proveLoading = async (circumstances: Circumstances): Promise<Check[]> => {
  const { opencode, installation } = circumstances
  if (opencode.kind === "found" && !opencode.isTooOld) {
    return opencode.generation === "v2" ? proveOnV2(circumstances, opencode) : proveOnV1(circumstances, opencode)
  }
  const reason = await loadFailure(installation)
  if (reason !== undefined) return [fault("plugin-loads", `the plugin cannot be loaded: ${reason}`, AGAIN)]
  return [
    note("plugin-loads", "the plugin's module loads here; that opencode loads it cannot be proven without opencode"),
  ]
}

const AGAIN = "install the package again, then run `skill-finder-mcp init`"

// `debug config` loads the plugins, and calls them, without a model or a session.
const proveOnV1 = async (circumstances: Circumstances, { argv, version }: Found): Promise<Check[]> => {
  const folder = mkdtempSync(join(tmpdir(), "skill-mcp-stamp-"))
  const file = join(folder, "stamp.json")
  try {
    const end = await runProgram({
      argv: [...argv, "debug", "config"],
      cwd: circumstances.environment.cwd,
      env: { ...circumstances.environment.env, [STAMP_VARIABLE]: file },
      timeoutMs: HOST_TIMEOUT_MS,
    })
    if (end.kind === "timed out") {
      return [fault("plugin-loads", `opencode did not read its configuration in ${HOST_TIMEOUT_MS / 1000} s`, SEE_LOG)]
    }
    if (end.kind === "not started") return [fault("plugin-loads", `opencode does not start: ${end.reason}`, AGAIN)]
    if (end.code !== 0) {
      const said = firstWords(end.stderr)
      return [fault("config", `opencode refuses its configuration: ${said}`, "mend what it names")]
    }
    return [judgeStamp(readStamp(file), circumstances, version)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const SEE_LOG = "see ~/.local/share/opencode/log/opencode.log"

// Only the verdict: behind it the host may print the whole file, keys included.
const firstWords = (stderr: string): string => {
  const [first = "", ...rest] = stripVTControlCharacters(stderr)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const [detail] = rest.filter((line) => /^(↳|\w+ at line \d+)/.test(line))
  return [first.replace(/^Error: /, ""), ...(detail === undefined ? [] : [detail])].join(" ")
}

const readStamp = (file: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"))
    return isRecord(value) ? value : undefined
  } catch {
    // No stamp: the plugin was not called.
    return undefined
  }
}

const judgeStamp = (
  stamp: Readonly<Record<string, unknown>> | undefined,
  circumstances: Circumstances,
  version: string,
): Check => {
  if (stamp !== undefined) {
    const loaded = String(stamp.version)
    if (loaded === manifest.version)
      return ok("plugin-loads", `opencode ${version} loaded the plugin, version ${loaded}`)
    const fact = `opencode loaded version ${loaded} of the plugin; this is ${manifest.version}`
    return note("plugin-loads", fact, "run `skill-finder-mcp init` to make it this one")
  }
  if (circumstances.environment.env.OPENCODE_PURE) {
    return fault("plugin-loads", "opencode loads no plugin: OPENCODE_PURE is set", "unset OPENCODE_PURE")
  }
  const cure = ownPlugin(circumstances) === undefined ? "run `skill-finder-mcp init`" : AGAIN
  return fault("plugin-loads", `opencode ${version} did not load the plugin`, cure)
}

// The service of V2 runs with an environment of its own, so it is asked for its list instead.
const proveOnV2 = async ({ environment }: Circumstances, { argv, version }: Found): Promise<Check[]> => {
  const ask = async (args: readonly string[]): Promise<string> => {
    const end = await runProgram({
      argv: [...argv, ...args],
      cwd: environment.cwd,
      env: environment.env,
      timeoutMs: HOST_TIMEOUT_MS,
    })
    return end.kind === "exited" ? end.stdout : ""
  }
  const listed = (await ask(["plugin", "list"])).split("\n").find((line) => line.includes(PLUGIN_ID))
  const state = stateOf(await ask(["api", "get", "/api/plugin"]))
  if (state?.status === "failed") {
    return [
      fault("plugin-loads", `opencode ${version} failed to load the plugin: ${JSON.stringify(state.error)}`, AGAIN),
    ]
  }
  if (state?.status === "active" || listed !== undefined) {
    return [ok("plugin-loads", `opencode ${version} lists the plugin: ${listed?.trim() ?? "active"}`)]
  }
  return [
    note(
      "plugin-loads",
      `opencode ${version} does not list the plugin ${PLUGIN_ID}`,
      "run `skill-finder-mcp init`, then `opencode service restart`",
    ),
  ]
}

const PLUGIN_ID = "skill-mcp-hint"

/** The state of our plugin in what the host's API says, wherever in it that stands. */
const stateOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return findState(JSON.parse(text))
  } catch {
    // No JSON: this host has no such command.
    return undefined
  }
}

const findState = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (Array.isArray(value)) return value.map(findState).find((state) => state !== undefined)
  if (!isRecord(value)) return undefined
  if (value.id === PLUGIN_ID && isRecord(value.state)) return value.state
  return findState(Object.values(value))
}
