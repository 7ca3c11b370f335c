import {
  type Candidate,
  firstLeads,
  fitEqually,
  fitsGlob,
  isAllowed,
  isHidden,
  type Problem,
  type Skill,
  searchPhrasings,
} from "../core/index.ts"
import { type Library, type Look, lookAtSkills } from "./library.ts"
import { NEXT, NOTES, type Notes } from "./notes.ts"
import { type Input, MOST_CANDIDATES, type Output } from "./tool-schemas.ts"

/** Finds candidates for a task. An empty query is answered without looking at any skill. */
export const find = async (
  { query, limit, restrict_to: globs = [] }: Input<"find">,
  library: Library,
  signal: AbortSignal,
): Promise<Output<"find">> => {
  const { settings } = library.settings()
  const notes = NOTES[settings.lang]
  if (query.trim() === "") return { items: [], next: NEXT.emptyQuery, note: notes.emptyQuery }
  const look = await lookAtSkills(library, signal)
  const accepts = (skill: Skill): boolean =>
    isAllowed(skill.name, undefined, settings) && (globs.length === 0 || globs.some((glob) => fits(skill.name, glob)))
  // What is told of the first depends on those behind it, asked for or not.
  const candidates = candidatesFor(look, query, { limit: MOST_CANDIDATES, accepts, boost: settings.boost })
  return {
    items: candidates.slice(0, limit).map(toItem),
    ...advise(candidates, notes, {
      leads: () => firstLeads(look.index, candidates, { query, boost: settings.boost }),
      isOverRestricted: () => globs.length > 0 && !anySkill(look, accepts),
    }),
    ...toProblems(look.problems),
  }
}

type SearchOptions = NonNullable<Parameters<typeof searchPhrasings>[2]>

const candidatesFor = ({ index }: Look, query: string, options: SearchOptions): readonly Candidate[] =>
  searchPhrasings(index, query, options)

// Names come from file systems that decompose accents, patterns from models that do not.
const fits = (name: string, glob: string): boolean => fitsGlob(name.normalize("NFC"), glob.normalize("NFC"))

const anySkill = ({ index }: Look, accepts: (skill: Skill) => boolean): boolean =>
  index.skills.some(({ skill }) => accepts(skill))

/** The spec's own limit for a description; longer ones would fill the context for nothing. */
const LONGEST_DESCRIPTION = 1_024

const toItem = ({ name, path, score, why, description, confident, skill }: Candidate) => ({
  name,
  path,
  score: Math.round(score * 1_000) / 1_000,
  why,
  description: shortened(description),
  confident,
  ...(skill.id !== name && { id: skill.id }),
  ...(isHidden(skill) && { hidden: true as const }),
  ...(skill.isManualOnly && { manual_only: true as const }),
})

const shortened = (text: string): string => {
  if (text.length <= LONGEST_DESCRIPTION) return text
  // A cut must not part a surrogate pair.
  return `${text.slice(0, LONGEST_DESCRIPTION - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
}

const advise = (
  candidates: readonly Candidate[],
  notes: Notes,
  { leads, isOverRestricted }: { readonly leads: () => boolean; readonly isOverRestricted: () => boolean },
): { next: string; note?: string } => {
  const [first] = candidates
  if (first === undefined) {
    const next = isOverRestricted() ? NEXT.nothingFits : NEXT.nothingFound
    return { next, note: notes.nothingFound }
  }
  if (!first.confident) return { next: NEXT.noneConfident, note: notes.noneConfident }
  const equals = leads() ? [] : fitEqually(candidates).filter(({ skill }) => !skill.isManualOnly)
  if (equals.length > 1) return { next: NEXT.several(equals.map(({ name }) => name)) }
  return { next: first.skill.isManualOnly ? NEXT.likelyManual(first.name) : NEXT.likely(first.name) }
}

const toProblems = (problems: readonly Problem[]): Pick<Output<"find">, "problems"> => {
  if (problems.length === 0) return {}
  const dropped = problems.filter(({ isDropped }) => isDropped).length
  return { problems: { count: problems.length, dropped, see: "doctor" } }
}
