import { isUtf8 } from "node:buffer"
import { open, realpath, stat } from "node:fs/promises"
import { sep } from "node:path"
import { SkillFinderError } from "./error.ts"
import { readFrontmatter } from "./frontmatter.ts"
import type { Skill } from "./skill.ts"
import { type OpenedFile, withOpened } from "./with-opened.ts"

/** The beginning of a file as text. */
export interface FileText {
  readonly text: string
  /** True when the file is longer than what was read. */
  readonly isTruncated: boolean
  /** False when the bytes are not UTF-8 and were read with replacement characters, as the host reads them. */
  readonly isUtf8: boolean
}

/** No SKILL.md is read further than this for the index: 512 KiB, three times the largest of 6,000 public ones. */
export const INDEXED_BYTES = 512 * 1024
/** No SKILL.md is read further than this at all. */
export const MOST_BYTES = 32 * 1024 * 1024

/**
 * Reads the beginning of a regular file. Anything else (a folder, a pipe, a device) is refused before it is opened,
 * since opening a pipe would wait for ever.
 * @throws the file system's own error, or `E_UNAVAILABLE` for what is not a regular file.
 */
export const readText = async (path: string, mostBytes: number): Promise<FileText> => {
  const isRegular = (await stat(path)).isFile()
  if (!isRegular) throw new SkillFinderError("E_UNAVAILABLE", `${path} is not a regular file`)
  const file = await open(path, "r")
  try {
    return await readOpened(file, mostBytes)
  } finally {
    await file.close()
  }
}

const readOpened = async (file: OpenedFile, mostBytes: number): Promise<FileText> => {
  const { size } = await file.stat()
  const bytes = await readStart(file, Math.min(size, mostBytes))
  const isTruncated = size > bytes.length
  return { text: toText(bytes, isTruncated), isTruncated, isUtf8: isTruncated || isUtf8(bytes) }
}

const readStart = async (file: OpenedFile, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

// A cut inside a character would leave a replacement character at the end.
const toText = (bytes: Buffer, isCut: boolean): string => {
  const text = bytes.toString("utf8")
  let end = text.length
  // Not by a pattern: it would try each of half a million such characters anew.
  while (isCut && text.charAt(end - 1) === "\uFFFD") end--
  return text.slice(0, end)
}

/** What is needed to read a skill's file. */
export type ReadableSkill = Pick<Skill, "name" | "path" | "realPath" | "root">

/**
 * The whole text of a skill's file, read now. By real path it must lie inside its root, or be the very file that
 * discovery found there through a symbolic link; a link that has been turned elsewhere since is refused.
 * @throws `E_FORBIDDEN` when the path leads elsewhere, `E_UNAVAILABLE` when the file cannot be read any more.
 */
export const readSkill = async (skill: ReadableSkill): Promise<string> => {
  try {
    const root = await realpath(skill.root.path)
    return await withOpened(skill.path, async (file, real) => {
      if (real !== skill.realPath && !isInside(real, root)) {
        throw new SkillFinderError("E_FORBIDDEN", `${skill.path} leads out of its root ${skill.root.path}`)
      }
      if (!(await file.stat()).isFile())
        throw new SkillFinderError("E_UNAVAILABLE", `${skill.path} is not a regular file`)
      return (await readOpened(file, MOST_BYTES)).text
    })
  } catch (error) {
    if (error instanceof SkillFinderError) throw error
    throw new SkillFinderError("E_UNAVAILABLE", `cannot read the skill ${skill.name} at ${skill.path}`, {
      cause: error,
    })
  }
}

/** The body of a skill's file, without frontmatter. Errors as for `readSkill`. */
export const readSkillBody = async (skill: ReadableSkill): Promise<string> =>
  readFrontmatter(await readSkill(skill)).body

/** True when a real path is `folder` itself or lies in it. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
