import { createTwoFilesPatch } from "diff"
import { paint } from "../terminal.ts"
import { toText } from "./config-file.ts"
import type { FileChange } from "./write-change.ts"

/** A change as a unified diff, coloured where a terminal shows it. */
export const unifiedDiff = ({ path, before, after }: FileChange): string => {
  const name = (text: string | undefined): string => (text === undefined ? "/dev/null" : path)
  const patch = createTwoFilesPatch(name(before), name(after), shown(before), shown(after), undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
  return patch.trimEnd().split("\n").map(toColour).join("\n")
}

// Line ends and the byte order mark stay as they are, and a terminal would only stumble over them.
const shown = (text: string | undefined): string => toText(text ?? "").replace(/\r\n?/g, "\n")

const toColour = (line: string): string => {
  if (line.startsWith("---") || line.startsWith("+++")) return paint("bold", line)
  if (line.startsWith("@@")) return paint("cyan", line)
  if (line.startsWith("+")) return paint("green", line)
  return line.startsWith("-") ? paint("red", line) : line
}
