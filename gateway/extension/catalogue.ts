import { isAllowed, type Skill, type SkillIndex } from "../../core/index.ts"
import type { Library } from "../library.ts"
import { realFolders } from "../read-inside.ts"
import { type CheckedSkill, checkSkill } from "./check-skill.ts"
import { toRootLabels } from "./root-labels.ts"
import { createFactsCache, type FactsCache } from "./skill-file.ts"
import { type PlacedSkill, placeSkills } from "./skill-uri.ts"

/** The library as the extension shows it. */
export interface Catalogue {
  /** The skills as they are now, in the order of their URIs. */
  readonly look: (signal: AbortSignal) => Promise<View>
  readonly facts: FactsCache
  /** Why a skill was not to be served when it was last checked; undefined when it was, or never checked. */
  readonly knownFault: (path: string) => { readonly fault: string | undefined } | undefined
}

/** The catalogue at one moment. */
export interface View {
  readonly skills: readonly PlacedSkill[]
  /** A skill by the URI of its folder. */
  readonly byFolder: ReadonlyMap<string, PlacedSkill>
  readonly check: (skill: Skill) => Promise<CheckedSkill>
  /** False for a skill that the settings deny to everybody: it is not listed. */
  readonly isListed: (skill: Skill) => boolean
}

interface Placed {
  readonly key: string
  readonly index: SkillIndex
  readonly skills: readonly PlacedSkill[]
  readonly byFolder: ReadonlyMap<string, PlacedSkill>
}

/** Opens the catalogue of a library. Reads nothing yet. */
export const openCatalogue = (library: Library): Catalogue => {
  const facts = createFactsCache()
  const faults = new Map<string, { readonly fault: string | undefined }>()
  let placed: Placed | undefined

  return {
    facts,
    knownFault: (path) => faults.get(path),
    look: async (signal) => {
      const { index, roots } = await library.look(signal)
      const { settings } = library.settings()
      // An index that is changed in place counts on with each skill that comes and is smaller by each that goes.
      const key = [index.nextId, index.skills.size, ...roots.map(({ path }) => path)].join("\n")
      if (placed?.key !== key || placed.index !== index) {
        const skills = placeSkills(
          [...index.skills.values()].map(({ skill }) => skill),
          toRootLabels(roots, library.environment),
        )
        placed = { key, index, skills, byFolder: new Map(skills.map((one) => [one.folderUri, one])) }
      }
      const realRoots = await realFolders(roots)
      return {
        skills: placed.skills,
        byFolder: placed.byFolder,
        isListed: ({ name }) => isAllowed(name, undefined, settings),
        check: async (skill) => {
          const checked = await checkSkill(skill, realRoots, facts)
          faults.set(skill.path, { fault: checked.fault })
          return checked
        },
      }
    },
  }
}
