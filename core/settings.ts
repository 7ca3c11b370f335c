import type { UserLexicon } from "../lexicon/index.ts"
import { isRecord } from "./is-record.ts"
import type { AgentRules } from "./permit.ts"
import { DEFAULT_LANG, type Lang } from "./texts.ts"

/** What the user may set, in `skill-mcp.config.json` or as plugin options (contract, section 4). */
export interface Settings {
  /** Skills never offered to an agent; wins over `allow`. Default none. */
  readonly deny: AgentRules
  /** Where an agent is named, only these skills are offered to it. Default none. */
  readonly allow: AgentRules
  /** Whether the find-first rule is written. Default true. */
  readonly rule: boolean
  /** Whether the likely skill's text is written. Default true. */
  readonly preload: boolean
  /** Whether anything is written at all. Default true. */
  readonly hint: boolean
  /** Default `ru`. */
  readonly lang: Lang
  /** Further roots, searched last; `~/` is the home directory. Default none. */
  readonly roots: readonly string[]
  /** Names that win ties of equal coverage. Default none. */
  readonly boost: readonly string[]
  /** The user's own words: `{ "накладная": ["invoice"] }`. Default none. */
  readonly lexicon: UserLexicon
  /** What a subagent's session gets: preload and hint, the rule too, or nothing. Default `hint`. */
  readonly subagents: "hint" | "full" | "off"
  /** Declares the Skills extension to opencode too. Default false. */
  readonly extension: boolean
  readonly upstream: UpstreamSettings
}

/** How the gateway meets skill-map. */
export interface UpstreamSettings {
  /** Default true. */
  readonly enabled: boolean
  /** Groups of upstream tools; default graph and queue. */
  readonly groups: readonly UpstreamGroup[]
  /** Overrides discovery; loopback only. */
  readonly url: string | undefined
}

/** A group of skill-map's tools. */
export type UpstreamGroup = "graph" | "queue" | "findings" | "suppressions"

const GROUPS: readonly UpstreamGroup[] = ["graph", "queue", "findings", "suppressions"]

/** What holds where nothing is set. */
export const DEFAULT_SETTINGS: Settings = {
  deny: {},
  allow: {},
  rule: true,
  preload: true,
  hint: true,
  lang: DEFAULT_LANG,
  roots: [],
  boost: [],
  lexicon: {},
  subagents: "hint",
  extension: false,
  upstream: { enabled: true, groups: ["graph", "queue"], url: undefined },
}

/** Settings and what was wrong with them, in words. Faulty values hold their default; the others count. */
export interface ReadSettings {
  readonly settings: Settings
  readonly faults: readonly string[]
}

/** Reads a settings file's text: strict JSON with the keys of `Settings`. Never throws. */
export const parseSettings = (text: string): ReadSettings => {
  try {
    return toSettings(JSON.parse(text.replace(/^\uFEFF/, "")))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { settings: DEFAULT_SETTINGS, faults: [`not valid JSON (${reason}): the defaults hold`] }
  }
}

/** Checks a value of unknown origin (a parsed file, plugin options) key by key, over settings that hold already. */
export const toSettings = (value: unknown, base: Settings = DEFAULT_SETTINGS): ReadSettings => {
  if (value === undefined) return { settings: base, faults: [] }
  if (!isRecord(value)) return { settings: base, faults: ["the settings are not a JSON object: the defaults hold"] }
  const faults: string[] = []
  const take = <T>(key: string, check: Check<T>, fallback: T): T => {
    if (!Object.hasOwn(value, key)) return fallback
    const read = check.read(value[key])
    if (read !== undefined) return read
    faults.push(`"${key}" must be ${check.expected}: its default holds`)
    return fallback
  }
  const settings: Settings = {
    deny: take("deny", RULES, base.deny),
    allow: take("allow", RULES, base.allow),
    rule: take("rule", BOOLEAN, base.rule),
    preload: take("preload", BOOLEAN, base.preload),
    hint: take("hint", BOOLEAN, base.hint),
    lang: take("lang", LANG, base.lang),
    roots: take("roots", TEXT_LIST, base.roots),
    boost: take("boost", TEXT_LIST, base.boost),
    lexicon: take("lexicon", RULES, base.lexicon),
    subagents: take("subagents", SUBAGENTS, base.subagents),
    extension: take("extension", BOOLEAN, base.extension),
    upstream: takeUpstream(value, base.upstream, faults),
  }
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(settings, key) && key !== "$schema") faults.push(`"${key}" is no setting: it has no effect`)
  }
  return { settings, faults }
}

interface Check<T> {
  readonly expected: string
  readonly read: (value: unknown) => T | undefined
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

const isRules = (value: unknown): value is AgentRules => isRecord(value) && Object.values(value).every(isTextList)

const BOOLEAN: Check<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
}
const TEXT_LIST: Check<readonly string[]> = {
  expected: "a list of texts",
  read: (value) => (isTextList(value) ? value : undefined),
}
const RULES: Check<AgentRules> = {
  expected: "an object of lists of texts",
  read: (value) => (isRules(value) ? value : undefined),
}
const LANG: Check<Lang> = {
  expected: '"ru" or "en"',
  read: (value) => (value === "ru" || value === "en" ? value : undefined),
}
const SUBAGENTS: Check<Settings["subagents"]> = {
  expected: '"hint", "full" or "off"',
  read: (value) => (value === "hint" || value === "full" || value === "off" ? value : undefined),
}

const takeUpstream = (
  value: Readonly<Record<string, unknown>>,
  base: UpstreamSettings,
  faults: string[],
): UpstreamSettings => {
  if (!Object.hasOwn(value, "upstream")) return base
  const { upstream } = value
  if (!isRecord(upstream)) {
    faults.push('"upstream" must be an object: its default holds')
    return base
  }
  for (const key of Object.keys(upstream)) {
    if (key !== "enabled" && key !== "groups" && key !== "url")
      faults.push(`"upstream.${key}" is no setting: it has no effect`)
  }
  const { enabled = base.enabled, groups = base.groups, url = base.url } = upstream
  if (typeof enabled !== "boolean") faults.push('"upstream.enabled" must be true or false: its default holds')
  const chosen = toGroups(groups)
  if (chosen === undefined)
    faults.push(`"upstream.groups" must be "all" or a list of ${GROUPS.join(", ")}: its default holds`)
  if (url !== undefined && typeof url !== "string") faults.push('"upstream.url" must be a text: it has no effect')
  return {
    enabled: typeof enabled === "boolean" ? enabled : base.enabled,
    groups: chosen ?? base.groups,
    url: typeof url === "string" ? url : base.url,
  }
}

const toGroups = (value: unknown): readonly UpstreamGroup[] | undefined => {
  if (value === "all") return GROUPS
  if (!Array.isArray(value)) return undefined
  const groups = GROUPS.filter((group) => value.includes(group))
  return value.every((one) => GROUPS.some((group) => group === one)) ? groups : undefined
}
