import { constants } from "node:fs"
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises"
import { isInside, type Root, type Skill, SkillFinderError } from "../core/index.ts"

/** Larger files would hold up every other call while they are parsed; the largest of 6,000 public ones has 200 KB. */
const MOST_BYTES = 8 * 1024 * 1024
/** An editor that saves replaces the file under our hands; more often than this it is no editor. */
const ATTEMPTS = 5

/**
 * The text of a skill's file, read now, if it lies inside one of the roots by real path.
 * @throws SkillFinderError `E_FORBIDDEN` when it lies elsewhere, `E_UNAVAILABLE` when it cannot be read.
 */
export const readInside = (skill: Skill, roots: readonly Root[]): Promise<string> =>
  withOpened(skill.path, async (file, real) => {
    if (!isInsideAny(real, await realFolders(roots))) throw leadsOut(skill.path)
    return (await readAll(file, skill.path)).toString("utf8")
  })

/**
 * Opens a file or folder and gives it to `use` with its real path. It is opened first and judged by where it really
 * is: a path that is judged first and opened then can be turned elsewhere in between (one read in sixty gave what lay
 * outside, when test/gateway/boundary.test.ts was run on code like that).
 * @param called what errors call it.
 * @throws SkillFinderError `E_UNAVAILABLE` when it cannot be opened.
 */
export const withOpened = async <T>(
  path: string,
  use: (file: FileHandle, real: string) => Promise<T>,
  called: string = path,
): Promise<T> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await openFile(path, called)
    try {
      const real = await realPathOf(file, path)
      if (real !== undefined) return await use(file, real)
    } finally {
      await file.close()
    }
  }
  throw new SkillFinderError("E_UNAVAILABLE", `${called} is being changed all the time: try again later`)
}

// Without O_NONBLOCK the opening of a pipe that took the file's place would wait for ever.
const openFile = (path: string, called: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((cause: unknown) => {
    throw new SkillFinderError("E_UNAVAILABLE", `${called} cannot be read any more: call find again`, { cause })
  })

// Where an open file really is; undefined when it was removed or replaced while we looked.
const realPathOf = async (file: FileHandle, path: string): Promise<string | undefined> => {
  const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realPathByIdentity(file, path))
  return real?.endsWith(" (deleted)") ? undefined : real
}

/** One look can be deceived by who turns the path to and fro between its steps; so many in a row were not. */
const LOOKS = 8

// Where the system does not tell: again and again the path must lead to one place that is the file we hold.
const realPathByIdentity = async (file: FileHandle, path: string): Promise<string | undefined> => {
  try {
    const held = await file.stat({ bigint: true })
    const real = await realpath(path)
    for (let look = 0; look < LOOKS; look++) {
      const named = await stat(real, { bigint: true })
      const isSame = named.ino === held.ino && named.dev === held.dev && (await realpath(path)) === real
      if (!isSame) return undefined
    }
    return real
  } catch {
    // It vanished meanwhile: the next attempt tells whether for good.
    return undefined
  }
}

/** The real paths of the roots that exist. */
export const realFolders = async (roots: readonly Root[]): Promise<string[]> => {
  const folders = await Promise.all(roots.map(({ path }) => realpath(path).catch(() => undefined)))
  return folders.filter((folder) => folder !== undefined)
}

/** True when a real path lies in one of the real folders. */
export const isInsideAny = (real: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(real, folder))

const readAll = async (file: FileHandle, path: string): Promise<Buffer> => {
  const info = await file.stat()
  if (!info.isFile()) throw new SkillFinderError("E_UNAVAILABLE", `${path} is not a regular file`)
  if (info.size <= MOST_BYTES) return file.readFile()
  throw new SkillFinderError(
    "E_UNAVAILABLE",
    `${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB: move the bulk into files beside it`,
  )
}

const leadsOut = (path: string): SkillFinderError =>
  new SkillFinderError(
    "E_FORBIDDEN",
    `${path} leads out of the skill folders by a symbolic link; to have it read, name its real folder under "roots" in the settings file`,
  )
