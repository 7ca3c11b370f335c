import { join } from "node:path"
import {
  advise,
  buildIndex,
  DEFAULT_SETTINGS,
  discoverSkills,
  type Lang,
  readSkillBody,
  renderHint,
  renderPreload,
  renderRule,
  type Skill,
  type SkillIndex,
} from "../../core/index.ts"
import { ROOT } from "./page.ts"

/** One request in each language; both skills are written in English. */
const REQUESTS = ["review my supply contract", "напиши миграцию базы данных с откатом"]

interface Words {
  readonly without: string
  readonly always: string
  readonly behind: (request: string) => string
  readonly more: (count: number) => string
  readonly others: (count: number) => string
}

const WORDS: Readonly<Record<Lang, Words>> = {
  en: {
    without: "WITHOUT, for every request: opencode's own list of all skills",
    always: "WITH, for every request: before that list",
    behind: (request) => `WITH, for "${request}": behind that list`,
    more: (count) => `[${count} more characters]`,
    others: (count) => `  [${count} more skills]`,
  },
  ru: {
    without: "БЕЗ ПЛАГИНА, на любой запрос: список всех скиллов от самого opencode",
    always: "С ПЛАГИНОМ, на любой запрос: перед этим списком",
    behind: (request) => `С ПЛАГИНОМ, на «${request}»: за этим списком`,
    more: (count) => `[и ещё знаков: ${count}]`,
    others: (count) => `  [и ещё скиллов: ${count}]`,
  },
}

/** The sample skills and their index. */
export const openSamples = async (): Promise<{ skills: readonly Skill[]; index: SkillIndex }> => {
  const path = join(ROOT, "examples/skills")
  const { skills } = await discoverSkills([{ path, origin: "given", hasDotFolders: true, hasFlatFiles: false }])
  return { skills, index: buildIndex(skills) }
}

/** A skill in opencode's list, but for its location; test/cli/packed.test.ts holds it against the real one. */
export const hostEntry = ({ name, description }: Pick<Skill, "name" | "description">): string =>
  `    <name>${name}</name>\n    <description>${description}</description>`

/** What a model gets without and with the plugin, as README shows it: shortened only where brackets say so. */
export const drawPicture = async (lang: Lang): Promise<string> => {
  const { skills, index } = await openSamples()
  const words = WORDS[lang]
  const [first] = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1))
  if (first === undefined) throw new Error("there are no samples")
  const list = ["<available_skills>", "  <skill>", hostEntry(first), "  </skill>", words.others(skills.length - 1)]
  const parts = [
    titled(words.without, [...list, "</available_skills>"].join("\n")),
    titled(words.always, shorten(renderRule(lang), words)),
  ]
  for (const request of REQUESTS)
    parts.push(titled(words.behind(request), (await blocksFor(index, request, lang)).join("\n\n")))
  return parts.join("\n\n")
}

const titled = (title: string, text: string): string => `── ${title}\n\n${text}`

const blocksFor = async (index: SkillIndex, request: string, lang: Lang): Promise<string[]> => {
  const { preload, hint } = advise(index, request, { settings: DEFAULT_SETTINGS })
  const body = preload === undefined ? undefined : await readSkillBody(preload.skill)
  const text = preload && body !== undefined ? renderPreload({ name: preload.skill.name, body, lang }) : undefined
  const blocks = [text && shorten(text, WORDS[lang]), renderHint({ candidates: hint, lang, argument: "name" })]
  return blocks.filter((block) => block !== undefined)
}

/** The tags and the first sentences between them. */
const shorten = (block: string, { more }: Words): string => {
  const lines = block.split("\n")
  const inside = lines.slice(1, -1).join("\n")
  const kept = /^[\s\S]{60,}?[.:](?=\s)/.exec(inside)?.[0] ?? ""
  return [lines[0], `${kept} ${more(inside.length - kept.length)}`, lines.at(-1)].join("\n")
}
