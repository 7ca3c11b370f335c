import assert from "node:assert/strict"
import { after, describe, it } from "node:test"
import { makeProject } from "../lab/project.ts"
import { type Answer, INITIALIZE, startGateway, toLine } from "./gateway-process.ts"
import { LIBRARY } from "./skills.ts"

const project = makeProject({ homeFiles: LIBRARY })
const gateway = startGateway({ project })
after(async () => {
  await gateway.end()
  project.remove()
})

/** Writes raw lines and gives all frames that came before the answer to a second ping behind them. */
const framesFor = async (raw: string | Uint8Array): Promise<Answer[]> => {
  const before = gateway.frames().length
  gateway.write(raw)
  await gateway.request("ping")
  // What was refused a few turns of promises deep may come just behind it, but not behind another one.
  await gateway.request("ping")
  return gateway
    .frames()
    .slice(before)
    .filter(({ id }) => !String(id).startsWith("test-"))
}

/** A raw line gets exactly one answer, with this code, under this id, in plain words; the connection lives. */
const check = async (line: string, code: number, id: unknown = null): Promise<void> => {
  const frames = await framesFor(`${line}\n`)
  assert.deepEqual(
    frames.map((frame) => [frame.error?.code, frame.id]),
    [[code, id]],
    line.slice(0, 200),
  )
  const message = frames[0]?.error?.message ?? ""
  assert.ok(message.length > 0 && message.length < 300 && !/[{[]\s*"|MCP error|Zod/i.test(message), message)
}

/** The answer to a request, which may take a while. */
const answerTo = (id: string, method: string): Promise<Answer> => {
  gateway.write(`{"jsonrpc":"2.0","id":"${id}","method":${method}}\n`)
  return gateway.frame((frame) => frame.id === id)
}

const request = (params: string): string => `{"jsonrpc":"2.0","id":"q","method":${params}}`

describe("the framing, over a real pipe", () => {
  it("answers ping before initialize, and initialize under id 0", async () => {
    assert.deepEqual((await gateway.request("ping")).result, {})
    gateway.write(toLine({ id: 0, method: "initialize", params: INITIALIZE }))
    const { result } = await gateway.frame(({ id }) => id === 0)
    assert.equal(result?.protocolVersion, "2025-11-25")
  })

  it("answers -32700 to a malformed line", async () => {
    for (const line of ["{", "nonsense", '{"jsonrpc":"2.0","id":1,"method":"ping"', '{"a":1}}', "\u0000", "'x'"])
      await check(line, -32700)
  })

  it("answers -32600 to a scalar, a batch, a wrong version or method, under the id where there is one", async () => {
    for (const line of ["1", '"x"', "null", "true", "[]", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "{}"])
      await check(line, -32600)
    await check('{"jsonrpc":"1.0","id":3,"method":"ping"}', -32600, 3)
    await check('{"id":"x","method":"ping"}', -32600, "x")
    await check('{"jsonrpc":"2.0","id":3}', -32600, 3)
    await check('{"jsonrpc":"2.0","id":3,"method":1}', -32600, 3)
  })

  it("answers -32600 to an id that is null, fractional or of another type, and to params that are no object", async () => {
    for (const id of ["null", "1.5", "true", "[]", "{}", "9007199254740993"])
      await check(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, -32600)
    for (const params of ["[]", "[1]", "null", '"x"', "1"])
      await check(request(`"ping","params":${params}`), -32600, "q")
  })

  it("answers -32601 to a method it does not have", async () => {
    for (const method of ["nope", "prompts/list", "logging/setLevel", "tasks/list", "server/discover"])
      await check(request(`"${method}"`), -32601, "q")
  })

  it("answers -32602 to an initialize that lacks something", async () => {
    await check(request('"initialize"'), -32602, "q")
    await check(request('"initialize","params":{}'), -32602, "q")
    await check(
      request('"initialize","params":{"protocolVersion":1,"capabilities":{},"clientInfo":{"name":"a","version":"1"}}'),
      -32602,
      "q",
    )
  })

  it("answers -32602 to a tools/call without a tool it has, or with arguments that are no object", async () => {
    await check(request('"tools/call"'), -32602, "q")
    await check(request('"tools/call","params":{}'), -32602, "q")
    await check(request('"tools/call","params":{"name":7}'), -32602, "q")
    await check(request('"tools/call","params":{"name":"nope"}'), -32602, "q")
    await check(request('"tools/call","params":{"name":"toString"}'), -32602, "q")
    for (const input of ["[]", "null", '"x"'])
      await check(request(`"tools/call","params":{"name":"find","arguments":${input}}`), -32602, "q")
  })

  it("answers -32602 to a cursor it never gave and to an impossible _meta", async () => {
    await check(request('"tools/list","params":{"cursor":"x"}'), -32602, "q")
    await check(request('"tools/list","params":{"_meta":{"progressToken":[]}}'), -32602, "q")
    await check(request('"tools/call","params":{"name":"find","arguments":{"query":""},"_meta":1}'), -32602, "q")
  })

  it("answers a call that asks for a task with a plain result", async () => {
    const frame = await answerTo(
      "task",
      '"tools/call","params":{"name":"find","arguments":{"query":""},"task":{"ttl":5}}',
    )
    assert.ok(frame.result?.structuredContent)
  })

  it("ignores notifications it does not know, blank lines, answers nobody asked for, and late or odd cancels", async () => {
    const silent = [
      '{"jsonrpc":"2.0","method":"notifications/nope"}',
      '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"find"}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized","params":{"_meta":7}}',
      "",
      "   \r",
      '{"jsonrpc":"2.0","id":77,"result":{}}',
      '{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    ]
    assert.deepEqual(await framesFor(`${silent.join("\n")}\n`), [])
  })

  it("takes CRLF, a byte order mark, many messages in one write and one message in many", async () => {
    const ping = (id: string): string => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}`
    const ids = async (raw: string | Uint8Array): Promise<unknown[]> => (await framesFor(raw)).map(({ id }) => id)
    assert.deepEqual(await ids(`${ping("a")}\r\n\uFEFF${ping("b")}\n${ping("ж")}\n`), ["a", "b", "ж"])
    for (const byte of Buffer.from(`${ping("ю")}\n`)) gateway.write(Uint8Array.of(byte))
    assert.deepEqual(await ids(""), ["ю"])
  })

  it("takes a line of 16 MiB and answers a longer one with an error, living on", async () => {
    const line = (bytes: number): string => {
      const [head, tail] = [
        '{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"find","arguments":{"query":"',
        '"}}}',
      ]
      return `${head}${"a".repeat(bytes - head.length - tail.length)}${tail}\n`
    }
    gateway.write(line(16 * 2 ** 20))
    assert.ok((await gateway.frame(({ id }) => id === "big")).result)
    const refused = await framesFor(line(16 * 2 ** 20 + 1))
    assert.deepEqual(
      refused.map(({ id, error }) => [id, error?.code]),
      [[null, -32600]],
    )
    const huge = await framesFor(`${"x".repeat(40 * 2 ** 20)}\n`)
    assert.equal(huge.length, 1)
  })

  it("takes JSON nested a million deep", async () => {
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000)
    const frame = await answerTo("deep", `"tools/call","params":{"name":"find","arguments":{"query":${deep}}}`)
    assert.equal(frame.result?.isError, true)
  })

  it("has written nothing to stderr about any of this", () => assert.equal(gateway.stderr(), ""))
})
