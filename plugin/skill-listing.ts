const OPENING = "<available_skills>"
const CLOSING = "</available_skills>"
const NOTHING = "No skills are currently available."

/**
 * What the host itself lists for the agent, by the tag that opens a skill (`name` on V1, `id` on V2); undefined when it
 * lists nothing at all, which means that skills are denied to the agent as a whole. The host's list is the last one:
 * a text of the project before it may quote another.
 */
export const readListing = (system: string, tag: "name" | "id"): ReadonlySet<string> | undefined => {
  const start = system.lastIndexOf(OPENING)
  if (start < 0) return system.includes(NOTHING) ? new Set() : undefined
  const end = system.indexOf(CLOSING, start)
  return listedIn(system.slice(start, end < 0 ? system.length : end), tag)
}

/** The skills that a text in the host's form lists. */
const listedIn = (text: string, tag: "name" | "id"): Set<string> =>
  new Set([...text.matchAll(LINES[tag])].map(([, name = ""]) => name))

const LINES = { name: /^ {4}<name>(.*)<\/name>$/gm, id: /^ {4}<id>(.*)<\/id>$/gm } as const

/**
 * The same on V2, which lists its skills at the start of a conversation and tells of changes by system messages later
 * (packages/core/src/skill/instructions.ts@679e56d3).
 */
export const readListingV2 = (system: string, updates: readonly string[]): ReadonlySet<string> | undefined => {
  let listed = readListing(system, "id")
  for (const update of updates) {
    if (update.includes(OPENING)) listed = readListing(update, "id")
    else if (update.includes(WITHDRAWN)) listed = undefined
    else listed = changed(listed, update)
  }
  return listed
}

const WITHDRAWN = "Skill guidance is no longer available."
const REMOVED = /^The following skill IDs are no longer available and must not be used: (.*)\.$/m

const changed = (listed: ReadonlySet<string> | undefined, update: string): ReadonlySet<string> | undefined => {
  const added = listedIn(update, "id")
  const removed = REMOVED.exec(update)?.[1]?.split(", ") ?? []
  if (added.size === 0 && removed.length === 0) return listed
  return new Set([...(listed ?? []), ...added].filter((id) => !removed.includes(id)))
}
