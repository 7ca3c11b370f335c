import { cutAt, toAttribute, toBlockText, toInlineText } from "./neutralise.ts"
import type { Candidate } from "./search.ts"
import { type Lang, TEXTS } from "./texts.ts"

/** Limits of the three layers (contract, section 4), in UTF-16 units of the whole block. */
export const LAYER_LIMITS = { rule: 500, preload: 20_000, hint: 1_000, hintItems: 5 } as const

/** The argument of the host's `skill` tool that opens a skill: `name` on opencode V1, `id` on V2. */
export type OpenArgument = "name" | "id"

/** The find-first rule. At most 500 characters; the same bytes every time. */
export const renderRule = (lang: Lang): string => `<skill_router_rule>\n${TEXTS[lang].rule}\n</skill_router_rule>`

/** A name is shown this far in a preload; the host opens no skill by a longer one that a model would repeat. */
const LONGEST_NAME = 200

/** What a preload is made of. */
export interface PreloadInput {
  /** What opens the skill on this host. */
  readonly name: string
  /** The SKILL.md without its frontmatter. */
  readonly body: string
  readonly lang: Lang
}

/**
 * The likely skill's text in a block of at most 20,000 characters. What does not fit is cut at a line end, and a
 * marker says how much is missing and how to read it. Markup that could close the block is neutralised.
 */
export const renderPreload = ({ name, body, lang }: PreloadInput): string => {
  const shortName = cutAt(name, LONGEST_NAME)
  const opening = `<skill_content name="${toAttribute(shortName)}">\n`
  const closing = "\n</skill_content>"
  const text = toBlockText(body).trim()
  const room = LAYER_LIMITS.preload - opening.length - closing.length
  if (text.length <= room) return opening + text + closing
  const marker = (shown: number): string => `\n\n${TEXTS[lang].truncated(shown, text.length, toInlineText(shortName))}`
  const cut = cutAt(text, Math.max(0, room - marker(text.length).length))
  const end = cut.lastIndexOf("\n")
  const shown = (end > cut.length / 2 ? cut.slice(0, end) : cut).trimEnd()
  return opening + shown + marker(shown.length) + closing
}

/** What a hint is made of. */
export interface HintInput {
  /** Best first; at most five are shown. */
  readonly candidates: readonly Candidate[]
  readonly lang: Lang
  readonly argument: OpenArgument
}

/**
 * The candidates with their descriptions, at most 5 and at most 1,000 characters: descriptions share the room that
 * names leave, and a candidate that has no room even without one is left out. Undefined when there is none to show.
 */
export const renderHint = ({ candidates, lang, argument }: HintInput): string | undefined => {
  const opening = `<skill_hint source="skill-mcp" note="${TEXTS[lang].hintNote}">\n`
  const closing = "</skill_hint>"
  const room = LAYER_LIMITS.hint - opening.length - closing.length
  for (let count = Math.min(LAYER_LIMITS.hintItems, candidates.length); count > 0; count--) {
    const lines = candidates.slice(0, count).map((candidate) => toLine(candidate, lang, argument))
    const fixed = lines.reduce((sum, { head, tail }) => sum + head.length + tail.length, 0)
    const least = count === 1 ? 0 : count * LEAST_DESCRIPTION
    if (fixed + least > room) continue
    return opening + fill(lines, room - fixed).join("") + closing
  }
  return undefined
}

/** A description shorter than this says nothing; then one candidate less is the better hint. */
const LEAST_DESCRIPTION = 40

interface HintLine {
  readonly head: string
  readonly description: string
  readonly tail: string
}

const toLine = (candidate: Candidate, lang: Lang, argument: OpenArgument): HintLine => {
  const { possibly, open } = TEXTS[lang]
  const name = toInlineText(argument === "id" ? candidate.skill.id : candidate.name)
  const description = toInlineText(candidate.description)
  const head = `- ${name}${candidate.confident ? "" : possibly}`
  return { head, description: description === "" ? "" : `: ${description}`, tail: `; ${open}${argument}=${name}\n` }
}

// Short descriptions leave their share to the longer ones.
const fill = (lines: readonly HintLine[], room: number): string[] => {
  const shares = new Map<HintLine, number>()
  let left = room
  const shortest = [...lines].sort((a, b) => a.description.length - b.description.length)
  for (const [at, line] of shortest.entries()) {
    const share = Math.min(line.description.length, Math.floor(left / (lines.length - at)))
    shares.set(line, share)
    left -= share
  }
  return lines.map((line) => line.head + toLength(line.description, shares.get(line) ?? 0) + line.tail)
}

const toLength = (text: string, length: number): string => {
  if (text.length <= length) return text
  if (length < 4) return ""
  const cut = cutAt(text, length - 1)
  const space = cut.lastIndexOf(" ")
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.—–-]+$/, "")}…`
}
