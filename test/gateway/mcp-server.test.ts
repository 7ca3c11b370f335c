import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { format } from "node:util"
import { createMcpServer } from "../../gateway/mcp-server.ts"
import type { Method } from "../../gateway/method.ts"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { RPC_CODES, rpcError } from "../../gateway/rpc-error.ts"
import { makePipe, type Pipe, turn } from "./pipe.ts"

const INFO = { name: "test", version: "1" }

interface Served extends Pipe {
  readonly reports: string[]
}

const serve = async (methods: Record<string, Method>): Promise<Served> => {
  const pipe = makePipe()
  const reports: string[] = []
  const diagnostics = {
    report: (message: string, cause: unknown): void => void reports.push(format("%s: %s", message, cause)),
    debug: (): void => undefined,
  }
  await createMcpServer({ info: INFO, methods: new Map(Object.entries(methods)), diagnostics }).connect(pipe.transport)
  return { ...pipe, reports }
}

/** What a method that does `run` answers to the client. */
const check = async (run: Method, expected: JsonObject): Promise<string[]> => {
  const { send, answers, reports } = await serve({ test: run })
  send({ jsonrpc: "2.0", id: 0, method: "test" })
  await turn()
  assert.deepEqual(answers(), [{ jsonrpc: "2.0", id: 0, ...expected }])
  return reports
}

const unexpected = (message: string): JsonObject => ({ error: { code: -32603, message } })
const thrown = (what: unknown): Method => {
  return () => {
    throw what
  }
}

describe("the MCP server", () => {
  it("sends a result as it is, keys that the protocol does not know included", () =>
    check(() => ({ content: [{ type: "odd", x: [null] }], more: { y: 1 } }), {
      result: { content: [{ type: "odd", x: [null] }], more: { y: 1 } },
    }).then((reports) => assert.deepEqual(reports, [])))

  it("gives a method its params as they came", async () => {
    let seen: JsonObject = {}
    const { send } = await serve({
      test: (params) => {
        seen = params
        return {}
      },
    })
    send({ jsonrpc: "2.0", id: 1, method: "test", params: { odd: [1], _meta: { "a/b": 1 } } })
    await turn()
    assert.deepEqual(seen, { odd: [1], _meta: { "a/b": 1 } })
  })

  it("sends an error of ours with its code and message, without a prefix", () =>
    check(thrown(rpcError(RPC_CODES.invalidParams, "no such thing")), {
      error: { code: -32602, message: "no such thing" },
    }).then((reports) => assert.deepEqual(reports, [])))

  it("answers -32603 and reports when a method throws something else", async () => {
    const reports = await check(thrown(new Error("boom")), unexpected("unexpected failure: boom"))
    assert.match(String(reports), /^test failed: Error: boom/)
    await check(thrown(undefined), unexpected("unexpected failure: undefined"))
    await check(thrown(null), unexpected("unexpected failure: null"))
    await check(thrown("text"), unexpected("unexpected failure: text"))
    await check(thrown(Object.create(null)), unexpected("unexpected failure: a value of type object was thrown"))
    await check(() => Promise.reject(new Error("late")), unexpected("unexpected failure: late"))
  })

  it("lets no foreign error's number out as a code", async () => {
    for (const code of [404, 20, -1, -32602]) {
      await check(thrown(Object.assign(new Error("x"), { code })), unexpected("unexpected failure: x"))
    }
  })

  it("answers -32603 when a result cannot be written", async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const message = "unexpected failure: the result cannot be written as JSON"
    await check(() => cycle, unexpected(message))
    await check(() => ({ big: 1n }), unexpected(message))
    await check(() => ({ toJSON: thrown("no") }), unexpected(message))
  })

  it("answers -32603 when a method gives no object", async () => {
    for (const value of [undefined, null, 1, "x", []]) {
      await check((() => value) as unknown as Method, unexpected("unexpected failure: test gave no result"))
    }
  })

  it("answers -32601 to a method it does not have, whatever the method is called", async () => {
    const { send, answers } = await serve({})
    const names = ["nope", "", "initialize", "constructor", "__proto__", "tasks/get", "logging/setLevel"]
    send(...names.map((method, id) => ({ jsonrpc: "2.0", id, method })))
    await turn()
    const codes = answers().map(({ id, error }) => [id, (error as JsonObject).code])
    assert.deepEqual(
      codes,
      names.map((_, id) => [id, -32601]),
    )
  })

  it("quotes an endless method name only in part", async () => {
    const { send, answers } = await serve({})
    send({ jsonrpc: "2.0", id: 1, method: "m".repeat(100_000) })
    await turn()
    assert.ok(JSON.stringify(answers()).length < 300)
  })

  it("answers ping by itself", async () => {
    const { send, answers } = await serve({})
    send({ jsonrpc: "2.0", id: "p", method: "ping" })
    await turn()
    assert.deepEqual(answers(), [{ jsonrpc: "2.0", id: "p", result: {} }])
  })

  it("tells a method when its request is cancelled, id 0 too, and never answers it", async () => {
    for (const id of [0, 7, "seven"]) {
      let aborted = 0
      const { send, answers } = await serve({
        test: (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              aborted++
              resolve({ late: true })
            })
          }),
      })
      send({ jsonrpc: "2.0", id, method: "test" })
      await turn()
      send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } })
      await turn()
      assert.deepEqual([aborted, answers()], [1, []], String(id))
    }
  })

  it("runs requests side by side and answers each when it is ready", async () => {
    const open = new Map<unknown, () => void>()
    const { send, answers } = await serve({
      test: ({ n }) => new Promise((resolve) => open.set(n, () => resolve({ n }))),
    })
    send(...[1, 2, 3].map((n) => ({ jsonrpc: "2.0", id: n, method: "test", params: { n } })))
    await turn()
    for (const n of [3, 1, 2]) {
      open.get(n)?.()
      await turn()
    }
    assert.deepEqual(
      answers().map(({ id }) => id),
      [3, 1, 2],
    )
  })

  it("answers a request that asks for a task as if it did not, since it offers none", () =>
    serve({ test: () => ({ done: true }) }).then(async ({ send, answers }) => {
      send({ jsonrpc: "2.0", id: 1, method: "test", params: { task: { ttl: 1 } } })
      await turn()
      assert.deepEqual(answers(), [{ jsonrpc: "2.0", id: 1, result: { done: true } }])
    }))
})
