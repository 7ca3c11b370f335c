import type { Writable } from "node:stream"

/** Where frames go: a stream for its events, and the function that really writes to it. */
export interface FrameOutput {
  readonly stream: Writable
  /** As `stream.write`: false when the reader lags behind; `done` is called when the text has left us or cannot. */
  readonly write: (text: string, done: (error?: Error | null) => void) => boolean
}
