import { stat } from "node:fs/promises"
import type { Skill } from "../../core/index.ts"
import type { Library } from "../library.ts"
import { openCatalogue, type View } from "./catalogue.ts"
import { limitFault } from "./manifest.ts"

/** Which skills the extension shows, and of the others why not. */
export interface Survey {
  readonly listed: readonly Skill[]
  readonly unlisted: readonly SurveyedSkill[]
}

/** A skill and what the extension cannot do with it. */
export interface SurveyedSkill {
  readonly skill: Skill
  /** Half a sentence: `its description has 1100 characters, more than 1024`. */
  readonly reason: string
}

/** Looks at a library as the extension would. */
export interface Surveyor {
  /** Every skill, in the order of the URIs. A file that has not changed since is not read again. */
  readonly survey: (signal: AbortSignal) => Promise<Survey>
  /** The skills among these that are listed without their files, being too many or too large, and why. */
  readonly withoutFiles: (skills: readonly Skill[], signal: AbortSignal) => Promise<SurveyedSkill[]>
}

/** Skills looked at side by side. */
const ABREAST = 10

/** A surveyor of a library. Reads nothing yet. */
export const createSurveyor = (library: Library): Surveyor => {
  const catalogue = openCatalogue(library)
  let known: ReadonlyMap<string, Known> = new Map()
  const look = async (skill: Skill, view: View): Promise<Known> => {
    const mark = await markOf(skill, view)
    const before = known.get(skill.path)
    if (mark !== undefined && before?.mark === mark) return before
    return { mark, reason: (await view.check(skill)).fault }
  }
  return {
    survey: async (signal) => {
      const view = await catalogue.look(signal)
      const looked = await abreast(view.skills, signal, async ({ skill }) => [skill, await look(skill, view)] as const)
      known = new Map(looked.map(([skill, found]) => [skill.path, found]))
      const surveyed = looked.map(([skill, { reason }]) => ({
        skill,
        reason: view.isListed(skill) ? reason : "the settings deny it to every agent",
      }))
      return {
        listed: surveyed.flatMap(({ skill, reason }) => (reason === undefined ? [skill] : [])),
        unlisted: surveyed.flatMap(({ skill, reason }) => (reason === undefined ? [] : [{ skill, reason }])),
      }
    },
    withoutFiles: async (skills, signal) => {
      const view = await catalogue.look(signal)
      const looked = await abreast(skills, signal, async (skill) => {
        const checked = await view.check(skill)
        return { skill, reason: checked.fault === undefined ? await limitFault(checked.folder) : undefined }
      })
      return looked.flatMap(({ skill, reason }) => (reason === undefined ? [] : [{ skill, reason }]))
    },
  }
}

/** What was found of a skill, and what it was found of; without a mark it is not found again. */
interface Known {
  readonly mark: string | undefined
  readonly reason: string | undefined
}

// A link that leads elsewhere by now shows another inode. What the index calls the skill, and where files may lie, are
// parts of the verdict too.
const markOf = ({ path, name }: Skill, { realRoots }: View): Promise<string | undefined> =>
  stat(path, { bigint: true }).then(
    ({ size, mtimeNs, ctimeNs, ino, dev }) =>
      JSON.stringify([`${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`, name, realRoots]),
    () => undefined,
  )

const abreast = async <T, R>(
  items: readonly T[],
  signal: AbortSignal,
  look: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = []
  for (let at = 0; at < items.length; at += ABREAST) {
    signal.throwIfAborted()
    results.push(...(await Promise.all(items.slice(at, at + ABREAST).map(look))))
  }
  return results
}
