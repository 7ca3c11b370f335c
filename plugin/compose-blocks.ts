import { stat } from "node:fs/promises"
import {
  advise,
  type Candidate,
  type OpenArgument,
  readSkillBody,
  renderHint,
  renderPreload,
  renderRule,
  type Settings,
  type Skill,
  type SkillIndex,
} from "../core/index.ts"
import { type DebugLog, toReason } from "./debug-log.ts"

/** What goes into the system prompt of a request; undefined parts are left out. */
export interface Blocks {
  readonly rule: string | undefined
  readonly preload: string | undefined
  readonly hint: string | undefined
  /** What opens the preloaded skill, to be remembered; undefined without a preload. */
  readonly preloaded: string | undefined
}

/** A person's message to be answered with blocks. */
export interface BlocksInput {
  readonly settings: Settings
  /** Undefined while the first index is being built. */
  readonly index: SkillIndex | undefined
  /** The person's own words. */
  readonly text: string
  readonly agent: string | undefined
  readonly isChild: boolean
  /** False for a skill that the host keeps from this agent. */
  readonly accepts: (skill: Skill) => boolean
  /** True for a skill whose text the model has or had in this session. */
  readonly isLoaded: (skill: Skill) => boolean
  /** What opens a skill on this host. */
  readonly toName: (skill: Skill) => string
  readonly argument: OpenArgument
  readonly log: DebugLog
}

/** The rule, the preload and the hint for a person's message. A skill whose file has just gone is not offered. */
export const composeBlocks = async (input: BlocksInput): Promise<Blocks> => {
  const alone = ruleAlone(input)
  const { settings, index, text, agent, accepts, isLoaded, toName, argument, log } = input
  const layers = layersFor(input)
  if (!layers.hint) return alone
  if (index === undefined) {
    log("hint dropped: the index is still being built")
    return alone
  }
  const { preload: first, hint: candidates, silence } = advise(index, text, { settings, agent, accepts })
  if (first === undefined) {
    log(`no hint: ${silence ?? "nothing found"}`)
    return alone
  }
  const isWanted = layers.preload && !isLoaded(first.skill)
  const body = isWanted ? await bodyOf(first.skill, log) : "not-wanted"
  if (body === "gone") return alone
  const name = toName(first.skill)
  const { lang } = settings
  const preload = typeof body === "string" ? undefined : renderPreload({ name, body: body.text, lang })
  const hint = renderHint({ candidates: candidates.map((one) => named(one, toName)), lang, argument })
  return { ...alone, preload, hint, preloaded: preload === undefined ? undefined : name }
}

/** What can be said whatever the index is doing. */
export const ruleAlone = (input: Pick<BlocksInput, "settings" | "isChild">): Blocks => ({
  rule: layersFor(input).rule ? renderRule(input.settings.lang) : undefined,
  preload: undefined,
  hint: undefined,
  preloaded: undefined,
})

/** The hint's switch turns off all three; a subagent has its orders already and gets no rule unless the user wants it. */
const layersFor = ({
  settings: { hint, rule, preload, subagents },
  isChild,
}: Pick<BlocksInput, "settings" | "isChild">) =>
  !hint || (isChild && subagents === "off")
    ? { rule: false, preload: false, hint: false }
    : { rule: rule && !(isChild && subagents === "hint"), preload, hint: true }

const named = (candidate: Candidate, toName: (skill: Skill) => string): Candidate => {
  const name = toName(candidate.skill)
  return { ...candidate, name, skill: { ...candidate.skill, id: name } }
}

/**
 * 512 KiB, more than the largest SKILL.md met in the field (cases.md 14): reading and cutting it takes about 20 ms, and
 * a piece of work that holds up the host for longer must not begin inside a request.
 */
const MOST_PRELOAD_BYTES = 512 * 1024

type Body = { readonly text: string } | "not-wanted" | "gone"

const bodyOf = async (skill: Skill, log: DebugLog): Promise<Body> => {
  try {
    const { size } = await stat(skill.path)
    if (size <= MOST_PRELOAD_BYTES) return { text: await readSkillBody(skill) }
    log(`preload left out: ${skill.path} has ${size} bytes, at most ${MOST_PRELOAD_BYTES} are preloaded`)
    return "not-wanted"
  } catch (error) {
    log(`fail-open: preload: ${toReason(error)}`)
    return "gone"
  }
}
