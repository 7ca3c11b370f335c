import type { Skill } from "../../core/index.ts"
import type { Library } from "../library.ts"
import { openCatalogue } from "./catalogue.ts"

/** Which skills the extension shows, and of the others why not. */
export interface Survey {
  readonly listed: number
  readonly unlisted: readonly UnlistedSkill[]
}

/** A skill that only our own tools show. */
interface UnlistedSkill {
  readonly skill: Skill
  /** Half a sentence: `its description has 1100 characters, more than 1024`. */
  readonly reason: string
}

/** Skills looked at side by side. */
const ABREAST = 10

/** Looks at every skill of the library as the extension would, in the order of the URIs. */
export const surveySkills = async (library: Library, signal: AbortSignal): Promise<Survey> => {
  const view = await openCatalogue(library).look(signal)
  const unlisted: UnlistedSkill[] = []
  for (let at = 0; at < view.skills.length; at += ABREAST) {
    signal.throwIfAborted()
    const reasons = await Promise.all(
      view.skills.slice(at, at + ABREAST).map(async ({ skill }) => {
        const reason = view.isListed(skill) ? (await view.check(skill)).fault : "the settings deny it to every agent"
        return { skill, reason }
      }),
    )
    for (const { skill, reason } of reasons) if (reason !== undefined) unlisted.push({ skill, reason })
  }
  return { listed: view.skills.length - unlisted.length, unlisted }
}
