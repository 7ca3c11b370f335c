import { isOff } from "../../core/index.ts"
import { type Check, fault, note, ok } from "./check.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The environment variables that change what opencode or we do. */
export const checkEnvironment = (env: Env): Check[] => {
  const set = Object.keys(env).filter((name) => env[name] !== undefined)
  const checks = [
    ...set.filter((name) => name.startsWith("SKILL_MCP_")).flatMap((name) => ownVariable(name, env)),
    ...set.filter((name) => name.startsWith("SKILL_ROUTER_")).flatMap((name) => formerVariable(name, env)),
    ...HOST_SWITCHES.filter((name) => env[name] !== undefined).flatMap((name) => hostSwitch(name, env[name] ?? "")),
  ]
  const named = set.filter((name) => OWN.has(name) || FORMER.has(name) || HOST_NAMES.has(name)).sort()
  const fact = named.length === 0 ? "no variable changes anything" : named.map((name) => shown(name, env)).join(" ")
  return [ok("environment", fact), ...checks]
}

// A whole configuration may stand in the one, keys included.
const shown = (name: string, env: Env): string => (name === "OPENCODE_CONFIG_CONTENT" ? name : `${name}=${env[name]}`)

const SWITCHES: ReadonlySet<string> = new Set(["SKILL_MCP_RULE", "SKILL_MCP_PRELOAD", "SKILL_MCP_HINT"])
const OWN: ReadonlySet<string> = new Set([
  ...SWITCHES,
  "SKILL_MCP_CONFIG",
  "SKILL_MCP_DEBUG",
  "SKILL_MCP_LANG",
  "SKILL_MCP_STAMP",
])
const FORMER: ReadonlyMap<string, string> = new Map([
  ["SKILL_ROUTER_HINT", "SKILL_MCP_HINT"],
  ["SKILL_ROUTER_DEBUG", "SKILL_MCP_DEBUG"],
])
const HOST_SWITCHES = [
  "OPENCODE_DISABLE_EXTERNAL_SKILLS",
  "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS",
  "OPENCODE_DISABLE_CLAUDE_CODE",
]
const HOST_NAMES: ReadonlySet<string> = new Set([
  ...HOST_SWITCHES,
  "OPENCODE_CONFIG",
  "OPENCODE_CONFIG_CONTENT",
  "OPENCODE_CONFIG_DIR",
  "OPENCODE_DISABLE_PROJECT_CONFIG",
  "OPENCODE_PURE",
  "XDG_CONFIG_HOME",
])

const ownVariable = (name: string, env: Env): Check[] => {
  const value = env[name] ?? ""
  if (!OWN.has(name))
    return [note("environment", `${name} is no variable of ours: it has no effect`, "correct its name")]
  if (!SWITCHES.has(name) || value.trim() === "") return []
  if (isOff(value))
    return [note("environment", `${name}=${value} switches that layer off`, `unset ${name} to have it again`)]
  return /^\s*(on|1|true)\s*$/i.test(value)
    ? []
    : [note("environment", `${name}=${value} does not switch it off`, "off, 0 and false do")]
}

const formerVariable = (name: string, env: Env): Check[] => {
  const next = FORMER.get(name)
  if (next === undefined) return []
  if (env[next] !== undefined)
    return [note("environment", `${name} has no effect: ${next} is set too`, `unset ${name}`)]
  return [note("environment", `${name} is the former name of ${next}`, `use ${next}`)]
}

// opencode ends with an error for every other spelling of these, the empty one and `TRUE` among them.
const hostSwitch = (name: string, value: string): Check[] => {
  if (/^(1|true|yes|on|y)$/.test(value))
    return [note("environment", `${name}=${value}: opencode reads fewer skill folders`)]
  if (/^(0|false|no|off|n)$/.test(value)) return []
  return [
    fault(
      "environment",
      `${name}="${value}": opencode ends with an error for this value`,
      "use true or false, or unset it",
    ),
  ]
}
