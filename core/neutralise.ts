/**
 * Text of a skill made safe for one line of a block: control characters, line ends and invisible characters become
 * spaces or nothing, and `<` and `>` their entities, so that it can neither leave its line nor open or close a block.
 */
export const toInlineText = (text: string): string => toOneLine(escapeMarkup(text))

/** Text of unknown origin on one line for a person: without control and invisible characters, markup as it is. */
export const toOneLine = (text: string): string => withoutInvisible(text).replace(/\s+/g, " ").trim()

/** The same for a sentence that quotes it: a name or a value of a megabyte would bury what is said about it. */
export const toQuotation = (text: string): string => {
  const line = toOneLine(text.slice(0, LONGEST_QUOTATION * 2))
  const cut = cutAt(line, LONGEST_QUOTATION)
  return cut.length < line.length || text.length > LONGEST_QUOTATION * 2 ? `${cut}…` : line
}

const LONGEST_QUOTATION = 120

/** The same as `toInlineText` inside a quoted attribute. */
export const toAttribute = (text: string): string => toInlineText(text).replace(/["＂]/g, "&quot;")

/**
 * A skill's body made safe inside our block: tags that hosts and we use to mark up a system prompt lose their `<`,
 * however they are spelled; all other markup stays as its author wrote it. Line ends become LF.
 */
export const toBlockText = (text: string): string =>
  withoutInvisible(text.replace(/\r\n?/g, "\n")).replace(TAG_START, (bracket, word: string) =>
    RESERVED_WORD.test(toPlainLetters(word)) ? "&lt;" : bracket,
  )

/** Cuts at a length in UTF-16 units without parting a surrogate pair. */
export const cutAt = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

// Our own blocks and those that opencode and models' trainers give a meaning to.
const RESERVED_WORD =
  /^(?:skill_\w*|available_skills|skill|system|system[-_]reminder|mcp_instructions|env|instructions?|antml:\w+|function_calls|function_results|tool_use|tool_result|user|assistant|human)\b/i

// Signs that are not seen but make emoji and some scripts what they are: they stay, and hide no tag.
const JOINERS = "\\u115f\\u1160\\u200c\\u200d\\ufe00-\\ufe0f"

// A bracket, and the first letters of the word behind it; spaces, slashes and joiners in between hide no tag. One
// class for all of them: with two next to each other a long run of spaces took the time of its square.
const TAG_START = new RegExp(`[<＜﹤](?=[\\s/／${JOINERS}]*((?:[^\\s/／<＜﹤${JOINERS}][${JOINERS}]*){1,24}))`, "gu")

// Wide, bold and otherwise styled letters are the plain ones to a model, and so is one with a mark on it.
const toPlainLetters = (word: string): string => word.replace(EACH_JOINER, "").normalize("NFKD").replace(/\p{M}/gu, "")

const EACH_JOINER = new RegExp(`[${JOINERS}]`, "gu")

const escapeMarkup = (text: string): string => text.replace(/[<＜﹤]/g, "&lt;").replace(/[>＞﹥]/g, "&gt;")

// Zero-width and direction marks, fillers, and the tag characters that smuggle hidden text.
const INVISIBLE = new RegExp(`(?![${JOINERS}])[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`, "gu")

// Half a surrogate pair cannot be sent as UTF-8: the whole request would fail.
const withoutInvisible = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
  const printable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g, " ")
  return printable.replace(INVISIBLE, "").replace(/\p{Cs}/gu, "\ufffd")
}
