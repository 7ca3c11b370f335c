import { isHidden, type Skill } from "../core/index.ts"
import { isDenied, type SkillRule } from "./host-rules.ts"
import type { HostSkill } from "./host-skills-v2.ts"

/** What V1 tells of an agent's right to skills. */
export interface AccessV1 {
  /** The names that the host lists for the agent; undefined when it lists nothing. */
  readonly listed: ReadonlySet<string> | undefined
  /** Names that the host has listed for any agent so far. */
  readonly everListed: ReadonlySet<string>
  readonly rules: readonly SkillRule[]
}

/**
 * Which skills V1 lets an agent load. Where it lists nothing, skills are denied as a whole. A listed skill is allowed.
 * One that is not listed may be denied, or have no description, or have been added since the host looked (it looks
 * once), or lie in a root of our own settings: then the rules decide. Should the host hold back what the rules know
 * nothing of, only what it lists is allowed.
 */
export const toAccessV1 = ({ listed, everListed, rules }: AccessV1): ((skill: Skill) => boolean) => {
  if (listed === undefined) return () => false
  const holdsBack = [...everListed].some((name) => !listed.has(name) && !isDenied(rules, name))
  return ({ name }) => !isDenied(rules, name) && (listed.has(name) || !holdsBack)
}

/** What V2 tells of an agent's right to skills. */
export interface AccessV2 {
  /** The ids that the host lists in this conversation; undefined when it lists nothing. */
  readonly listed: ReadonlySet<string> | undefined
  /** The agent's rules; undefined when the host has no such call, "unknown" when it did not answer. */
  readonly rules: readonly SkillRule[] | "unknown" | undefined
  /** What the host knows of a skill; undefined when it does not know it (yet). */
  readonly known: (skill: Skill) => HostSkill | undefined
  readonly toId: (skill: Skill) => string
}

/**
 * Which skills V2 lets an agent load. The rules decide; what the host knows and would list, but does not, the user has
 * disabled. Where the rules cannot be told, only what is listed is allowed.
 */
export const toAccessV2 =
  ({ listed, rules, known, toId }: AccessV2) =>
  (skill: Skill): boolean => {
    const id = toId(skill)
    const host = known(skill)
    if (host?.autoinvoke === false) return false
    if (rules === "unknown") return listed?.has(id) === true
    if (rules !== undefined && isDenied(rules, id)) return false
    const isExpected = host !== undefined && !isHidden(skill)
    return listed === undefined || !isExpected || listed.has(id)
  }
