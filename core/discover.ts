import { stat } from "node:fs/promises"
import { resolve } from "node:path"
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

/** A discovery with what the next one needs to look only at what changed. */
export interface Scan extends Discovery {
  readonly folders: readonly string[]
  readonly files: ReadonlyMap<string, ScannedFile>
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
  const { skills, problems } = await scanRoots(toRoots(roots))
  return { skills, problems }
}

/** Plain paths become roots; relative ones are resolved against the working directory by Node. */
export const toRoots = (roots: readonly (Root | string)[]): Root[] =>
  roots.map((root) =>
    typeof root === "string"
      ? { path: resolve(root), origin: "given", hasDotFolders: true, hasFlatFiles: false }
      : root,
  )

/** As `discoverSkills`; files unchanged since the scan `before` are not read again. */
export const scanRoots = async (roots: readonly Root[], before?: Scan, pace: Pace = createPace()): Promise<Scan> => {
  const found: FoundFile[] = []
  const folders: string[] = []
  const problems: Problem[] = []
  for (const root of roots) {
    const walk = await walkRoot(root, pace)
    found.push(...walk.files)
    folders.push(...walk.folders)
    problems.push(...walk.problems)
  }
  const scanned = await mapBounded(found, CONCURRENCY, (file) => scanFile(file, before, pace))
  await pace()
  const files = new Map(found.map((file, at) => [file.path, scanned[at] ?? UNREAD]))
  const skills = new Map<string, Skill>()
  // What thousands of files need at once, each of these takes some milliseconds of.
  await pace()
  const distinct = once(found, (file) => file.path)
  for (const { path } of distinct) {
    await pace()
    takeSkill(skills, problems, files.get(path)?.parsed)
  }
  const ordered = [...skills.values()].sort(byName)
  await pace()
  return {
    skills: ordered,
    problems: once(problems, ({ code, path, line }) => `${code} ${line} ${path}`).sort(byPath),
    folders: [...new Set(folders)],
    files,
  }
}

// Roots may overlap; what they share is met twice and counts where it is met last.
const once = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

const UNREAD: ScannedFile = { mark: "", parsed: { skill: undefined, problems: [] } }

const scanFile = async (file: FoundFile, before: Scan | undefined, pace: Pace): Promise<ScannedFile> => {
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

const takeSkill = (skills: Map<string, Skill>, problems: Problem[], parsed: ParsedSkill | undefined): void => {
  problems.push(...(parsed?.problems ?? []))
  const skill = parsed?.skill
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
