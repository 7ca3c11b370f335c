import type { Dirent } from "node:fs"
import { readdir, realpath, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import process from "node:process"
import { isInside, type OpenedFile, type Skill, SkillFinderError, withOpened } from "../../core/index.ts"
import { isInsideAny } from "../read-inside.ts"
import { compare } from "./skill-uri.ts"

/** The folder of a skill, outside of which nothing is read. */
export interface SkillFolder {
  /** Its real path. */
  readonly path: string
}

/** A file or folder directly inside a folder. */
export interface FolderItem {
  readonly name: string
  readonly isFolder: boolean
}

/**
 * The folder of a skill as it lies now.
 * @throws SkillFinderError `E_FORBIDDEN` when it lies outside of the real folders, `E_UNAVAILABLE` when it is gone.
 */
export const openSkillFolder = async (skill: Skill, realRoots: readonly string[]): Promise<SkillFolder> => {
  const path = await realpath(dirname(skill.path)).catch((cause: unknown) => {
    throw new SkillFinderError("E_UNAVAILABLE", "its folder cannot be read any more", { cause })
  })
  if (isInsideAny(path, realRoots)) return { path }
  throw new SkillFinderError(
    "E_FORBIDDEN",
    'its folder lies outside the skill folders, behind a symbolic link: name the real folder under "roots" in the settings file',
  )
}

/**
 * Opens a file or folder inside a skill's folder, wherever symbolic links lead, if they lead to the inside.
 * @param names of the folders on the way and of the file; names only, never a path.
 * @throws SkillFinderError `E_FORBIDDEN` when it lies outside, `E_UNAVAILABLE` when it cannot be opened.
 */
export const withInside = <T>(
  folder: SkillFolder,
  names: readonly string[],
  use: (file: OpenedFile, real: string) => Promise<T>,
): Promise<T> =>
  withOpened(
    join(folder.path, ...names),
    (file, real) => {
      if (isInside(real, folder.path)) return use(file, real)
      throw new SkillFinderError("E_FORBIDDEN", `${names.join("/")} leads out of the skill's folder`)
    },
    // Clients are not told where the user's folders lie.
    names.join("/") || "the skill's folder",
  )

/**
 * What lies directly in a folder of a skill, in the order of the names: regular files, links to such files inside the
 * skill, and folders. Links to folders are left out, since they may go round in circles, and so is `.git`: it holds a
 * repository's own affairs, sometimes with a password, and makes thousands of files.
 * @throws as `withInside`.
 */
export const readSkillFolder = (folder: SkillFolder, names: readonly string[]): Promise<FolderItem[]> =>
  withInside(folder, names, async (file, real) => {
    const items = await Promise.all((await readOpened(file, real)).map((entry) => toItem(entry, real, folder)))
    return items.filter((item) => item !== undefined).sort((a, b) => compare(a.name, b.name))
  })

// Through the folder that is open, since its path may lead elsewhere by now.
const readOpened = async (file: OpenedFile, real: string): Promise<Dirent[]> => {
  if (!(await file.stat()).isDirectory()) throw new SkillFinderError("E_NOT_FOUND", "no folder")
  if (process.platform === "linux") return readdir(`/proc/self/fd/${file.fd}`, { withFileTypes: true })
  const entries = await readdir(real, { withFileTypes: true })
  const [held, named] = await Promise.all([file.stat({ bigint: true }), stat(real, { bigint: true })])
  if (held.ino === named.ino && held.dev === named.dev && (await realpath(real)) === real) return entries
  throw new SkillFinderError("E_UNAVAILABLE", "the folder is being changed: try again later")
}

const toItem = async (entry: Dirent, around: string, folder: SkillFolder): Promise<FolderItem | undefined> => {
  const { name } = entry
  // A name that is no UTF-8 comes with replacement characters and cannot be opened by them.
  if (name === ".git" || name.includes("\uFFFD")) return undefined
  if (entry.isDirectory()) return { name, isFolder: true }
  if (entry.isFile()) return { name, isFolder: false }
  if (!entry.isSymbolicLink()) return undefined
  const target = await realpath(join(around, name)).catch(() => undefined)
  if (target === undefined || !isInside(target, folder.path)) return undefined
  return (await isFile(target)) ? { name, isFolder: false } : undefined
}

/**
 * The file or folder with these names, if every folder on the way shows it: so of the ways in which a file system may
 * be spelt (case, accents, links) only the listed one leads anywhere.
 * @throws as `withInside`.
 */
export const findItem = async (folder: SkillFolder, names: readonly string[]): Promise<FolderItem | undefined> => {
  let found: FolderItem | undefined = { name: "", isFolder: true }
  for (const [depth, name] of names.entries()) {
    if (found?.isFolder !== true) return undefined
    found = (await readSkillFolder(folder, names.slice(0, depth))).find((item) => item.name === name)
  }
  return found
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  )
