import { realpath } from "node:fs/promises"
import { isInside, type OpenedFile, type Root, type Skill, SkillFinderError, withOpened } from "../core/index.ts"

/** Larger files would hold up every other call while they are parsed; the largest of 6,000 public ones has 200 KB. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * The text of a skill's file, read now, if it lies inside one of the roots by real path.
 * @throws SkillFinderError `E_FORBIDDEN` when it lies elsewhere, `E_UNAVAILABLE` when it cannot be read.
 */
export const readInside = (skill: Skill, roots: readonly Root[]): Promise<string> =>
  withOpened(skill.path, async (file, real) => {
    if (!isInsideAny(real, await realFolders(roots))) throw leadsOut(skill.path)
    return Buffer.from(await readAll(file, skill.path)).toString("utf8")
  })

/** The real paths of the roots that exist. */
export const realFolders = async (roots: readonly Root[]): Promise<string[]> => {
  const folders = await Promise.all(roots.map(({ path }) => realpath(path).catch(() => undefined)))
  return folders.filter((folder) => folder !== undefined)
}

/** True when a real path lies in one of the real folders. */
export const isInsideAny = (real: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(real, folder))

const readAll = async (file: OpenedFile, path: string): Promise<Uint8Array> => {
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
