import { readFileSync } from "node:fs"
import { join } from "node:path"
import { searchPhrasings } from "../core/search-phrasings.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import type { LabelledQuery } from "./queries.ts"

/** What an agent that was told to add keywords and synonyms would pass to `find`, written without seeing any label. */
const PHRASINGS = join(import.meta.dirname, "phrasings.jsonl")

/** Hits of the user's own words alone and of an agent's phrasings of the same requests. */
export interface PhrasingGain {
  readonly n: number
  readonly user: Hits
  readonly agent: Hits
}

interface Hits {
  readonly hit1: number
  readonly hit5: number
}

/** Measures what several phrasings gain over the user's own words, for the requests that have some. */
export const phrasingGain = (index: SkillIndex, queries: readonly LabelledQuery[]): PhrasingGain => {
  const phrasings = readPhrasings()
  const asked = queries.filter(({ id, relevant }) => phrasings.has(id) && relevant.size > 0)
  const hits = (toRequest: (query: LabelledQuery) => string): Hits => {
    const places = asked.map((query) =>
      searchPhrasings(index, toRequest(query), { limit: 5 }).findIndex(({ skill }) => query.relevant.has(skill.id)),
    )
    return {
      hit1: places.filter((place) => place === 0).length / asked.length,
      hit5: places.filter((place) => place >= 0).length / asked.length,
    }
  }
  return {
    n: asked.length,
    user: hits(({ query }) => query),
    agent: hits(({ id }) => phrasings.get(id)?.join("\n") ?? ""),
  }
}

const readPhrasings = (): Map<string, readonly string[]> =>
  new Map(
    readFileSync(PHRASINGS, "utf8")
      .trim()
      .split("\n")
      .map((line): { id: string; phrasings: string[] } => JSON.parse(line))
      .map(({ id, phrasings }) => [id, phrasings]),
  )
