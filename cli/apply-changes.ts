import process from "node:process"
import { unwritable } from "./config/config-file.ts"
import { throwFaults } from "./config/throw-faults.ts"
import { unifiedDiff } from "./config/unified-diff.ts"
import { type FileChange, removeFile, writeChange } from "./config/write-change.ts"
import { confirm } from "./confirm.ts"
import { print } from "./terminal.ts"

/** What a command is about to do to the user's files. */
export interface Changes {
  readonly changes: readonly FileChange[]
  /** Files to remove when all is written: backups. They are looked for only then, since writing makes some. */
  readonly removals?: () => readonly string[]
  /** What to say of a file that is written. */
  readonly describe: (change: FileChange) => string
  /** What to add by hand where a file cannot be written. */
  readonly byHand?: string
}

/** How a command was told to go about it. */
export interface Manner {
  readonly isDryRun: boolean
  /** Do not ask, not even on a terminal. */
  readonly isSure: boolean
}

/** What came of it: everything written; only shown; or the person said no. */
export type Outcome = "written" | "shown" | "declined"

/**
 * Shows the changes as a diff, asks on a terminal, writes them one after another and says where the backups are.
 * @throws SkillFinderError before anything is written where a file is read-only
 */
export const applyChanges = async (task: Changes, manner: Manner): Promise<Outcome> => {
  const { changes, removals = () => [], byHand } = task
  for (const change of changes) print(unifiedDiff(change), "")
  for (const path of removals()) print(`to be removed: ${path}`)
  if (manner.isDryRun) return "shown"
  throwFaults(
    changes.map(({ path }) => unwritable(path)).filter((fault) => fault !== undefined),
    byHand,
  )
  if (!manner.isSure && isTerminal() && !(await confirm("Write this? [y/N] ", process.stdin, process.stdout))) {
    return "declined"
  }
  const now = new Date()
  // What goes away goes last, so that a folder left empty can go with it.
  const written = changes.filter(({ after }) => after !== undefined)
  for (const change of written) write(task, change, now)
  for (const path of removals()) {
    removeFile(path)
    print(`removed: ${path}`)
  }
  for (const change of changes.filter(({ after }) => after === undefined)) write(task, change, now)
  return "written"
}

const isTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

const write = ({ describe }: Changes, change: FileChange, now: Date): void => {
  const backup = writeChange(change, now)
  print(describe(change), ...(backup === undefined ? [] : [`  backup: ${backup}`]))
}
