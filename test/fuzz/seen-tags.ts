import { TAGS } from "./strange-text.ts"

// What nobody sees does not part a tag for a model, nor for a host that takes such signs out.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?!\s)\p{Cc}/gu

const MARKS = /\p{M}/gu

const TAG = new RegExp(`<\\s*/?\\s*(?:skill_\\w+|${TAGS.join("|")})\\b`, "gi")

/**
 * The tags with a meaning that a reader sees in a text, told apart from the code under test: after everything
 * invisible is gone and wide, bold, joined or marked letters are plain ones.
 */
export const seenTags = (text: string): string[] =>
  [...text.replace(UNSEEN, "").normalize("NFKD").replace(MARKS, "").replace(UNSEEN, "").matchAll(TAG)].map(([tag]) =>
    tag.replace(/\s/g, "").toLowerCase(),
  )
