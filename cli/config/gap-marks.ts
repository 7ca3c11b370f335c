/** A comma or a comment between two members of a JSONC container. */
export interface GapMark {
  readonly kind: "comma" | "line comment" | "block comment"
  readonly start: number
  readonly end: number
}

/** The commas and comments of a gap: text in which no JSON value stands, so that nothing else has to be told apart. */
export const gapMarks = (text: string, start: number, end: number): GapMark[] =>
  [...text.slice(start, end).matchAll(MARK)].map(({ 0: mark, index }) => ({
    kind: mark === "," ? "comma" : mark.startsWith("//") ? "line comment" : "block comment",
    start: start + index,
    end: start + index + mark.length,
  }))

const MARK = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/g
