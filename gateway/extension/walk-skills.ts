import type { Dirent } from "node:fs"
import { readdir, readFile, realpath, stat } from "node:fs/promises"
import { join } from "node:path"
import { isInside, type Root, readFrontmatter, type Skill } from "../../core/index.ts"
import { compare, SKILL_FILE } from "./skill-uri.ts"

/** The first skills of a library, and whether they are all. */
export interface FirstSkills {
  readonly skills: readonly Skill[]
  readonly isWhole: boolean
}

/** Folders looked into before it is left to the index to find anything. */
const MOST_FOLDERS = 1_000
/** Folders read ahead of the one that is next. */
const AHEAD = 16

/**
 * The first skills in the order of the lists, without reading the rest of the library: the index of some thousand
 * skills takes seconds to build, and a client that asks for a first page need not wait for it. It finds what discovery
 * in `core/` finds, but that of two skills of one name in one root, and of two links to one folder, it is the first
 * that counts here.
 * Undefined when too many folders hold too few skills.
 */
export const walkSkills = async (roots: readonly Root[], most: number): Promise<FirstSkills | undefined> => {
  const found = new Map<string, Skill>()
  // Taken from its end, so that the root whose skills win a name comes first.
  const rest: Folder[] = []
  for (const root of roots) {
    const real = await realpath(root.path).catch(() => undefined)
    if (real !== undefined) rest.push({ path: root.path, root, linked: [real], link: undefined })
  }
  const ahead = new Map<Folder, Promise<Content>>()
  for (let looked = 0; ; looked++) {
    if (found.size >= most && rest.length > 0) return { skills: [...found.values()], isWhole: false }
    for (const folder of rest.slice(-AHEAD)) if (!ahead.has(folder)) ahead.set(folder, readFolder(folder))
    const folder = rest.pop()
    if (folder === undefined) return { skills: [...found.values()], isWhole: true }
    if (looked >= MOST_FOLDERS) return undefined
    const { skill, below } = (await ahead.get(folder)) ?? NOTHING
    ahead.delete(folder)
    if (isSearchedAlready(folder)) continue
    rest.push(...below)
    if (skill !== undefined && !found.has(skill.name)) found.set(skill.name, skill)
  }
}

interface Folder {
  readonly path: string
  readonly root: Root
  /** Real paths of the root and of what links of it led to, shared by all its folders: none is searched twice. */
  readonly linked: string[]
  /** Its real path, when it was reached by a symbolic link. */
  readonly link: string | undefined
}

interface Content {
  readonly skill: Skill | undefined
  /** In the order in which they are put aside: the last first. */
  readonly below: readonly Folder[]
}

const NOTHING: Content = { skill: undefined, below: [] }

const isSearchedAlready = ({ link, linked }: Folder): boolean => {
  if (link === undefined) return false
  if (linked.some((one) => isInside(link, one))) return true
  linked.push(link)
  return false
}

const readFolder = async (folder: Folder): Promise<Content> => {
  const entries = await readdir(folder.path, { withFileTypes: true }).catch((): Dirent[] => [])
  const below: Folder[] = []
  let hasSkill = false
  for (const entry of entries.sort((a, b) => compare(b.name, a.name))) {
    const isSearched = folder.root.hasDotFolders || !entry.name.startsWith(".")
    const path = join(folder.path, entry.name)
    if (entry.isDirectory()) {
      if (isSearched) below.push({ ...folder, path, link: undefined })
    } else if (entry.isSymbolicLink()) {
      const target = await Promise.all([realpath(path), stat(path)]).catch(() => undefined)
      if (target?.[1].isDirectory() && isSearched) below.push({ ...folder, path, link: target[0] })
      hasSkill ||= entry.name === SKILL_FILE && target?.[1].isFile() === true
    } else hasSkill ||= entry.name === SKILL_FILE && entry.isFile()
  }
  return { skill: hasSkill ? await readSkill(join(folder.path, SKILL_FILE), folder.root) : undefined, below }
}

// As far as lists need it, with the host's own reading of name and description.
const readSkill = async (path: string, root: Root): Promise<Skill | undefined> => {
  const text = await readFile(path, "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  const { name, description } = readFrontmatter(text).fields
  if (typeof name !== "string" || (description !== undefined && typeof description !== "string")) return undefined
  return {
    name,
    id: name,
    description,
    path,
    realPath: path,
    root,
    isManualOnly: false,
    headings: [],
    aliases: [],
    excerpt: "",
  }
}
