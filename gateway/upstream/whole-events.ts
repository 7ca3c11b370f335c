/** A stream of server-sent events. */
export interface EventSource {
  readonly body: ReadableStream<Uint8Array>
  /** Nothing at all for so long, comments included, and the stream counts as broken. */
  readonly mostSilenceMs: number
}

/** How the stream ended, and whether the server gave it ids, with which it could be resumed. */
export interface EventsEnd {
  readonly isResumable: boolean
  readonly error?: unknown
}

/** An event as large as this is no answer of a tool. */
const MOST_EVENT_BYTES = 64 * 1024 * 1024

/**
 * Passes a stream of events on in whole events: the SDK's parser looks through all it holds at every chunk, which
 * takes seconds for an answer of 8 MB that comes in pieces. Resolves when the stream ends, however it ends.
 */
export const passWholeEvents = async (
  { body, mostSilenceMs }: EventSource,
  pass: (bytes: Uint8Array) => void,
): Promise<EventsEnd> => {
  const reader = body.getReader()
  let held: Uint8Array[] = []
  let heldBytes = 0
  let tail = ""
  let isResumable = false

  const release = (): void => {
    if (heldBytes === 0) return
    const whole = Buffer.concat(held, heldBytes)
    held = []
    heldBytes = 0
    isResumable ||= hasId(whole)
    pass(whole)
  }
  const take = (bytes: Uint8Array): void => {
    const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
    const end = endOfLastEvent(text) - tail.length
    tail = text.slice(-TAIL)
    if (end <= 0) {
      hold(bytes)
      return
    }
    hold(bytes.subarray(0, end))
    release()
    hold(bytes.subarray(end))
  }
  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.byteLength
    if (bytes.byteLength > 0) held.push(bytes)
    if (heldBytes > MOST_EVENT_BYTES) throw new Error(`an event is larger than ${MOST_EVENT_BYTES} bytes`)
  }

  try {
    for (;;) {
      const { done, value } = await readWithin(reader, mostSilenceMs)
      if (done) break
      take(value)
    }
    release()
    return { isResumable }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    return { isResumable, error }
  }
}

/** Longest part of an event's end that may lie in the chunk before. */
const TAIL = 3

/** Where the last blank line of a text ends; -1 when there is none. */
const endOfLastEvent = (text: string): number => {
  const plain = text.lastIndexOf("\n\n")
  const windows = text.lastIndexOf("\n\r\n")
  return Math.max(plain < 0 ? -1 : plain + 2, windows < 0 ? -1 : windows + 3)
}

const hasId = (events: Buffer): boolean => events.includes("\nid:") || events.subarray(0, 3).toString() === "id:"

type Reader = ReadableStreamDefaultReader<Uint8Array>

const readWithin = async (reader: Reader, ms: number): ReturnType<Reader["read"]> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } finally {
    clearTimeout(timer)
  }
}
