import { dirname, join, relative, sep } from "node:path"
import type { Skill } from "../../core/index.ts"

/** The file that makes a folder a skill. */
export const SKILL_FILE = "SKILL.md"
/** The scheme of all URIs here. */
export const SCHEME = "skill"

/** A skill and where it stands among the URIs. */
export interface PlacedSkill {
  readonly skill: Skill
  /** URI of its folder, without a slash at the end. */
  readonly folderUri: string
  /** URI of its SKILL.md, by which the extension knows it. */
  readonly uri: string
}

/** A segment of a URI in the one spelling that is used here. */
export const toSegment = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The URI of something below another URI. */
export const below = (uri: string, names: readonly string[]): string => [uri, ...names.map(toSegment)].join("/")

/**
 * Places skills among the URIs: root label, the folders between, the name. The name takes the place of the folder's
 * own, since the extension wants it there. Where that would put one skill where a file of another may stand, the
 * folder's own name is kept in front of it, and a number where even that clashes. In the order of the URIs.
 */
export const placeSkills = (skills: readonly Skill[], labels: ReadonlyMap<string, string>): PlacedSkill[] => {
  const folders = new Map<string, string>()
  // Outer skills first: an inner one has to fit in with what is there.
  const ordered = [...skills].sort((a, b) => depthOf(a) - depthOf(b) || (a.path < b.path ? -1 : 1))
  const placed = ordered.map((skill): PlacedSkill => {
    const folder = dirname(skill.path)
    const folderUri = candidates(skill, labels).find((uri) => isFree(uri, folder, folders)) ?? ""
    folders.set(folderUri, folder)
    return { skill, folderUri, uri: `${folderUri}/${SKILL_FILE}` }
  })
  return placed.filter(({ folderUri }) => folderUri !== "").sort((a, b) => compare(a.uri, b.uri))
}

/** Orders texts by their code units. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const depthOf = ({ path }: Skill): number => path.split(sep).length

const MOST_TRIES = 20

const candidates = ({ name, path, root }: Skill, labels: ReadonlyMap<string, string>): string[] => {
  const base = `${SCHEME}://${labels.get(root.path) ?? root.origin}`
  const folders = relative(root.path, dirname(path)).split(sep).filter(Boolean)
  const numbered = Array.from({ length: MOST_TRIES }, (_, at) => below(base, [...folders, String(at + 2), name]))
  return [below(base, [...folders.slice(0, -1), name]), below(base, [...folders, name]), ...numbered]
}

// Free when nothing has it, and when every skill around it has its files exactly there.
const isFree = (uri: string, folder: string, folders: ReadonlyMap<string, string>): boolean => {
  if (folders.has(uri)) return false
  const segments = uri.split("/")
  for (let count = segments.length - 1; count > 3; count--) {
    const outer = folders.get(segments.slice(0, count).join("/"))
    if (outer === undefined) continue
    const inner = segments.slice(count).map(decodeURIComponent)
    return join(outer, ...inner) === folder
  }
  return true
}
