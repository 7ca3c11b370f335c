/** A request split by who wrote its words. */
export interface QueryText {
  /** The person's own words. */
  readonly own: string
  /** Code fences, logs, stack traces, quotations, attached files, links and paths. */
  readonly pasted: string
}

/** A request is read this far: its beginning and its end, where people say what they want. */
const READ_LENGTH = 12_000
const HEAD_SHARE = 2 / 3
/** A longer line with hardly a space in it is no sentence. */
const LONGEST_LINE = 2_000
const WORDLESS = 1 / 20

/**
 * Tells a person's own words from what was pasted beside them, line by line. Time is bounded whatever the length:
 * at most `most` characters are read (12,000 by default). One pair of quotes around everything (`opencode run "a b"`) is taken off.
 */
export const readQuery = (text: string, most = READ_LENGTH): QueryText => {
  const own: string[] = []
  const pasted: string[] = []
  let isEnd: ((line: string) => boolean) | undefined
  for (const line of unquoted(bounded(text, most)).split(/\r\n?|\n/)) {
    if (isEnd !== undefined) {
      pasted.push(line)
      if (isEnd(line)) isEnd = undefined
      continue
    }
    isEnd = openedBlock(line)
    if (isEnd !== undefined || isPastedLine(line)) pasted.push(line)
    else own.push(withoutAddresses(line, pasted))
  }
  return { own: own.join("\n"), pasted: pasted.join("\n") }
}

const bounded = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most * HEAD_SHARE)}\n${text.slice(-most * (1 - HEAD_SHARE))}`

const unquoted = (text: string): string => {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(text)?.[1]
  if (inner === undefined || /(?<!\\)"/.test(inner)) return text
  return inner.replaceAll('\\"', '"')
}

// How to tell the last line of the block that this line opens; undefined when it opens none or closes it itself.
const openedBlock = (line: string): ((line: string) => boolean) | undefined => {
  const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (fence !== undefined) return (other) => other.trimStart().startsWith(fence)
  const tag = /^\s*<([a-z][\w-]{1,40})(?:\s[^<>]{0,400})?>/i.exec(line)?.[1]
  if (tag === undefined) return undefined
  const closing = `</${tag.toLowerCase()}`
  const closes = (other: string): boolean => other.toLowerCase().includes(closing)
  return closes(line) ? undefined : closes
}

const PASTED_LINES: readonly RegExp[] = [
  /^\s*>/,
  /^\s*at\s+\S.*[:(]\d+/,
  /^\s*File ".*", line \d+/,
  /^\s*Traceback \(most recent/,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d/,
  /^\s*\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b[\]:\s]/,
  /^\s*(?:npm ERR!|npm error|error TS\d+|error\[E\d+\]|Caused by:|panic:|goroutine \d+)/,
  /^\s*(?:[\w$.]+\.)?[A-Z]\w*(?:Error|Exception)\b.{0,3}:/,
  /^\s*(?:diff --git|@@ |\+\+\+ |--- a\/|index [0-9a-f]{7})/,
  /^\s*\d+\s*\|/,
  /^\s*\$\s+\S/,
  /^\s*\d{1,3}(?:\.\d{1,3}){3} - /,
  /^Attached file: /,
  /^\s*<\/?[a-z][^<>]*>.*<\/[a-z]+>\s*$/i,
  /^\s*(?:import|from|export|const|let|var|def|class|function|return|public|private|#include)\b.*[;{(:=]\s*$/,
]

const isPastedLine = (line: string): boolean =>
  PASTED_LINES.some((pattern) => pattern.test(line)) || isCode(line) || isWordless(line)

const isWordless = (line: string): boolean =>
  line.length > LONGEST_LINE && (line.match(/\s/g)?.length ?? 0) < line.length * WORDLESS

// A sentence is letters and spaces; code is a quarter or more of punctuation.
const isCode = (line: string): boolean => {
  const text = line.trim()
  if (text.length < 8) return false
  const marks = text.match(/[{}()[\];=<>$|\\&+*^%~]/g)?.length ?? 0
  return marks / text.length > 0.2
}

const ADDRESSES =
  /\b(?:https?|ftp|file|ssh|git):\/\/[^\s<>"')\]]+|(?<![\w.])(?:~|\.{1,2})?(?:\/[\w.@-]+){2,}\/?|\b[A-Za-z]:\\[^\s"']+|\b[0-9a-f]{16,}\b/g

const withoutAddresses = (line: string, pasted: string[]): string =>
  line.replace(ADDRESSES, (address) => {
    pasted.push(address)
    return " "
  })
