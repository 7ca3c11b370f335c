import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { compare } from "./compare.ts"
import { unreadable } from "./file-error.ts"
import { toQuotation } from "./neutralise.ts"
import { createPace, mapBounded, type Pace } from "./pace.ts"
import { type ParsedSkill, parseSkill } from "./parse-skill.ts"
import { INDEXED_BYTES, readText } from "./read-skill.ts"
import type { Problem, Root, Skill } from "./skill.ts"
import { type FoundFile, walkRoot } from "./walk-root.ts"

/** The skills below some roots and what is wrong there. */
export interface Discovery {
  /** One skill a name, in the order of their names. */
  readonly skills: readonly Skill[]
  /** In the order of their paths. */
  readonly problems: readonly Problem[]
}

/** What lies below one root, with what the next look needs to read only what changed. */
export interface RootScan {
  readonly folders: readonly string[]
  /** By path, in the order in which they were found. */
  readonly files: ReadonlyMap<string, ScannedFile>
  readonly problems: readonly Problem[]
}

interface ScannedFile {
  /** Size, modification time and inode in one word: equal marks, equal content. */
  readonly mark: string
  readonly parsed: ParsedSkill
}

const CONCURRENCY = 8

/**
 * Finds and reads the skills below the roots: the set that the host would load, one a name, and a problem for every
 * file it drops. Asynchronous, in slices of some milliseconds; bad files, folders and roots are problems, never errors.
 * @param roots from `defaultRoots`, or plain folder paths (searched with their dot folders); later ones win a name.
 */
export const discoverSkills = async (roots: readonly (Root | string)[]): Promise<Discovery> => {
  const pace = createPace()
  const scans: RootScan[] = []
  for (const root of toRoots(roots)) scans.push(await scanRoot(root, undefined, pace))
  return joinScans(scans, pace)
}

/** Plain paths become roots; relative ones are resolved against the working directory by Node. */
export const toRoots = (roots: readonly (Root | string)[]): Root[] =>
  roots.map((root) =>
    typeof root === "string"
      ? { path: resolve(root), origin: "given", hasDotFolders: true, hasFlatFiles: false }
      : root,
  )

/** Looks below one root; files unchanged since the scan `before` are not read again. Gives `before` when nothing is new. */
export const scanRoot = async (root: Root, before: RootScan | undefined, pace: Pace): Promise<RootScan> => {
  const { files: found, folders, problems } = await walkRoot(root, pace)
  const scanned = await mapBounded(found, CONCURRENCY, (file) => scanFile(file, before, pace))
  await pace()
  const files = new Map(found.map((file, at) => [file.path, scanned[at] ?? UNREAD]))
  const scan = { folders, files, problems }
  return before !== undefined && isSame(scan, before) ? before : scan
}

const isSame = (scan: RootScan, before: RootScan): boolean =>
  scan.files.size === before.files.size &&
  [...scan.files].every(([path, file]) => isSameFile(file, before.files.get(path))) &&
  isSameList(scan.folders, before.folders) &&
  isDeepStrictEqual(scan.problems, before.problems)

// What could not be read has no mark, and may be unreadable for another reason than before.
const isSameFile = (file: ScannedFile, before: ScannedFile | undefined): boolean =>
  file === before || (file.mark === "" && isDeepStrictEqual(file, before))

/** True when both lists have the same things in the same order. */
export const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])

/** The skills of several roots, of which later ones win a name. */
export const joinScans = async (scans: readonly RootScan[], pace: Pace): Promise<Discovery> => {
  // Roots may overlap; what they share is met twice and counts where it is met last.
  const files = new Map<string, ParsedSkill>()
  for (const scan of scans) {
    await pace()
    for (const [path, { parsed }] of scan.files) files.set(path, parsed)
  }
  const problems = scans.flatMap((scan) => scan.problems)
  const skills = new Map<string, Skill>()
  for (const parsed of files.values()) {
    await pace()
    takeSkill(skills, problems, parsed)
  }
  const ordered = [...skills.values()].sort(byName)
  await pace()
  const distinct = new Map(problems.map((problem) => [`${problem.code} ${problem.line} ${problem.path}`, problem]))
  return { skills: ordered, problems: [...distinct.values()].sort(byPath) }
}

const UNREAD: ScannedFile = { mark: "", parsed: { skill: undefined, problems: [] } }

const scanFile = async (file: FoundFile, before: RootScan | undefined, pace: Pace): Promise<ScannedFile> => {
  try {
    const info = await stat(file.path)
    const mark = `${info.size} ${info.mtimeMs} ${info.ino} ${file.root.path} ${file.realPath}`
    const known = before?.files.get(file.path)
    if (known?.mark === mark) return known
    const read = await readText(file.path, INDEXED_BYTES)
    await pace()
    const parsed = parseSkill({ ...file, text: read.text })
    return { mark, parsed: { skill: parsed.skill, problems: [...parsed.problems, ...fileProblems(file.path, read)] } }
  } catch (error) {
    // The file vanished or is closed to us: the host drops it too, so it is named.
    const gone: Problem = { code: "unreadable", path: file.path, message: unreadable(error), isDropped: true }
    return { mark: "", parsed: { skill: undefined, problems: [gone] } }
  }
}

const fileProblems = (path: string, read: { isTruncated: boolean; isUtf8: boolean }): Problem[] => {
  const problems: Problem[] = []
  if (read.isTruncated) {
    const message = `larger than ${INDEXED_BYTES / 1024} KiB: only its beginning is searched; move the bulk into files beside it`
    problems.push({ code: "truncated", path, message, isDropped: false })
  }
  if (!read.isUtf8) {
    const message = "not UTF-8: its text is garbled for opencode too; save it as UTF-8"
    problems.push({ code: "encoding", path, message, isDropped: false })
  }
  return problems
}

const takeSkill = (skills: Map<string, Skill>, problems: Problem[], parsed: ParsedSkill): void => {
  problems.push(...parsed.problems)
  const { skill } = parsed
  if (skill === undefined) return
  const other = skills.get(skill.name)
  skills.set(skill.name, skill)
  // The same file reached by two ways is no clash.
  if (other === undefined || other.realPath === skill.realPath) return
  const message = `another skill is called "${toQuotation(skill.name)}" too: ${skill.path}; we take that one, opencode takes either, differently from run to run: rename one`
  problems.push({ code: "shadowed", path: other.path, message, isDropped: true })
}

const byName = (a: Skill, b: Skill): number => compare(a.name, b.name) || compare(a.path, b.path)
const byPath = (a: Problem, b: Problem): number =>
  compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.code, b.code)
