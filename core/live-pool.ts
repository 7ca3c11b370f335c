import { lexiconSteps, type UserLexicon } from "../lexicon/index.ts"
import { type LiveRoot, openRoot } from "./live-root.ts"
import { PACE, runPaced } from "./pace.ts"
import { loadVectors } from "./read-vectors.ts"
import type { Root } from "./skill.ts"
import type { IndexedSkill, SkillIndex, SkillPool } from "./skill-index.ts"
import { createSkillPool, releaseSkill, removeUnheld } from "./skill-pool.ts"

/**
 * What the live indexes of a process have in common: each root is walked, read and watched once, each skill indexed
 * once. What nobody uses any more is given up.
 */
export interface LivePool {
  /** Follows a root for one index until it is released; `onChange` is called when a look saw something new. */
  readonly follow: (root: Root, onChange: () => void) => FollowedRoot
  /** Where its skills are indexed; made at the first call, in slices. */
  readonly skills: () => Promise<SkillPool>
  /** Gives up the skills of an index that is not used any more; those that nobody else uses are taken out by and by. */
  readonly release: (index: SkillIndex) => void
}

/** A root that others may follow too. */
export interface FollowedRoot extends Pick<LiveRoot, "scan" | "refresh"> {
  readonly release: () => void
}

/**
 * Taking out a skill costs as much as indexing it, and nobody waits for it: so thousands of them, as when a large root
 * is given up, take no time from the requests of the moment.
 */
const REST_MS = 10

/** @param lexicon the user's own entries, for all indexes of the pool; none by default. */
export const createLivePool = (lexicon: UserLexicon = {}): LivePool => {
  const roots = new Map<string, { readonly live: LiveRoot; readonly listeners: Set<() => void> }>()
  let skills: Promise<SkillPool> | undefined
  const make = async (): Promise<SkillPool> =>
    createSkillPool({ lexicon: await runPaced(lexiconSteps(lexicon), PACE), vectors: await loadVectors(PACE) })
  let leaving: { readonly pool: SkillPool; readonly entry: IndexedSkill }[] = []
  let isTakingOut = false
  const takeOutNext = (): void => {
    const next = leaving.pop()
    if (next !== undefined) removeUnheld(next.pool, next.entry)
    isTakingOut = leaving.length > 0
    if (isTakingOut) setTimeout(takeOutNext, REST_MS).unref()
  }
  return {
    follow: (root, onChange) => {
      const key = rootKey(root)
      const listeners = roots.get(key)?.listeners ?? new Set()
      const live = roots.get(key)?.live ?? openRoot(root, () => listeners.forEach((tell) => void tell()))
      roots.set(key, { live, listeners })
      listeners.add(onChange)
      const release = (): void => {
        if (!listeners.delete(onChange) || listeners.size > 0) return
        live.close()
        roots.delete(key)
        // The last one needs nothing taken apart: all of it goes at once.
        if (roots.size > 0) return
        skills = undefined
        leaving = []
      }
      return { scan: live.scan, refresh: live.refresh, release }
    },
    skills: () => {
      skills ??= make()
      return skills
    },
    release: ({ pool, skills: held }) => {
      // Nobody is left: the pool goes as a whole.
      if (roots.size === 0) return
      for (const entry of held) {
        releaseSkill(entry)
        if (entry.users === 0) leaving.push({ pool, entry })
      }
      if (!isTakingOut) setTimeout(takeOutNext, REST_MS).unref()
      isTakingOut = true
    },
  }
}

/** Roots of one key are the same. */
export const rootKey = ({ path, origin, hasDotFolders, hasFlatFiles }: Root): string =>
  JSON.stringify([path, origin, hasDotFolders, hasFlatFiles])
