/** A request split by who wrote its words. */
export interface QueryText {
  /** The person's own words. */
  readonly own: string
  /** Code fences, logs, stack traces, quotations, attached files, links and paths. */
  readonly pasted: string
}

/** A request is read this far: its beginning and its end, where people say what they want. */
const HEAD_LENGTH = 8_000
const TAIL_LENGTH = 4_000
/** A longer line is no sentence. */
const LONGEST_LINE = 2_000

/**
 * Tells a person's own words from what was pasted beside them, line by line. Time is bounded whatever the length:
 * at most 12,000 characters are read. One pair of quotes around everything (`opencode run "a b"`) is taken off.
 */
export const readQuery = (text: string): QueryText => {
  const own: string[] = []
  const pasted: string[] = []
  let closer: RegExp | undefined
  for (const line of unquoted(bounded(text)).split(/\r\n?|\n/)) {
    if (closer !== undefined) {
      pasted.push(line)
      if (closer.test(line)) closer = undefined
      continue
    }
    closer = openedBlock(line)
    if (closer !== undefined || line.length > LONGEST_LINE || isPastedLine(line)) pasted.push(line)
    else own.push(withoutAddresses(line, pasted))
  }
  return { own: own.join("\n"), pasted: pasted.join("\n") }
}

const bounded = (text: string): string =>
  text.length <= HEAD_LENGTH + TAIL_LENGTH ? text : `${text.slice(0, HEAD_LENGTH)}\n${text.slice(-TAIL_LENGTH)}`

const unquoted = (text: string): string => {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(text)?.[1]
  if (inner === undefined || /(?<!\\)"/.test(inner)) return text
  return inner.replaceAll('\\"', '"')
}

// What ends the block that this line opens; undefined when it opens none or closes it itself.
const openedBlock = (line: string): RegExp | undefined => {
  const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (fence !== undefined) return new RegExp(`^\\s{0,3}${fence}`)
  const tag = /^\s*<([a-z][\w-]{1,40})(?:\s[^<>]{0,400})?>/i.exec(line)?.[1]
  if (tag === undefined) return undefined
  const closer = new RegExp(`</${tag}\\s*>`, "i")
  return closer.test(line) ? undefined : closer
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
  /^Attached file: /,
  /^\s*<\/?[a-z][^<>]*>.*<\/[a-z]+>\s*$/i,
  /^\s*(?:import|from|export|const|let|var|def|class|function|return|public|private|#include)\b.*[;{(:=]\s*$/,
]

const isPastedLine = (line: string): boolean => PASTED_LINES.some((pattern) => pattern.test(line)) || isCode(line)

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
