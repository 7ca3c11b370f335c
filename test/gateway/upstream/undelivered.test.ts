import assert from "node:assert/strict"
import { PassThrough } from "node:stream"
import { describe, it } from "node:test"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { createStdioTransport } from "../../../gateway/stdio-transport.ts"

const RESULT = { content: [{ type: "text", text: "a job" }] }

/** The results that the transport says it could not deliver, when an answer to a request meets `write`. */
const undeliveredWhen = async (
  write: (line: string, done: (error?: Error | null) => void) => boolean,
  before: (input: PassThrough) => void = () => undefined,
): Promise<JsonObject[]> => {
  const undelivered: JsonObject[] = []
  const input = new PassThrough()
  const transport = createStdioTransport({
    input,
    output: { stream: new PassThrough(), write },
    onEnd: () => undefined,
    onUndelivered: (result) => undelivered.push(result),
  })
  const asked = new Promise<number>((resolve) => {
    transport.onmessage = (message) => "id" in message && typeof message.id === "number" && resolve(message.id)
  })
  await transport.start()
  input.write('{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"claim_job"}}\n')
  const id = await asked
  before(input)
  await new Promise((resolve) => setImmediate(resolve))
  await transport.send({ jsonrpc: "2.0", id, result: RESULT })
  await new Promise((resolve) => setImmediate(resolve))
  return undelivered
}

describe("a result that does not reach the client", () => {
  it("is given back when the pipe is broken", async () => {
    const broken = (_: string, done: (error?: Error | null) => void): boolean => {
      setImmediate(() => done(new Error("EPIPE")))
      return true
    }
    assert.deepEqual(await undeliveredWhen(broken), [RESULT])
  })

  it("is given back when the request was cancelled meanwhile", async () => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}\n'
    assert.deepEqual(await undeliveredWhen(taken, (input) => input.write(cancel)), [RESULT])
  })

  it("is not given back when it was written", async () => assert.deepEqual(await undeliveredWhen(taken), []))
})

const taken = (_: string, done: (error?: Error | null) => void): boolean => {
  done()
  return true
}
