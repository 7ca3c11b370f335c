/** What becomes of lines. */
export interface LineSplitterOptions {
  /** A line of more bytes is skipped to its end and reported once, when it passes the limit. */
  readonly mostBytes: number
  readonly onLine: (line: string) => void
  readonly onOverlong: () => void
}

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  readonly push: (bytes: Buffer) => void
  /** The stream has ended: what stands after the last line feed is a line too. */
  readonly end: () => void
}

const LINE_FEED = 0x0a
const FIRST_ROOM = 64 * 1024

/**
 * Cuts bytes into lines at LF. Decodes whole lines, so that a character parted between two chunks survives. Holds at
 * most twice `mostBytes`, however small the chunks are.
 */
export const createLineSplitter = ({ mostBytes, onLine, onOverlong }: LineSplitterOptions): LineSplitter => {
  let held: Buffer = Buffer.alloc(0)
  let length = 0
  let isSkipping = false

  const hold = (part: Buffer): void => {
    if (isSkipping || part.length === 0) return
    if (length + part.length > mostBytes) {
      isSkipping = true
      held = Buffer.alloc(0)
      length = 0
      onOverlong()
      return
    }
    held = withRoom(held, length, length + part.length)
    part.copy(held, length)
    length += part.length
  }

  const endLine = (): void => {
    const line = isSkipping ? "" : held.toString("utf8", 0, length)
    if (held.length > FIRST_ROOM) held = Buffer.alloc(0)
    length = 0
    isSkipping = false
    if (line !== "") onLine(line)
  }

  return {
    push: (bytes) => {
      let from = 0
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
        hold(bytes.subarray(from, at))
        endLine()
        from = at + 1
      }
      hold(bytes.subarray(from))
    },
    end: endLine,
  }
}

const withRoom = (held: Buffer, length: number, needed: number): Buffer => {
  if (needed <= held.length) return held
  const roomier = Buffer.allocUnsafe(Math.max(needed, held.length * 2, FIRST_ROOM))
  held.copy(roomier, 0, 0, length)
  return roomier
}
