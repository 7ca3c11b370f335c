import { readCursor, toCursor } from "../cursor.ts"
import type { JsonObject } from "../read-frame.ts"
import type { Catalogue, View } from "./catalogue.ts"
import type { ServedSkill } from "./check-skill.ts"
import { manifestOf } from "./manifest.ts"
import type { PlacedSkill } from "./skill-uri.ts"

/** Skills on a page. */
const MOST_LISTED = 50
/** Skills looked at for a page: most of them, or all, may be such as are not served. */
const MOST_CHECKED = 200
/** Files and bytes behind a page; the skill that passes them is the last. */
const MOST_FILES = 2_000
const MOST_BYTES = 32 * 1024 * 1024
/** Skills looked at side by side. */
const ABREAST = 25

/** How long a result holds and for whom: the files are the user's, and nothing tells when they change. */
export const LASTING = { ttlMs: 0, cacheScope: "private" } as const

/**
 * Answers `skills/list`. What a page costs is bounded by the skills and bytes behind it, not by the library. The
 * cursor is the place of the last skill, so that it stays good whatever comes and goes.
 */
export const listSkills = async (
  catalogue: Catalogue,
  { cursor }: JsonObject,
  signal: AbortSignal,
): Promise<ListedSkills> => {
  const [, ...after] = readCursor(cursor, isPosition) ?? []
  const view = cursor === undefined ? await catalogue.lookAtFirst(signal) : await catalogue.look(signal)
  const left = view.behind(cursor === undefined ? undefined : after)
  const skills: JsonObject[] = []
  let files = 0
  let bytes = 0
  let at = 0
  while (at < Math.min(left.length, MOST_CHECKED) && files < MOST_FILES && bytes < MOST_BYTES) {
    const group = left.slice(at, at + Math.min(ABREAST, MOST_LISTED - skills.length))
    if (group.length === 0) break
    signal.throwIfAborted()
    for (const entry of await Promise.all(group.map((placed) => toListed(placed, view, catalogue)))) {
      if (entry === undefined) continue
      skills.push(entry.skill)
      files += entry.files
      bytes += entry.bytes
    }
    at += group.length
  }
  const last = left[at - 1]
  const hasMore = at < left.length || !view.isWhole
  const answer = {
    resultType: "complete",
    skills,
    ...(last !== undefined && hasMore && { nextCursor: toCursor(["skills", ...last.place]) }),
    ...LASTING,
  }
  return { answer, view }
}

/** A page, and what it was taken from. */
export interface ListedSkills {
  readonly answer: JsonObject
  readonly view: View
}

const isPosition = (value: unknown): value is readonly ["skills", ...string[]] =>
  Array.isArray(value) && value.length >= 2 && value[0] === "skills" && value.every((one) => typeof one === "string")

const toListed = async (placed: PlacedSkill, view: View, catalogue: Catalogue): Promise<Entry | undefined> => {
  if (!view.isListed(placed.skill)) return undefined
  const checked = await view.check(placed.skill)
  return checked.fault === undefined ? toEntry(placed, checked, catalogue) : undefined
}

interface Entry {
  readonly skill: JsonObject
  readonly files: number
  readonly bytes: number
}

/** A skill as the extension shows it, in the list and alone. */
export const toEntry = async (
  { uri, folderUri }: PlacedSkill,
  { folder, fields, own }: ServedSkill,
  { facts }: Catalogue,
): Promise<Entry> => {
  const manifest = await manifestOf({ folder, folderUri, own, facts })
  const { resources, bytes } = manifest
  return {
    skill: { uri, frontmatter: fields, resources },
    files: Array.isArray(resources) ? resources.length : 0,
    bytes,
  }
}
