import { buildIndex } from "../core/build-index.ts"
import type { Skill } from "../core/skill.ts"
import type { SkillIndex } from "../core/skill-index.ts"
import type { LabelledQuery } from "./queries.ts"

/** Random numbers that are the same in every run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

/** A copy in random order. */
export const shuffled = <T>(items: readonly T[], random: () => number): T[] => {
  const copy = [...items]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = copy[at]
    const swapped = copy[other]
    if (held === undefined || swapped === undefined) continue
    copy[at] = swapped
    copy[other] = held
  }
  return copy
}

/** A "when to use" line of a skill taken as a request. */
export interface UsageRequest extends LabelledQuery {
  readonly skill: Skill
  readonly line: string
}

/** One line of each of some skills as requests that those skills, and no others, answer. */
export const usageRequests = (skills: readonly Skill[], count: number, random: () => number): UsageRequest[] =>
  shuffled(skills, random)
    .flatMap((skill): UsageRequest[] => {
      const lines = skill.aliases.filter(
        (alias) => alias.length >= 20 && alias.length <= 160 && alias.split(" ").length >= 4,
      )
      const line = lines[Math.floor(random() * lines.length)]
      if (line === undefined) return []
      return [
        {
          id: `usage-${skill.id}`,
          set: "usage",
          query: line.replace(/[*`"]/g, ""),
          relevant: new Set([skill.id]),
          skill,
          line,
        },
      ]
    })
    .slice(0, count)

/** An index in which a skill no longer has the line that is asked for: else each request would meet itself. */
export const withoutLines = (index: SkillIndex, requests: readonly UsageRequest[]): SkillIndex => {
  const lines = new Map(requests.map(({ skill, line }) => [skill.path, line]))
  const skills = index.skills.map(({ skill }) => {
    const line = lines.get(skill.path)
    if (line === undefined) return skill
    const aliases = skill.aliases.filter((alias) => alias !== line)
    return { ...skill, aliases, excerpt: skill.excerpt.replace(line, " ") }
  })
  return buildIndex(skills, index.pool)
}
