import { createInterface } from "node:readline"

/** Asks a yes-or-no question; anything but yes, the end of the input included, is no. */
export const confirm = (
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> =>
  new Promise((resolve) => {
    const lines = createInterface({ input, output })
    let answer = false
    lines.question(question, (line) => {
      answer = /^\s*(y|yes|д|да)\s*$/i.test(line)
      lines.close()
    })
    lines.once("close", () => resolve(answer))
  })
