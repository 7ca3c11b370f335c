import { dirname, join, relative, sep } from "node:path"
import { createPace, type Root, type Skill } from "../../core/index.ts"

/** The file that makes a folder a skill. */
export const SKILL_FILE = "SKILL.md"
/** The scheme of all URIs here. */
export const SCHEME = "skill"

/** A skill and where it stands among the URIs. */
export interface PlacedSkill {
  readonly skill: Skill
  /** Where it stands among the others: the label of its root, then the folders down to its own. */
  readonly place: Place
  /** URI of its folder, without a slash at the end. */
  readonly folderUri: string
  /** URI of its SKILL.md, by which the extension knows it. */
  readonly uri: string
}

/** See `PlacedSkill`. */
export type Place = readonly string[]

/** A segment of a URI in the one spelling that is used here. */
export const toSegment = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The URI of something below another URI. */
export const below = (uri: string, names: readonly string[]): string => [uri, ...names.map(toSegment)].join("/")

/**
 * Places skills among the URIs: root label, the folders between, the name. The name takes the place of the folder's
 * own, since the extension wants it there. Where that would put one skill where a file of another may stand, a segment
 * `apart` is put in front. In the order of their places. In slices: 5,000 skills take a tenth of a second.
 */
export const placeSkills = async (
  skills: readonly Skill[],
  labels: ReadonlyMap<string, string>,
): Promise<PlacedSkill[]> => {
  const pace = createPace()
  const folders = new Map<string, string>()
  const found = skills.map((skill) => ({ skill, place: placeOf(skill, labels) }))
  // Outer skills first: an inner one has to fit in with what is there.
  found.sort((a, b) => a.place.length - b.place.length || compare(a.skill.path, b.skill.path))
  const placed: PlacedSkill[] = []
  for (const { skill, place } of found) {
    await pace()
    const folder = dirname(skill.path)
    const folderUri = firstFree(skill.name, place, (uri) => isFree(uri, folder, folders))
    if (folderUri === undefined) continue
    folders.set(folderUri, folder)
    placed.push({ skill, place, folderUri, uri: `${folderUri}/${SKILL_FILE}` })
  }
  await pace()
  const ranks = toRanks(labels)
  return placed.sort((a, b) => comparePlaces(a.place, b.place, ranks) || compare(a.uri, b.uri))
}

/**
 * The order of the roots in lists, by their labels: the one whose skills win a name comes first, so that what is listed
 * already is never shadowed by what is found later.
 */
export const toRanks = (labels: ReadonlyMap<string, string>): ReadonlyMap<string, number> =>
  new Map([...labels.values()].reverse().map((label, rank) => [label, rank]))

/** Orders places: by root, then folder by folder, an outer one before what it holds. */
export const comparePlaces = (a: Place, b: Place, ranks: ReadonlyMap<string, number>): number => {
  const [label = "", ...folders] = a
  const [otherLabel = "", ...others] = b
  const byRoot = (ranks.get(label) ?? 0) - (ranks.get(otherLabel) ?? 0)
  if (byRoot !== 0) return byRoot
  for (const [at, folder] of folders.entries()) {
    const other = others[at]
    if (other === undefined) return 1
    if (folder !== other) return compare(folder, other)
  }
  return folders.length - others.length
}

const placeOf = ({ path, root }: Skill, labels: ReadonlyMap<string, string>): Place => [
  labels.get(root.path) ?? root.origin,
  ...foldersOf(path, root),
]

const foldersOf = (path: string, root: Root): string[] => relative(root.path, dirname(path)).split(sep).filter(Boolean)

/** Orders texts by their code units. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const MOST_TRIES = 20

const firstFree = (name: string, [label, ...folders]: Place, isFree: (uri: string) => boolean): string | undefined => {
  const base = `${SCHEME}://${label}`
  const names = [...folders.slice(0, -1), name]
  for (let tries = 0; tries <= MOST_TRIES; tries++) {
    const apart = tries === 0 ? [] : [tries === 1 ? "apart" : `apart-${tries}`]
    const uri = below(base, [...apart, ...names])
    if (isFree(uri)) return uri
  }
  return undefined
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
