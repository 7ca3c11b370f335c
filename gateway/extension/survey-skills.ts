import { stat } from "node:fs/promises"
import type { Skill } from "../../core/index.ts"
import type { Library } from "../library.ts"
import { openCatalogue } from "./catalogue.ts"
import type { ServedSkill } from "./check-skill.ts"
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
  const known = new Map<string, { readonly mark: string; readonly reason: string | undefined }>()
  const reasonOf = async (skill: Skill, check: () => Promise<ServedSkill | { fault: string }>) => {
    const mark = await markOf(skill.path)
    const before = known.get(skill.path)
    if (mark !== undefined && before?.mark === mark) return before.reason
    const { fault: reason } = await check()
    if (mark !== undefined) known.set(skill.path, { mark, reason })
    return reason
  }
  return {
    survey: async (signal) => {
      const view = await catalogue.look(signal)
      const surveyed = await abreast(view.skills, signal, async ({ skill }) => ({
        skill,
        reason: view.isListed(skill)
          ? await reasonOf(skill, () => view.check(skill))
          : "the settings deny it to every agent",
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

// A link that leads elsewhere by now shows another inode.
const markOf = (path: string): Promise<string | undefined> =>
  stat(path, { bigint: true }).then(
    ({ size, mtimeNs, ctimeNs, ino, dev }) => `${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`,
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
