import { PassThrough } from "node:stream"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { createStdioTransport, type StdioTransport } from "../../gateway/stdio-transport.ts"

/** A transport between two streams in this process, and the client's ends of them. */
export interface Pipe {
  readonly transport: StdioTransport
  readonly input: PassThrough
  readonly output: PassThrough
  /** Writes messages as lines; a text goes as it is. */
  readonly send: (...messages: readonly (JsonObject | string)[]) => void
  /** What came back so far, parsed. */
  readonly answers: () => JsonObject[]
  /** How often the transport said that the client is gone. */
  readonly ends: () => number
}

export const makePipe = (): Pipe => {
  const input = new PassThrough()
  const output = new PassThrough()
  let text = ""
  let ends = 0
  output.on("data", (bytes: Buffer) => {
    text += bytes.toString()
  })
  const transport = createStdioTransport({
    input,
    output: { stream: output, write: (line, done) => output.write(line, done) },
    onEnd: () => {
      ends++
    },
  })
  return {
    transport,
    input,
    output,
    send: (...messages) => {
      for (const one of messages) input.write(typeof one === "string" ? one : `${JSON.stringify(one)}\n`)
    },
    answers: () =>
      text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    ends: () => ends,
  }
}

/** Lets everything that is ready run. */
export const turn = async (): Promise<void> => {
  for (let count = 0; count < 5; count++) await new Promise((resolve) => setImmediate(resolve))
}
