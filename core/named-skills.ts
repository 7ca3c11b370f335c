import { editDistance, normalise } from "../lexicon/index.ts"
import { compare } from "./compare.ts"
import { readQuery } from "./read-query.ts"
import type { Skill } from "./skill.ts"
import type { SkillIndex } from "./skill-index.ts"

/** The words of a name in the form in which names are compared: `Code-Review` and `code review` are one. */
export const nameKey = (name: string): string => wordsOf(name).join(" ")

/**
 * The skills that a request names outright, in the order in which it names them: `/code-review`, `/skill:code-review`,
 * the hyphenated name as a word of its own, "use the code review skill", «скилл code-review». A slip of the keyboard
 * in a name of five letters and more is forgiven where just one name is near.
 */
export const namedSkills = (index: SkillIndex, query: string): Skill[] => {
  const { own } = readQuery(query, NAMED_LENGTH)
  const text = own.normalize("NFKC").toLowerCase()
  const keys = [...slashNames(text), ...compoundNames(text), ...besideSkillWord(text)]
  const found = new Set<Skill>()
  for (const { key, isCertain } of keys.slice(0, MOST_MENTIONS)) {
    for (const skill of skillsOf(index, key, isCertain)) found.add(skill)
  }
  return [...found]
}

/** A name is looked for further than words are: it may stand in the middle of a long brief. */
const NAMED_LENGTH = 100_000
/** A text with more possible mentions is about something else; bounds the time of hostile ones. */
const MOST_MENTIONS = 60

interface Mention {
  readonly key: string
  /** True where the wording leaves no doubt that a skill is meant, so that a slip may be forgiven. */
  readonly isCertain: boolean
}

// The path of an HTTP request is no command.
const slashNames = (text: string): Mention[] =>
  [
    ...text.matchAll(
      /(?<=^|\s|["'`«(])(?<!\b(?:get|post|put|patch|delete|head) )\/(?:skills?:)?([\p{L}\p{N}][\p{L}\p{N}_.:-]*)/gu,
    ),
  ].map(([, name = ""]) => ({
    key: nameKey(name),
    isCertain: true,
  }))

const compoundNames = (text: string): Mention[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}_./:-])[\p{L}\p{N}]+(?:[-_:][\p{L}\p{N}]+)+(?![\p{L}\p{N}_/-])/gu)].map(
    ([name]) => ({
      key: nameKey(name),
      isCertain: name.length >= 8,
    }),
  )

const SKILL_WORD = /^(?:skills?|скилл?(?:а|у|ом|е|ы|ов|ам|ами|ах)?|навык(?:а|у|ом|е|и|ов)?)$/
/** "presentation skills" are a person's: a plural names only skills of several words. */
const SKILL_WORDS = /^(?:skills|скилл?(?:ы|ов|ам|ами|ах)|навык(?:и|ов))$/
const LONGEST_NAME = 6
/** A request that names skills does so a few times; beyond this it is a text about skills. */
const MOST_SKILL_WORDS = 12

// Windows of words on both sides of "skill", longest first, so that `code review` is met before `review`.
const besideSkillWord = (text: string): Mention[] => {
  const words = wordsOf(text)
  const at = words.flatMap((word, place) => (SKILL_WORD.test(word) ? [place] : [])).slice(0, MOST_SKILL_WORDS)
  return at.flatMap((place) => {
    const mentions: Mention[] = []
    const least = SKILL_WORDS.test(words[place] ?? "") ? 2 : 1
    for (let length = LONGEST_NAME; length >= least; length--) {
      if (place - length >= 0) mentions.push({ key: words.slice(place - length, place).join(" "), isCertain: true })
      if (place + length < words.length)
        mentions.push({ key: words.slice(place + 1, place + 1 + length).join(" "), isCertain: true })
    }
    return mentions
  })
}

const skillsOf = (index: SkillIndex, key: string, isCertain: boolean): Skill[] => {
  const exact = skillsByKey(index, key)
  return exact.length === 0 && isCertain ? nearestName(index, key) : exact
}

/** The skills of the index whose names have these words (`nameKey`), in the order of their names and paths. */
export const skillsByKey = ({ pool, places, skills }: SkillIndex, key: string): Skill[] =>
  [...(pool.idsByName.get(key) ?? [])]
    .flatMap((id) => skills[places.get(id) ?? -1]?.skill ?? [])
    .sort((a, b) => compare(a.name, b.name) || compare(a.path, b.path))

const nearestName = (index: SkillIndex, key: string): Skill[] => {
  if (key.length < 5) return []
  const most = key.length >= 10 ? 2 : 1
  const near: { skills: Skill[]; distance: number }[] = []
  for (const name of index.pool.idsByName.keys()) {
    if (name.length < 5 || name.charAt(0) !== key.charAt(0)) continue
    const distance = editDistance(key, name, most)
    const skills = distance <= most ? skillsByKey(index, name) : []
    if (skills.length > 0) near.push({ skills, distance })
  }
  const least = Math.min(...near.map(({ distance }) => distance))
  const nearest = near.filter(({ distance }) => distance === least)
  return nearest.length === 1 ? (nearest[0]?.skills ?? []) : []
}

const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The names nearest to one that no skill bears, nearest first, at most five; for messages. */
export const nearestNames = (index: SkillIndex, name: string): string[] => {
  const key = nameKey(name)
  const near = [...index.pool.idsByName.keys()].flatMap((other) => {
    const distance = nameDistance(key, other)
    return distance > MOST_DISTANCE ? [] : skillsByKey(index, other).map((skill) => ({ name: skill.name, distance }))
  })
  return near
    .sort((a, b) => a.distance - b.distance || compare(a.name, b.name))
    .slice(0, 5)
    .map((one) => one.name)
}

/** Names that differ in more of their letters have nothing to do with each other. */
const MOST_DISTANCE = 0.5

// A name that holds the other one is near whatever its length.
const nameDistance = (a: string, b: string): number => {
  if (a !== "" && (b.includes(a) || a.includes(b))) return 0.1
  const length = Math.max(a.length, b.length, 1)
  return editDistance(a, b, Math.floor(length * MOST_DISTANCE)) / length
}
