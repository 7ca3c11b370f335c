import { normalise, toTerms } from "../lexicon/index.ts"
import { readQuery } from "./read-query.ts"

/** Why a request gets neither preload nor hint, before any skill is looked at. */
export type Silence = "about-the-tool" | "small-talk" | "nothing-said"

/**
 * Tells requests that no skill can answer: questions about this plugin or server, and follow-ups, thanks and
 * confirmations that say nothing new. Undefined for every other request.
 */
export const silenceOf = (query: string): Silence | undefined => {
  const { own } = readQuery(query)
  const text = normalise(own)
  const terms = toTerms(own)
  if (terms.length === 0) return "nothing-said"
  if (ABOUT_TOOL.some((pattern) => pattern.test(text))) return "about-the-tool"
  return terms.length <= MOST_SMALL_TALK && terms.every(({ word }) => SMALL_TALK.test(word)) ? "small-talk" : undefined
}

const ABOUT_TOOL: readonly RegExp[] = [
  /skill[-_ ]?(?:mcp|finder|hint|router)/,
  /(?:почему|зачем|отчего)\s(?:\S+\s){0,3}(?:плагин|хинт|скилл?)\S*\s(?:\S+\s){0,2}(?:не\s+(?:наш|сработ|предлож|подсказ|найд)|молч)/,
  /(?:хинт|скилл?)\S*\s(?:\S+\s){0,2}не\s+(?:наш|сработ|предлож|подсказ|появ|найд)/,
  /why\s(?:\S+\s){0,3}(?:skills?|skill\s+(?:plugin|hint))\s(?:\S+\s){0,2}(?:not|find|found|fire|show|suggest|load)/,
  /why\s(?:did|does|do)(?:n't|nt|\s+not)?\s(?:the|this|your)\s+plugin\s(?:not\s+)?(?:find|fire|suggest|hint)/,
]

const MOST_SMALL_TALK = 6

const SMALL_TALK = new RegExp(
  `^(?:${[
    "yes|yep|yeah|yup|nope|sure|fine|great|nice|cool|perfect|excellent|awesome|thank\\w*|thx|ty|continue|proceed|go|ahead|next|stop|wait|again|retry|undo|redo|option|variant|second|first|third|one|ok|okay|right|correct|wrong|agree\\w*|done|hello|hey|bye|morning|lgtm|fix|commit|push|it|everything|rest",
    "да|нет|ага|угу|ок|окей|ладно|хорош\\w*|отлично|супер|круто|класс\\w*|спасиб\\w*|благодар\\w*|продолж\\w*|дальше|далее|поехали|вперед|стоп|подожди|еще|снова|повтор\\w*|откат\\w*|отмен\\w*|вариант\\w*|перв\\w*|втор\\w*|трет\\w*|верно|правильн\\w*|неверн\\w*|соглас\\w*|понял\\w*|понятно|ясно|готово|привет\\w*|здравствуй\\w*|пока|исправ\\w*|почин\\w*|закоммит\\w*|запуш\\w*|остальн\\w*|делай|сделай|годится|пойдет",
  ]
    .join("|")
    .replaceAll("\\w", "[\\p{L}]")})$`,
  "u",
)
