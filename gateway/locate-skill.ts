import { realpath } from "node:fs/promises"
import { dirname, isAbsolute, join, resolve, sep } from "node:path"
import { isInside, nearestNames, type Skill, SkillFinderError, type SkillIndex } from "../core/index.ts"
import type { Library, Look } from "./library.ts"
import { isInsideAny, realFolders } from "./read-inside.ts"

/** How a caller names a skill: one of the two, or both when they lead to one skill. */
export interface SkillReference {
  readonly name?: string | undefined
  readonly path?: string | undefined
}

/**
 * The skill of the index that a caller means. A path serves only as another name for a skill: it is compared with the
 * paths that the index knows and never opened itself.
 * @throws SkillFinderError `E_INVALID_INPUT` without name and path, `E_NOT_FOUND` with the nearest names,
 * `E_FORBIDDEN` for a path that leads out of the roots or tries to.
 */
export const locateSkill = async (
  { name, path }: SkillReference,
  look: Look,
  { environment }: Pick<Library, "environment">,
): Promise<Skill> => {
  if (path !== undefined) {
    const skill = await byPath(path, look, environment)
    if (name === undefined || byName(name, look.index) === skill) return skill
    throw new SkillFinderError(
      "E_INVALID_INPUT",
      `name "${clipped(name)}" and path "${clipped(path)}" are not of one skill: give one of them`,
    )
  }
  if (name === undefined) throw new SkillFinderError("E_INVALID_INPUT", "give the skill's name or its path")
  const skill = byName(name, look.index)
  if (skill !== undefined) return skill
  throw new SkillFinderError("E_NOT_FOUND", `no skill is called "${clipped(name)}"${nearest(look.index, name)}`)
}

const byName = (name: string, index: SkillIndex): Skill | undefined => {
  const skills = index.skills.map(({ skill }) => skill)
  const folded = fold(name)
  return (
    skills.find((skill) => skill.name === name) ??
    skills.find((skill) => skill.id === name) ??
    skills.find((skill) => fold(skill.name) === folded)
  )
}

// What people and models change when they write a name down: case, spaces around it, accents composed or not.
const fold = (name: string): string => name.normalize("NFC").trim().toLowerCase()

const byPath = async (path: string, look: Look, place: { cwd: string; home: string }): Promise<Skill> => {
  const known = look.index.skills.map(({ skill }) => skill).find((skill) => pathsOf(skill).includes(path))
  if (known !== undefined) return known
  if (isTrick(path)) throw forbidden(path)
  const absolute = toAbsolute(path, place)
  const skills = look.index.skills.map(({ skill }) => skill)
  const found = skills.find((skill) => pathsOf(skill).includes(absolute))
  if (found !== undefined) return found
  if (!(await isBelowRoot(absolute, look))) throw forbidden(path)
  throw new SkillFinderError(
    "E_NOT_FOUND",
    `"${clipped(path)}" is no skill of the index: only SKILL.md files that find names are read${nearest(look.index, dirname(absolute).split(sep).at(-1) ?? "")}`,
  )
}

const pathsOf = ({ path, realPath }: Skill): readonly string[] => [path, realPath, dirname(path), dirname(realPath)]

/** Nobody who has a path from `find` writes it with these: `..`, its encoded spellings, NUL, an address. */
const isTrick = (path: string): boolean => {
  let decoded = path
  // Encoded twice or thrice is an old trick too.
  for (let round = 0; round < 3; round++) decoded = decoded.replace(/%[0-9a-f]{2}/gi, decodeByte)
  return /(^|[\\/])\.\.([\\/]|$)/.test(decoded) || decoded.includes("\0") || /^[a-z][a-z0-9+.-]+:/i.test(decoded)
}

const decodeByte = (code: string): string => String.fromCharCode(Number.parseInt(code.slice(1), 16))

const toAbsolute = (path: string, { cwd, home }: { cwd: string; home: string }): string => {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1))
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path)
}

// By the name alone first, so that nothing is asked of the disk outside the roots; then by real path.
const isBelowRoot = async (path: string, { roots }: Look): Promise<boolean> => {
  if (!roots.some((root) => isInside(path, root.path))) return false
  const real = await realpath(path).catch(() => undefined)
  return real === undefined || isInsideAny(real, await realFolders(roots))
}

const forbidden = (path: string): SkillFinderError =>
  new SkillFinderError(
    "E_FORBIDDEN",
    `"${clipped(path)}" leads out of the skill folders: give the path of a SKILL.md as find names it`,
  )

const nearest = (index: SkillIndex, name: string): string => {
  const names = nearestNames(index, name.slice(0, LONGEST_ECHO))
  return names.length === 0 ? "" : `; the nearest names: ${names.join(", ")}`
}

/** What a caller sent is told back this far, and compared with names this far. */
const LONGEST_ECHO = 200

const clipped = (text: string): string => (text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}…`)
