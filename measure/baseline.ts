import MiniSearch from "minisearch"
import type { Skill } from "../core/skill.ts"

/** MiniSearch as it comes, over name x3, description x2, headings x1: what any tool would do first. */
export const plainMiniSearch = (skills: readonly Skill[]): ((query: string) => string[]) => {
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
  return (query) =>
    engine
      .search(query)
      .slice(0, 10)
      .map(({ id }) => skills[id]?.id ?? "")
}
