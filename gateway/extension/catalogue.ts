import { isAllowed, type Root, type Skill, type SkillIndex } from "../../core/index.ts"
import { noSuchCursor } from "../cursor.ts"
import type { Library } from "../library.ts"
import { realFolders } from "../read-inside.ts"
import { type CheckedSkill, checkSkill } from "./check-skill.ts"
import { toRootLabels } from "./root-labels.ts"
import { createFactsCache, type FactsCache } from "./skill-file.ts"
import { comparePlaces, type Place, type PlacedSkill, placeSkills, toRanks } from "./skill-uri.ts"
import { walkSkills } from "./walk-skills.ts"

/** The library as the extension shows it. */
export interface Catalogue {
  /** The skills as they are now, in the order of their places. */
  readonly look: (signal: AbortSignal) => Promise<View>
  /** The same, or only its beginning while the library has not been read yet. */
  readonly lookAtFirst: (signal: AbortSignal) => Promise<View>
  readonly facts: FactsCache
  /** Why a skill was not to be served when it was last checked; undefined when it was, or never checked. */
  readonly knownFault: (path: string) => { readonly fault: string | undefined } | undefined
}

/** The catalogue at one moment. */
export interface View {
  readonly skills: readonly PlacedSkill[]
  /** False when there are more. */
  readonly isWhole: boolean
  /**
   * The skills behind a place, which need not be there any more.
   * @throws RpcError -32602 when there is no such root.
   */
  readonly behind: (place: Place | undefined) => readonly PlacedSkill[]
  /** A skill by the URI of its folder. */
  readonly byFolder: ReadonlyMap<string, PlacedSkill>
  readonly check: (skill: Skill) => Promise<CheckedSkill>
  /** The real folders of the roots: outside of them nothing is served. */
  readonly realRoots: readonly string[]
  /** False for a skill that the settings deny to everybody: it is not listed. */
  readonly isListed: (skill: Skill) => boolean
}

interface Placed {
  readonly skills: readonly PlacedSkill[]
  readonly byFolder: ReadonlyMap<string, PlacedSkill>
  readonly ranks: ReadonlyMap<string, number>
  readonly isWhole: boolean
}

/** Skills that a look at the beginning finds: a page of them, and some that may not be listed. */
const FIRST = 80

/** Opens the catalogue of a library. Reads nothing yet. */
export const openCatalogue = (library: Library): Catalogue => {
  const facts = createFactsCache()
  const faults = new Map<string, { readonly fault: string | undefined }>()
  let known: { readonly key: string; readonly index: SkillIndex; readonly placed: Promise<Placed> } | undefined

  const place = async (skills: readonly Skill[], roots: readonly Root[], isWhole: boolean): Promise<Placed> => {
    const labels = toRootLabels(roots, library.environment)
    const placed = await placeSkills(skills, labels)
    const byFolder = new Map(placed.map((one) => [one.folderUri, one]))
    return { skills: placed, byFolder, ranks: toRanks(labels), isWhole }
  }

  const toView = async (placed: Placed, roots: readonly Root[]): Promise<View> => {
    const { settings } = library.settings()
    const realRoots = await realFolders(roots)
    const { skills, byFolder, ranks, isWhole } = placed
    return {
      skills,
      byFolder,
      isWhole,
      realRoots,
      behind: (from) => {
        if (from === undefined) return skills
        if (!ranks.has(from[0] ?? "")) throw noSuchCursor()
        return skills.filter((one) => comparePlaces(one.place, from, ranks) > 0)
      },
      isListed: ({ name }) => isAllowed(name, undefined, settings),
      check: async (skill) => {
        const checked = await checkSkill(skill, realRoots, facts)
        faults.set(skill.path, { fault: checked.fault })
        return checked
      },
    }
  }

  const look = async (signal: AbortSignal): Promise<View> => {
    const { index, roots } = await library.look(signal)
    const key = roots.map(({ path }) => path).join("\n")
    if (known?.key !== key || known.index !== index) {
      const skills = index.skills.map(({ skill }) => skill)
      known = { key, index, placed: place(skills, roots, true) }
    }
    return toView(await known.placed, roots)
  }

  return {
    facts,
    knownFault: (path) => faults.get(path),
    look,
    lookAtFirst: async (signal) => {
      const roots = library.roots()
      const first = library.isBuilt() ? undefined : await walkSkills(roots, FIRST)
      return first === undefined ? look(signal) : toView(await place(first.skills, roots, first.isWhole), roots)
    },
  }
}
