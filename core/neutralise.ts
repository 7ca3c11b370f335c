/**
 * Text of a skill made safe for one line of a block: control characters, line ends and invisible characters become
 * spaces or nothing, and `<` and `>` their entities, so that it can neither leave its line nor open or close a block.
 */
export const toInlineText = (text: string): string => escapeMarkup(withoutInvisible(text)).replace(/\s+/g, " ").trim()

/** The same inside a quoted attribute. */
export const toAttribute = (text: string): string => toInlineText(text).replaceAll('"', "&quot;")

/**
 * A skill's body made safe inside our block: tags that hosts and we use to mark up a system prompt lose their `<`;
 * all other markup stays as its author wrote it. Line ends become LF.
 */
export const toBlockText = (text: string): string =>
  withoutInvisible(text.replace(/\r\n?/g, "\n")).replace(RESERVED_TAGS, (tag) => `&lt;${tag.slice(1)}`)

/** Cuts at a length in UTF-16 units without parting a surrogate pair. */
export const cutAt = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

// Our own blocks and those that opencode and models' trainers give a meaning to. Spaces inside do not hide a tag.
const RESERVED_TAGS =
  /[<＜﹤]\s*\/?\s*(?=(?:skill_\w*|available_skills|skill|system|system[-_]reminder|mcp_instructions|env|instructions?|antml:\w+|function_calls|function_results|tool_use|tool_result|user|assistant|human)\b)/gi

const escapeMarkup = (text: string): string => text.replace(/[<＜﹤]/g, "&lt;").replace(/[>＞﹥]/g, "&gt;")

// Zero-width and direction marks, the soft hyphen, and the tag characters that smuggle hidden text. The joiner inside
// an emoji stays.
const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const withoutInvisible = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
  const printable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g, " ")
  return printable.replace(INVISIBLE, "")
}
