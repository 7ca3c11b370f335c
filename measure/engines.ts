import { SkillRouter } from "@skill-tools/router"
import MiniSearch from "minisearch"
import { buildIndex } from "../core/build-index.ts"
import { search } from "../core/search.ts"
import type { Skill } from "../core/skill.ts"

/** Asked for a request, gives the ids of at most ten skills, best first. */
export type Ask = (query: string) => Promise<readonly string[]>

/** A way to find skills, ours or a peer's, each as its users get it. */
export interface Engine {
  readonly name: string
  /** @param bodies text below the frontmatter, by the skill's id, for engines that read it. */
  readonly build: (skills: readonly Skill[], bodies: ReadonlyMap<string, string>) => Promise<Ask>
}

const MOST = 10

const ours: Engine = {
  name: "ours",
  build: async (skills) => {
    const index = buildIndex(skills)
    return async (query) => search(index, query, { limit: MOST }).map(({ skill }) => skill.id)
  },
}

/** MiniSearch as it comes, over name x3, description x2, headings x1: what any tool would do first. */
const plainMiniSearch: Engine = {
  name: "minisearch",
  build: async (skills) => {
    const engine = new MiniSearch({
      fields: ["name", "description", "headings"],
      searchOptions: { boost: { name: 3, description: 2 } },
    })
    engine.addAll(
      skills.map(({ name, description, headings }, id) => ({
        id,
        name,
        description: description ?? "",
        headings: headings.join("\n"),
      })),
    )
    return async (query) =>
      engine
        .search(query)
        .slice(0, MOST)
        .map(({ id }) => skills[id]?.id ?? "")
  },
}

/** The strongest peer that runs here, with all that it can use: names, descriptions, sections and bodies. */
const skillTools: Engine = {
  name: "skill-tools",
  build: async (skills, bodies) => {
    const router = new SkillRouter()
    await router.indexSkills(
      skills.map(({ id, name, description, headings }) => ({
        name,
        description: description ?? "",
        body: bodies.get(id) ?? "",
        sections: headings.map((heading) => ({ heading, depth: 2, content: "" })),
        metadata: { id },
      })),
    )
    return async (query) => (await router.select(query, { topK: MOST })).map(({ metadata }) => String(metadata.id))
  },
}

/** Ours first. */
export const ENGINES: readonly Engine[] = [ours, plainMiniSearch, skillTools]
