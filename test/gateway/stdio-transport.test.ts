import assert from "node:assert/strict"
import { PassThrough } from "node:stream"
import { describe, it } from "node:test"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { createStdioTransport } from "../../gateway/stdio-transport.ts"
import { makePipe, type Pipe, turn } from "./pipe.ts"

/** A pipe whose transport passes what comes in on to `seen`. */
const open = async (): Promise<Pipe & { seen: JsonObject[] }> => {
  const pipe = makePipe()
  const seen: JsonObject[] = []
  pipe.transport.onmessage = (message) => void seen.push({ ...message })
  await pipe.transport.start()
  return { ...pipe, seen }
}

/** What the transport itself answers to a line, without passing it on. */
const check = async (line: string, id: unknown, code: number): Promise<void> => {
  const { send, answers, seen } = await open()
  send(`${line}\n`)
  await turn()
  assert.deepEqual(seen, [], line)
  assert.deepEqual(
    answers().map((answer) => [answer.id, (answer.error as JsonObject).code]),
    [[id, code]],
    line,
  )
}

const request = (id: number | string, method = "test", params?: JsonObject): JsonObject => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params && { params }),
})
const cancel = (requestId: unknown): JsonObject => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
})

describe("the stdio transport", () => {
  it("answers a line that is no message and passes nothing on", async () => {
    await check("{", null, -32700)
    await check("[]", null, -32600)
    await check('{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600)
  })

  it("answers -32602 to a _meta that the protocol does not allow, which the SDK would drop in silence", async () => {
    for (const _meta of [1, "x", null, [], { progressToken: {} }, { progressToken: 1.5 }]) {
      await check(JSON.stringify(request(1, "ping", { _meta })), 1, -32602)
    }
  })

  it("passes a request with unknown members on, which the SDK would drop in silence", async () => {
    const { send, seen } = await open()
    send({ ...request(1, "ping"), extra: true })
    await turn()
    assert.equal(seen.length, 1)
  })

  it("refuses a second request with an id that is still waiting, and answers the first", async () => {
    const { send, seen, answers, transport } = await open()
    send(request("a"), request("a"))
    await turn()
    assert.equal(seen.length, 1)
    await transport.send({ jsonrpc: "2.0", id: Number(seen[0]?.id), result: {} })
    await turn()
    assert.deepEqual(
      answers().map((answer) => [answer.id, "error" in answer]),
      [
        ["a", true],
        ["a", false],
      ],
    )
  })

  it("drops the answer to a request that was cancelled in the same chunk", async () => {
    const { send, seen, answers, transport } = await open()
    send(`${JSON.stringify(request(0))}\n${JSON.stringify(cancel(0))}\n`)
    await turn()
    const number = seen[0]?.id
    assert.deepEqual(seen[1], { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: number } })
    await transport.send({ jsonrpc: "2.0", id: Number(number), result: {} })
    await turn()
    assert.deepEqual(answers(), [])
  })

  it("passes over cancels of what is answered, unknown or malformed, and of initialize", async () => {
    const { send, seen, answers, transport } = await open()
    send(request(1), request(2, "initialize"))
    await turn()
    await transport.send({ jsonrpc: "2.0", id: Number(seen[0]?.id), result: {} })
    send(cancel(1), cancel(2), cancel(3), cancel(null), { jsonrpc: "2.0", method: "notifications/cancelled" })
    await transport.send({ jsonrpc: "2.0", id: Number(seen[1]?.id), result: {} })
    await turn()
    assert.equal(seen.length, 2)
    assert.deepEqual(
      answers().map(({ id }) => id),
      [1, 2],
    )
  })

  it("takes a line of 16 MiB and refuses a longer one without keeping it", async () => {
    const { send, seen, answers } = await open()
    const frame = JSON.stringify(request(1, "test", { text: "" }))
    const fitting = JSON.stringify(request(1, "test", { text: "x".repeat(16 * 2 ** 20 - frame.length) }))
    assert.equal(fitting.length, 16 * 2 ** 20)
    send(`${fitting}\n`, `${fitting} \n`, request(2))
    await turn()
    assert.deepEqual(
      seen.map(({ params }) => (params as JsonObject | undefined)?.text !== undefined),
      [true, false],
    )
    assert.deepEqual(answers(), [
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: "invalid request: the line is longer than 16777216 bytes" },
      },
    ])
  })

  it("says once that the client is gone, and reads the last line first", async () => {
    const { input, seen, ends } = await open()
    input.end(JSON.stringify(request(9)))
    await turn()
    assert.deepEqual([seen.length, ends()], [1, 1])
  })

  it("finishes when all is answered", async () => {
    const { send, seen, transport, answers } = await open()
    send(request(1))
    await turn()
    const finished = transport.finish(60_000)
    await transport.send({ jsonrpc: "2.0", id: Number(seen[0]?.id), result: {} })
    await finished
    assert.equal(answers().length, 1)
  })

  it("answers with an error what is not ready in time, once", async () => {
    const { send, seen, transport, answers } = await open()
    send(request("slow"))
    await turn()
    await transport.finish(20)
    await transport.send({ jsonrpc: "2.0", id: Number(seen[0]?.id), result: {} })
    await turn()
    assert.deepEqual(answers(), [
      {
        jsonrpc: "2.0",
        id: "slow",
        error: { code: -32603, message: "unexpected failure: stdin was closed before the answer was ready" },
      },
    ])
  })

  it("is quiet when the client no longer reads", async () => {
    const { output, transport, ends, send, seen } = await open()
    send(request(1))
    await turn()
    output.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))
    await turn()
    assert.equal(ends(), 1)
    await transport.send({ jsonrpc: "2.0", id: Number(seen[0]?.id), result: {} })
    await transport.finish(1_000)
  })

  it("stops reading while the client leaves much unread, and goes on afterwards", async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const transport = createStdioTransport({
      input,
      output: { stream: output, write: (line, done) => output.write(line, done) },
      onEnd: assert.fail,
    })
    transport.onmessage = (message) => {
      const { id } = message as { id: number }
      void transport.send({ jsonrpc: "2.0", id, result: { text: "x".repeat(2 ** 20) } })
    }
    await transport.start()
    for (let id = 0; id < 100; id++) input.write(`${JSON.stringify(request(id))}\n`)
    await turn()
    assert.ok(input.isPaused() && output.writableLength < 40 * 2 ** 20, String(output.writableLength))
    let bytes = 0
    output.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    for (let round = 0; round < 50 && bytes < 100 * 2 ** 20; round++) await turn()
    assert.ok(bytes > 100 * 2 ** 20, String(bytes))
  })
})
