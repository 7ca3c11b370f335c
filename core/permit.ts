/** Skill-name globs by agent id; `*` as an agent means every agent. */
export type AgentRules = Readonly<Record<string, readonly string[]>>

/** The user's rules for who may be offered what. */
export interface Permissions {
  readonly allow: AgentRules
  readonly deny: AgentRules
}

/**
 * True when a skill may be offered to an agent: `deny` always wins; where `allow` has rules for the agent or for `*`,
 * one of them must fit.
 */
export const isAllowed = (name: string, agent: string | undefined, { allow, deny }: Permissions): boolean => {
  if (globsFor(deny, agent).some((glob) => fitsGlob(name, glob))) return false
  const allowed = globsFor(allow, agent)
  return allowed.length === 0 ? !hasRules(allow, agent) : allowed.some((glob) => fitsGlob(name, glob))
}

/** True when `name` fits a glob in which `*` stands for any number of characters and all else for itself. */
export const fitsGlob = (name: string, glob: string): boolean => {
  const [first = "", ...rest] = glob.split("*")
  if (rest.length === 0) return name === glob
  if (!name.startsWith(first)) return false
  const last = rest.pop() ?? ""
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

const rulesFor = (rules: AgentRules, agent: string | undefined): (readonly string[])[] =>
  [agent, "*"].flatMap((key) => (key !== undefined && Object.hasOwn(rules, key) ? [rules[key] ?? []] : []))

const globsFor = (rules: AgentRules, agent: string | undefined): readonly string[] => rulesFor(rules, agent).flat()

const hasRules = (rules: AgentRules, agent: string | undefined): boolean => rulesFor(rules, agent).length > 0
