/** Where a root comes from; it decides what the host's own switches turn off and how diagnostics name it. */
export type RootOrigin = "claude" | "agents" | "opencode" | "config" | "settings" | "given"

/** A folder searched for skills. Later roots of a list win when two skills bear one name, as in the host. */
export interface Root {
  /** Absolute path of the folder. It need not exist. */
  readonly path: string
  readonly origin: RootOrigin
  /** True when folders whose name begins with a dot are searched too (the host does so in `.claude` and `.agents` only). */
  readonly hasDotFolders: boolean
  /** True on opencode V2: `name.md` files directly in the root are skills too, and a skill without a name has its id for one. */
  readonly hasFlatFiles: boolean
}

/** One SKILL.md that the host would load, with what the index needs of it. */
export interface Skill {
  /** The frontmatter's name: what opens the skill on opencode V1. */
  readonly name: string
  /** The id that opens the skill on opencode V2: its folder's path below the root, or the folder's name. */
  readonly id: string
  /** As the host has it. Without one, or with an empty one, the skill is hidden: loadable by name, listed nowhere. */
  readonly description: string | undefined
  /** Absolute path of the SKILL.md, as found (symbolic links not resolved). */
  readonly path: string
  /** The same with symbolic links resolved, as they stood when the skill was found. */
  readonly realPath: string
  readonly root: Root
  /** `disable-model-invocation: true`: never offered on its own, only shown by `find`. */
  readonly isManualOnly: boolean
  /** Texts of the first headings, in order; at most 60. */
  readonly headings: readonly string[]
  /** Other words for the skill: its frontmatter's aliases, keywords, tags and triggers, and its "when to use" lines. */
  readonly aliases: readonly string[]
  /** The first characters of the body without code fences, for the index; at most 4,000. */
  readonly excerpt: string
}

/**
 * What is wrong with a file or folder:
 * - dropped by the host: `unreadable`, `not-a-file`, `file-name`, `no-frontmatter`, `frontmatter-language`, `yaml`,
 *   `no-name`, `name-type`, `description-type`, `shadowed`
 * - loaded all the same: `lenient` (read only by the second reading), `encoding` (not UTF-8), `truncated` (too large to index whole)
 * - of a root: `root-unreadable`, `root-missing`, `too-many-folders`
 */
export type ProblemCode =
  | "unreadable"
  | "not-a-file"
  | "file-name"
  | "no-frontmatter"
  | "frontmatter-language"
  | "yaml"
  | "no-name"
  | "name-type"
  | "description-type"
  | "shadowed"
  | "lenient"
  | "encoding"
  | "truncated"
  | "root-unreadable"
  | "root-missing"
  | "too-many-folders"

/** A fault in a file, reported beside the skills and never thrown. */
export interface Problem {
  readonly code: ProblemCode
  /** Absolute path of the file or folder it concerns. */
  readonly path: string
  /** The line it concerns, from 1; undefined where there is none. */
  readonly line?: number
  /** What happened and what to do, in one or two plain sentences. */
  readonly message: string
  /** True when the host does not load this file, so that no skill comes of it. */
  readonly isDropped: boolean
}

/** True for a skill without a description: the host lists it nowhere, `find` still does. */
export const isHidden = ({ description }: Skill): boolean => description === undefined || description.trim() === ""
