import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import { SkillFinderError } from "../../core/index.ts"
import { backupPath } from "./backup-paths.ts"
import { reasonOf, writeTarget } from "./config-file.ts"

/** What becomes of one file. */
export interface FileChange {
  readonly path: string
  /** The text it was planned from; undefined where there was no file. */
  readonly before: string | undefined
  /** The text it is to have; undefined where it is to go. */
  readonly after: string | undefined
}

/**
 * Makes one change: first a backup that replaces none, then the file in one step, so that an end at any moment leaves
 * the old or the new file whole. Mode, owner (where possible) and symbolic links stay. This is the only function of the
 * project that writes a user's file. @returns the backup's path; undefined where nothing was there to keep
 * @throws SkillFinderError when the file is no longer what was planned from, or cannot be written
 */
export const writeChange = (change: FileChange, now: Date): string | undefined => {
  const target = writeTarget(change.path)
  try {
    if (readNow(target) !== change.before) throw new Error("it has changed in the meantime; run the command again")
    if (change.after === undefined) {
      remove(target)
      return undefined
    }
    const old = statSync(target, { throwIfNoEntry: false })
    const backup = change.before === undefined ? undefined : writeBackup(change.path, { text: change.before, old, now })
    mkdirSync(dirname(target), { recursive: true })
    renameSync(writeTemporary(target, change.after, old), target)
    return backup
  } catch (error) {
    throw new SkillFinderError("E_UNAVAILABLE", `${change.path} cannot be written: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Removes a file that `init` made: a backup, or the settings file. */
export const removeFile = (path: string): void => {
  try {
    unlinkSync(path)
  } catch (error) {
    throw new SkillFinderError("E_UNAVAILABLE", `${path} cannot be removed: ${messageOf(error)}`, { cause: error })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error && !("code" in error) ? error.message : reasonOf(error)

const readNow = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return undefined
    throw error
  }
}

// The file held our entries alone, so a folder that is empty without it was made for it.
const remove = (target: string): void => {
  unlinkSync(target)
  try {
    rmdirSync(dirname(target))
  } catch {
    // Something else is in there.
  }
}

const USUAL_MODE = 0o666

const writeTemporary = (target: string, text: string, old: Stats | undefined): string => {
  removeLeftovers(target)
  const path = join(dirname(target), `${temporaryStart(target)}${process.pid}.tmp`)
  // Closed to others until it has the old file's mode: a configuration may hold keys.
  const file = openSync(path, "wx", old === undefined ? USUAL_MODE : 0o600)
  try {
    writeFileSync(file, text)
    if (old !== undefined) resemble(file, old)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return path
}

const resemble = (file: number, { mode, uid, gid }: Stats): void => {
  try {
    fchownSync(file, uid, gid)
  } catch {
    // Only root gives files away; the file then is ours, as with any editor.
  }
  fchmodSync(file, mode & 0o7777)
}

interface BackupTask {
  readonly text: string
  readonly old: Stats | undefined
  readonly now: Date
}

const writeBackup = (path: string, { text, old, now }: BackupTask): string => {
  const temporary = writeTemporary(path, text, old)
  try {
    for (let number = 1; ; number += 1) {
      const backup = backupPath(path, now, number)
      if (placeNew(temporary, backup)) return backup
    }
  } finally {
    unlinkSync(temporary)
  }
}

// A link is made in one step and never over another file; where the file system has none, a copy does for it.
const placeNew = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (reasonOf(error) === "EEXIST") return false
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (reasonOf(error) === "EEXIST") return false
    throw error
  }
}

const temporaryStart = (target: string): string => `.${basename(target)}.skill-mcp-`

/** Removes what a run that was killed while writing has left. */
const removeLeftovers = (target: string): void => {
  const start = temporaryStart(target)
  for (const name of readdirSync(dirname(target))) {
    const id = name.startsWith(start) ? /^(\d+)\.tmp$/.exec(name.slice(start.length))?.[1] : undefined
    if (id !== undefined && !isRunning(Number(id))) unlinkSync(join(dirname(target), name))
  }
}

const isRunning = (id: number): boolean => {
  if (id === process.pid) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return reasonOf(error) === "EPERM"
  }
}
