import { listedRules, type SkillRule } from "./host-rules.ts"
import { type HostSkill, toHostSkills } from "./host-skills-v2.ts"
import type { HostV2 } from "./host-v2.ts"
import { toRecord } from "./to-record.ts"
import { within } from "./within.ts"

/** What V2 itself says that bears on a request. */
export interface HostAnswers {
  /** True in a subagent's session; undefined when the host did not say. */
  readonly isChild: boolean | undefined
  /** As in `AccessV2`. */
  readonly rules: readonly SkillRule[] | "unknown" | undefined
  /** By path of the file. */
  readonly skills: ReadonlyMap<string, HostSkill>
}

/** Who asks. */
export interface Question {
  readonly sessionID: string
  readonly agent: string | undefined
  /** How long to wait for each answer. */
  readonly ms: number
}

/** The host hands over its skills with their whole text: not more often than this, in ms. */
const SKILLS_EVERY_MS = 5_000

/** Asks V2 about a session, its agent and its skills; each answer that does not come in time is left out. */
export const createAsk = (host: HostV2): ((question: Question) => Promise<HostAnswers>) => {
  const skills = createSkillList(host)
  return async ({ sessionID, agent, ms }) => {
    const [session, profile, known] = await Promise.all([
      answer(ms, host.session?.({ sessionID })),
      answer(ms, agent === undefined ? undefined : host.agent?.({ agentID: agent })),
      skills(ms),
    ])
    const info = toData(session)
    const { mode, permissions } = toData(profile)
    return {
      isChild: Object.keys(info).length > 0 ? info.parentID != null : mode === "subagent" || undefined,
      rules: toRules({ isAskable: host.agent !== undefined, permissions, added: info.permissions }),
      skills: known,
    }
  }
}

const createSkillList = (host: HostV2): ((ms: number) => Promise<ReadonlyMap<string, HostSkill>>) => {
  let known: ReadonlyMap<string, HostSkill> = new Map()
  let askedAt = Number.NEGATIVE_INFINITY
  return async (ms) => {
    const now = performance.now()
    if (now - askedAt < SKILLS_EVERY_MS) return known
    askedAt = now
    const asked = (host.skills?.() ?? Promise.resolve(undefined)).then((list) => {
      if (list !== undefined) known = toHostSkills(list)
    })
    await within(ms, asked, () => undefined)
    return known
  }
}

const answer = (ms: number, asked: Promise<unknown> | undefined): Promise<unknown> =>
  asked === undefined ? Promise.resolve(undefined) : within(ms, asked, () => undefined)

// Some answers come in an envelope with the location they are for.
const toData = (value: unknown): Readonly<Record<string, unknown>> => {
  const { data } = toRecord(value)
  return toRecord(data ?? value)
}

const toRules = ({ isAskable, permissions, added }: { isAskable: boolean; permissions: unknown; added: unknown }) => {
  if (!isAskable) return undefined
  return Array.isArray(permissions) ? [...listedRules(permissions), ...listedRules(added)] : "unknown"
}
