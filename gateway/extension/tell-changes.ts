import type { Catalogue, View } from "./catalogue.ts"
import type { PlacedSkill } from "./skill-uri.ts"

/** Watches for what clients are to be told of. */
export interface ChangeTeller {
  /** The client has seen the catalogue so: from now on it is told of what becomes different. */
  readonly seen: (view: View) => Promise<void>
  /** Some files have changed. */
  readonly changed: () => Promise<void>
}

export interface ChangeTellerOptions {
  readonly catalogue: Catalogue
  /** Called when a skill came, went, or has another name or description, and for nothing else. */
  readonly tell: () => void
}

/** With more skills changed at once, no doubt one of them is to be told of. */
const MOST_COMPARED = 200
const NEVER = new AbortController().signal

/** Compares the catalogue with what it was, when its files change. */
export const createChangeTeller = ({ catalogue, tell }: ChangeTellerOptions): ChangeTeller => {
  let before: ReadonlyMap<string, PlacedSkill> | undefined
  let running = Promise.resolve()

  const compareNow = async (): Promise<void> => {
    if (before === undefined) return
    const view = await catalogue.look(NEVER)
    const now = toMap(view)
    const was = before
    before = now
    if (await isDifferent(was, now, view, catalogue)) tell()
  }

  return {
    seen: async (shown) => {
      if (before !== undefined) return
      // What was shown before the library was read may be found to be otherwise.
      const view = await catalogue.look(NEVER)
      const now = toMap(view)
      before ??= now
      const isAsShown = shown.skills.every(({ uri, skill }) => now.get(uri)?.skill.description === skill.description)
      if (!isAsShown || (shown.isWhole && shown.skills.length !== now.size)) tell()
    },
    changed: () => {
      // One after the other: two that overlap would compare with the same former state.
      running = running.then(compareNow)
      return running
    },
  }
}

const toMap = ({ skills }: View): ReadonlyMap<string, PlacedSkill> => new Map(skills.map((one) => [one.uri, one]))

const isDifferent = async (
  was: ReadonlyMap<string, PlacedSkill>,
  now: ReadonlyMap<string, PlacedSkill>,
  view: View,
  catalogue: Catalogue,
): Promise<boolean> => {
  if (was.size !== now.size) return true
  const touched = [...now.values()].filter(({ uri, skill }) => was.get(uri)?.skill !== skill)
  if (touched.length > MOST_COMPARED) return true
  // The URI holds the name.
  if (touched.some(({ uri, skill }) => was.get(uri)?.skill.description !== skill.description)) return true
  // Whether it may be served hangs on more than the index knows; a skill never looked at was never shown.
  for (const { skill } of touched) {
    const known = catalogue.knownFault(skill.path)
    if (known === undefined) continue
    const { fault } = await view.check(skill)
    if ((fault === undefined) !== (known.fault === undefined)) return true
  }
  return false
}
