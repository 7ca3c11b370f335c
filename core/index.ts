// Hosts enter core/ through this file only: every export here is public API or shared by our own hosts.
export { createLexicon, type Lexicon, type UserLexicon } from "../lexicon/index.ts"
export { type Advice, type AdviceOptions, advise } from "./advise.ts"
export { buildIndex, type IndexOptions } from "./build-index.ts"
export { type Discovery, discoverSkills } from "./discover.ts"
export { type ErrorCode, SkillFinderError } from "./error.ts"
export { type ExplainedTerm, type Explanation, explain } from "./explain.ts"
export { type Frontmatter, readFrontmatter } from "./frontmatter.ts"
export {
  configDirectories,
  directoriesUpward,
  globalConfigDirectory,
  type HostEnvironment,
  type HostGeneration,
  skipsProjectConfig,
} from "./host-environment.ts"
export type { Evidence, EvidenceKind, Judgement } from "./judge.ts"
export { firstLeads, fitEqually } from "./lead.ts"
export { createLivePool, type LivePool } from "./live-pool.ts"
export { nearestNames } from "./named-skills.ts"
export { type IndexUpdate, type LiveIndex, type LiveIndexOptions, openIndex } from "./open-index.ts"
export { type Heading, MOST_OUTLINED, outline } from "./outline.ts"
export { createPace, createTurns, type Pace } from "./pace.ts"
export { type AgentRules, fitsGlob, isAllowed, type Permissions } from "./permit.ts"
export {
  isOff,
  readSettings,
  SETTINGS_FILE,
  type SettingsInForce,
  type SettingsSources,
  settingsPaths,
} from "./read-settings.ts"
export { isInside, type ReadableSkill, readSkill, readSkillBody } from "./read-skill.ts"
export { type Remedy, remedyFor } from "./remedy.ts"
export {
  type HintInput,
  LAYER_LIMITS,
  type OpenArgument,
  type PreloadInput,
  renderHint,
  renderPreload,
  renderRule,
} from "./render.ts"
export { defaultRoots } from "./roots.ts"
export { type Candidate, type SearchOptions, search } from "./search.ts"
export { searchPhrasings } from "./search-phrasings.ts"
export { MOST_SECTION_LINES, readSection, type Section, USUAL_SECTION_LINES } from "./section.ts"
export {
  DEFAULT_SETTINGS,
  parseSettings,
  type ReadSettings,
  type Settings,
  toSettings,
  type UpstreamGroup,
  type UpstreamSettings,
} from "./settings.ts"
export { type Silence, silenceOf } from "./silence.ts"
export { isHidden, type Problem, type ProblemCode, type Root, type RootOrigin, type Skill } from "./skill.ts"
export type { SkillIndex } from "./skill-index.ts"
export { DEFAULT_LANG, type Lang, TEXTS, type Texts } from "./texts.ts"
export { type ExactStats, type OpenedFile, withOpened } from "./with-opened.ts"
