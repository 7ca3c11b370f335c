import type { Dirent } from "node:fs"
import { readdir, realpath, stat } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { codeOf, isMissing, unreadable } from "./file-error.ts"
import { mapBounded, type Pace } from "./pace.ts"
import { isInside } from "./read-skill.ts"
import type { Problem, ProblemCode, Root } from "./skill.ts"

/** A SKILL.md below a root, not yet read. */
export interface FoundFile {
  readonly path: string
  readonly realPath: string
  readonly root: Root
  readonly id: string
}

/** What lies below one root. */
export interface Walk {
  readonly files: readonly FoundFile[]
  /** Every folder looked into, the root first; to be watched for changes. */
  readonly folders: readonly string[]
  readonly problems: readonly Problem[]
}

/** Folders searched below one root before we stop and say so: ten times the largest library known. */
const MOST_FOLDERS = 50_000
const CONCURRENCY = 16
/** Roots that somebody named; of the host's usual places most do not exist. */
const NAMED_ROOTS: ReadonlySet<Root["origin"]> = new Set(["config", "settings", "given"])
const SKILL_FILE = "SKILL.md"

interface Folder {
  readonly path: string
  readonly realPath: string
}

/**
 * Finds the SKILL.md files below a root at any depth, as the host does: symbolic links are followed, folders whose
 * name begins with a dot only where the root says so. A link back into the root or to a folder already searched is
 * not followed twice. Results are in the order of their paths, level by level. Never throws; a missing root gives nothing.
 */
export const walkRoot = async (root: Root, pace: Pace): Promise<Walk> => {
  const walk: MutableWalk = { root, files: [], folders: [], problems: [], linked: [] }
  const realRoot = await realpath(root.path).catch((error: unknown) => {
    if (!isMissing(error)) walk.problems.push(problem("root-unreadable", root.path, unreadable(error)))
    else if (NAMED_ROOTS.has(root.origin)) {
      walk.problems.push(
        problem("root-missing", root.path, "named as a folder of skills, but not there: create it or take it out"),
      )
    }
    return undefined
  })
  if (realRoot === undefined) return walk
  walk.linked.push(realRoot)
  let level: Folder[] = [{ path: root.path, realPath: realRoot }]
  while (level.length > 0) {
    const room = MOST_FOLDERS - walk.folders.length
    if (level.length > room) {
      level = level.slice(0, room)
      walk.problems.push(
        problem(
          "too-many-folders",
          root.path,
          `more than ${MOST_FOLDERS} folders: the rest is not searched; name narrower roots`,
        ),
      )
    }
    const read = await mapBounded(level, CONCURRENCY, readFolder)
    const next: Folder[] = []
    for (const [at, folder] of level.entries()) {
      await pace()
      next.push(...(await takeFolder(walk, folder, read[at])))
    }
    level = next
  }
  return walk
}

interface MutableWalk extends Walk {
  readonly root: Root
  readonly files: FoundFile[]
  readonly folders: string[]
  readonly problems: Problem[]
  /** Real paths of the root and of every folder reached through a link; what lies inside one of them is searched already. */
  readonly linked: string[]
}

type FolderContent = readonly Dirent[] | { readonly error: unknown } | undefined

const readFolder = async (folder: Folder): Promise<FolderContent> =>
  readdir(folder.path, { withFileTypes: true }).catch((error: unknown) => ({ error }))

const takeFolder = async (walk: MutableWalk, folder: Folder, content: FolderContent): Promise<Folder[]> => {
  if (content === undefined) return []
  if ("error" in content) {
    const isRoot = folder.path === walk.root.path
    const isGone = codeOf(content.error) === "ENOENT" || (isMissing(content.error) && !isRoot)
    const reason =
      codeOf(content.error) === "ENOTDIR" ? "a file where a folder of skills is looked for" : unreadable(content.error)
    if (!isGone) walk.problems.push(problem(isRoot ? "root-unreadable" : "unreadable", folder.path, reason))
    return []
  }
  walk.folders.push(folder.path)
  const entries = [...content].sort((a, b) => (a.name < b.name ? -1 : 1))
  const below: Folder[] = []
  for (const entry of entries) {
    if (entry.isSymbolicLink()) below.push(...(await takeLink(walk, folder, entry.name)))
    else if (entry.isDirectory()) below.push(...takeSubfolder(walk, folder, entry.name))
    else if (entry.isFile()) takeFile(walk, folder, entry.name, join(folder.realPath, entry.name))
    else if (entry.name === SKILL_FILE)
      walk.problems.push(
        problem("not-a-file", join(folder.path, entry.name), "a pipe, socket or device, not a file: it is left alone"),
      )
  }
  return below
}

const takeSubfolder = (walk: MutableWalk, folder: Folder, name: string): Folder[] => {
  const path = join(folder.path, name)
  if (name === SKILL_FILE)
    walk.problems.push(
      problem("not-a-file", path, "SKILL.md is a folder here: put a file of that name into the skill's folder"),
    )
  const isSearched = walk.root.hasDotFolders || !name.startsWith(".")
  return isSearched ? [{ path, realPath: join(folder.realPath, name) }] : []
}

const takeFile = (walk: MutableWalk, folder: Folder, name: string, realPath: string): void => {
  const path = join(folder.path, name)
  if (name === SKILL_FILE) {
    walk.files.push({ path, realPath, root: walk.root, id: toId(walk.root, folder) })
  } else if (walk.root.hasFlatFiles && folder.path === walk.root.path && /.\.md$/.test(name)) {
    walk.files.push({ path, realPath, root: walk.root, id: name.slice(0, -".md".length) })
  } else if (name.toLowerCase() === "skill.md") {
    walk.problems.push(
      problem(
        "file-name",
        path,
        `the file is called ${name}: opencode loads only SKILL.md, in these letters; rename it`,
      ),
    )
  }
}

const toId = (root: Root, folder: Folder): string =>
  relative(root.path, folder.path).replaceAll("\\", "/") || basename(root.path)

const takeLink = async (walk: MutableWalk, folder: Folder, name: string): Promise<Folder[]> => {
  const path = join(folder.path, name)
  const target = await Promise.all([realpath(path), stat(path)]).catch((error: unknown) => ({ error }))
  if ("error" in target) {
    const isOurs = name === SKILL_FILE || folder.path === walk.root.path
    const what = isMissing(target.error) ? "a symbolic link to nothing" : unreadable(target.error)
    if (isOurs) walk.problems.push(problem("unreadable", path, `${what}: mend or remove the link`))
    return []
  }
  const [realPath, info] = target
  if (info.isFile()) takeFile(walk, folder, name, realPath)
  else if (name === SKILL_FILE) {
    walk.problems.push(
      problem("not-a-file", path, "SKILL.md leads to something that is no file: mend or remove the link"),
    )
  }
  if (!info.isDirectory()) return []
  const isSearched = walk.root.hasDotFolders || !name.startsWith(".")
  if (!isSearched || walk.linked.some((searched) => isInside(realPath, searched))) return []
  walk.linked.push(realPath)
  return [{ path, realPath }]
}

const problem = (code: ProblemCode, path: string, message: string): Problem => ({
  code,
  path,
  message,
  isDropped: true,
})
