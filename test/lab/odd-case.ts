import type { Files } from "./project.ts"

/** Where a case lies: its own entry of `skills.paths`, or a folder of `.claude/skills` or `.opencode/skills`. */
export type OddRoot = "path" | "claude" | "opencode"

export type OddCase = {
  /** Unique, and the name of the case's folder. */
  readonly id: string
  readonly root: OddRoot
  /** Relative to the case's folder. */
  readonly files: Files
  /** Relative to a folder `apart`, beside the folder of all cases, that no root covers. */
  readonly apart?: Files
  /** Set where the host itself finds one skill by several paths and keeps any of them. */
  readonly ambiguous?: "location"
  readonly note: string
}
