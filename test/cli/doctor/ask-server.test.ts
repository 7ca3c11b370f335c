import assert from "node:assert/strict"
import process from "node:process"
import { describe, it } from "node:test"
import { askServer } from "../../../cli/doctor/ask-server.ts"

/** A server in a few lines: answers by method; what is not named gets no answer. */
const serverOf = (answers: Readonly<Record<string, object>>, first = "", last = ""): string => `
  ${first}
  const answers = ${JSON.stringify(answers)}
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line)
    process.stderr.write(method + " " + JSON.stringify(params ?? null) + "\\n")
    if (answers[method]) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answers[method] }))
  }).on("close", () => { ${last} })`

const ANSWERS = {
  initialize: { result: { serverInfo: { name: "skill-mcp", version: "9.9.9" } } },
  "tools/list": { result: { tools: [{ name: "find" }] } },
  "tools/call": { result: { structuredContent: { ok: true, items: [{}, {}] } } },
}

const ask = (script: string, timeoutMs = 5_000) =>
  askServer({
    command: [process.execPath, "-e", script],
    cwd: "/",
    env: { ...process.env, MARK: "set" },
    query: "x",
    timeoutMs,
    client: { name: "opencode", version: "1.18.33" },
  })

describe("askServer", () => {
  it("goes through initialize, tools/list and find, and times each", async () => {
    const asked = await ask(serverOf(ANSWERS))
    assert.ok("answers" in asked)
    const { ms, ...rest } = asked.answers
    assert.deepEqual(rest, {
      name: "skill-mcp",
      version: "9.9.9",
      tools: [{ name: "find" }],
      found: { ok: true, items: [{}, {}] },
      strayLines: 0,
    })
    assert.deepEqual(Object.keys(ms), ["initialize", "list", "find"])
  })

  it("reads the answer of find from its text where that is all there is", async () => {
    const content = [{ type: "text", text: '{"ok":false,"error":{"code":"E_UNAVAILABLE"}}' }]
    const asked = await ask(serverOf({ ...ANSWERS, "tools/call": { result: { content, isError: true } } }))
    assert.deepEqual("answers" in asked && asked.answers.found, { ok: false, error: { code: "E_UNAVAILABLE" } })
  })

  it("counts lines that are no protocol", async () => {
    const asked = await ask(serverOf(ANSWERS, 'console.log("hello"); console.log("{}")'))
    assert.equal("answers" in asked && asked.answers.strayLines, 2)
  })

  const checkFailure = async (script: string, failure: RegExp, timeoutMs?: number): Promise<void> => {
    const asked = await ask(script, timeoutMs)
    assert.match("failure" in asked ? asked.failure : "it answered", failure)
  }

  it("gives the last words of a server that dies", async () => {
    await checkFailure('throw new Error("no disk")', /^it ended \(code 1\): Error: no disk$/)
    await checkFailure("process.exit(3)", /^it ended \(code 3\)$/)
    await checkFailure('process.kill(process.pid, "SIGKILL")', /^it ended \(SIGKILL\)$/)
  })

  it("gives an error that is the answer", async () => {
    const error = { code: -32603, message: "unexpected" }
    await checkFailure(serverOf({ initialize: { error } }), /^it answered with an error: .*unexpected/)
  })

  it("does not wait for a server that is silent, and ends one that stays", async () => {
    const started = performance.now()
    await checkFailure(serverOf({}, "", "setInterval(() => 0, 1000)"), /^no answer to initialize in 1 s/, 1_000)
    assert.ok(performance.now() - started < 10_000)
  })

  it("says that a program cannot be started", async () => {
    const asked = await askServer({
      command: ["/nowhere/node", "x"],
      cwd: "/",
      env: {},
      query: "x",
      timeoutMs: 1_000,
      client: { name: "opencode", version: "1" },
    })
    assert.match("failure" in asked ? asked.failure : "", /^it cannot be started \(spawn \/nowhere\/node ENOENT\)$/)
  })
})
