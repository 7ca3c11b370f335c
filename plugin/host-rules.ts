import { toList, toRecord, toText } from "./to-record.ts"

/** One of the host's permission rules that can decide over skills. */
export interface SkillRule {
  readonly names: RegExp
  readonly effect: string
}

/** True when the host denies a skill: of the rules that fit, the last decides, as in the host. */
export const isDenied = (rules: readonly SkillRule[], name: string): boolean => {
  const text = name.replaceAll("\\", "/")
  return rules.findLast(({ names }) => names.test(text))?.effect === "deny"
}

/**
 * The rules that V1's configuration holds for an agent, in the host's order: what is built into the agent, then the
 * user's, then the agent's own.
 */
export const configRules = (config: unknown, agent: string | undefined): SkillRule[] => {
  const { permission, agent: agents } = toRecord(config)
  const own = agent === undefined ? undefined : toRecord(toRecord(agents)[agent]).permission
  return [...(agent === "explore" ? toRules("deny") : []), ...toRules(permission), ...toRules(own)]
}

/** The rules of an agent or a session as V2's API gives them. */
export const listedRules = (permissions: unknown): SkillRule[] =>
  toList(permissions).flatMap((one) => {
    const { action, resource, effect } = toRecord(one)
    return toRule(toText(action), toText(resource), toText(effect))
  })

const toRules = (permission: unknown): SkillRule[] => {
  if (typeof permission === "string") return toRule("*", "*", permission)
  return Object.entries(toRecord(permission)).flatMap(([action, value]) =>
    typeof value === "string"
      ? toRule(action, "*", value)
      : Object.entries(toRecord(value)).flatMap(([resource, effect]) => toRule(action, resource, toText(effect))),
  )
}

const toRule = (action = "", resource = "", effect = ""): SkillRule[] =>
  toPattern(action).test("skill") ? [{ names: toPattern(resource), effect }] : []

// The host's own wildcards: `*` any text, `?` any character, and ` *` at the end may be missing.
const toPattern = (glob: string): RegExp => {
  const escaped = glob
    .replaceAll("\\", "/")
    .replace(/[.+^${}()|[\]]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".")
  return new RegExp(`^${escaped.endsWith(" .*") ? `${escaped.slice(0, -3)}( .*)?` : escaped}$`, "s")
}
