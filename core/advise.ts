import { firstLeads } from "./lead.ts"
import { isAllowed } from "./permit.ts"
import { LAYER_LIMITS } from "./render.ts"
import type { Candidate } from "./search.ts"
import { search } from "./search.ts"
import type { Settings } from "./settings.ts"
import { type Silence, silenceOf } from "./silence.ts"
import type { Skill } from "./skill.ts"
import type { SkillIndex } from "./skill-index.ts"

/** What is worth telling the model about a request. */
export interface Advice {
  /** The skill whose text is worth preloading; undefined without a confident candidate, or when several fit equally. */
  readonly preload: Candidate | undefined
  /** The candidates worth hinting, best first; empty without a confident candidate. */
  readonly hint: readonly Candidate[]
  /** Why there is nothing to tell; undefined when there is. */
  readonly silence: Silence | "not-confident" | undefined
  /** What was found before the gate, for diagnostics. */
  readonly candidates: readonly Candidate[]
}

/** Who asks, and what the user has set. */
export interface AdviceOptions {
  readonly settings: Pick<Settings, "allow" | "deny" | "boost">
  /** The agent's id; undefined when the host does not say. */
  readonly agent?: string | undefined
  /** Skills the host itself keeps from this agent give false. */
  readonly accepts?: (skill: Skill) => boolean
}

/** Candidates that are not confident are hinted beside the first only with this share of its score: a weak tail is noise. */
const TAIL_SHARE = 0.5

/**
 * Decides what the model is told about a request: nothing for small talk, questions about the tool and requests
 * without a confident candidate; else at most five candidates to hint, and the first to preload if it leads the others. Skills that
 * are denied to the agent or manual only are never among them. A pure function: equal input, equal advice.
 */
export const advise = (index: SkillIndex, query: string, options: AdviceOptions): Advice => {
  const silence = silenceOf(query)
  if (silence !== undefined) return { preload: undefined, hint: [], silence, candidates: [] }
  const { settings, agent, accepts = () => true } = options
  const candidates = search(index, query, {
    limit: LAYER_LIMITS.hintItems,
    boost: settings.boost,
    accepts: (skill) => !skill.isManualOnly && isAllowed(skill.name, agent, settings) && accepts(skill),
  })
  const [first] = candidates
  if (first === undefined || !first.confident)
    return { preload: undefined, hint: [], silence: "not-confident", candidates }
  const hint = candidates.filter(({ confident, score }) => confident || score >= first.score * TAIL_SHARE)
  const leads = firstLeads(index, candidates, { query, boost: settings.boost })
  return { preload: leads ? first : undefined, hint, silence: undefined, candidates }
}
