import { homedir } from "node:os"
import { fileURLToPath } from "node:url"
import {
  buildIndex,
  createLexicon,
  defaultRoots,
  discoverSkills,
  type Problem,
  type Root,
  readSettings,
  type SettingsInForce,
  type Skill,
  SkillFinderError,
  type SkillIndex,
} from "../core/index.ts"
import { type Call, type OptionTable, UsageError } from "./command.ts"
import { showProgress } from "./terminal.ts"

/** The skills a command works on. */
export interface Library {
  readonly roots: readonly Root[]
  readonly skills: readonly Skill[]
  readonly problems: readonly Problem[]
  readonly index: SkillIndex
  readonly settings: SettingsInForce
  /** Wall time of finding and indexing, in ms. */
  readonly ms: number
}

/** Options of every command that opens a library. */
export const LIBRARY_OPTIONS = {
  samples: { type: "boolean" },
  roots: { type: "boolean" },
} as const satisfies OptionTable

/** Help for `LIBRARY_OPTIONS`. */
export const LIBRARY_HELP = {
  samples: "use the bundled sample skills only",
  roots: "use your own roots only",
} as const

/** The bundled sample skills: beside the sources and beside dist/ alike. */
const SAMPLES = fileURLToPath(new URL("../examples/skills", import.meta.url))

/** Whether a command without `--samples` or `--roots` takes the samples too. */
export type Usual = "samples-and-roots" | "roots"

/**
 * Opens the library that a call chooses: the user's own roots, the bundled samples, or both.
 * @throws SkillFinderError `E_UNAVAILABLE` naming the folders looked at when there is no skill at all.
 */
export const openLibrary = async ({ options }: Call, usual: Usual): Promise<Library> => {
  if (options.samples === true && options.roots === true) {
    throw new UsageError("--samples and --roots exclude each other; leave both out to use all")
  }
  const started = performance.now()
  const settings = readSettings({ env: process.env, home: homedir() })
  const own = defaultRoots({ cwd: process.cwd(), env: process.env, home: homedir(), extra: settings.settings.roots })
  const samples: Root = { path: SAMPLES, origin: "given", hasDotFolders: true, hasFlatFiles: false }
  const hasSamples = options.samples === true || (usual === "samples-and-roots" && options.roots !== true)
  const roots = [...(hasSamples ? [samples] : []), ...(options.samples === true ? [] : own)]
  showProgress("reading skills…")
  const { skills, problems } = await discoverSkills(roots)
  showProgress(`indexing ${skills.length} skills…`)
  const index = buildIndex(skills, { lexicon: createLexicon(settings.settings.lexicon) })
  showProgress(undefined)
  if (skills.length === 0) throw new SkillFinderError("E_UNAVAILABLE", noSkills(roots))
  return { roots, skills, problems, index, settings, ms: performance.now() - started }
}

const noSkills = (roots: readonly Root[]): string =>
  [
    "no skills found. These folders were looked at:",
    ...roots.map(({ path }) => `  ${path}`),
    'Put a skill at ~/.claude/skills/<name>/SKILL.md, or name a folder under "roots" in ~/.config/opencode/skill-mcp.config.json; --samples uses the bundled ones.',
  ].join("\n")
