import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import process from "node:process"
import { endTree } from "../host/run-program.ts"
import { isRecord } from "./effective-config.ts"

/** How a server is started. */
export interface ServerStart {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The request to send to its tool `find`. */
  readonly query: string
  /** Milliseconds for each answer. */
  readonly timeoutMs: number
  /** Who asks: the server speaks to opencode otherwise than to others. */
  readonly client: { readonly name: string; readonly version: string }
}

/** What a server answered, and how long each answer took in ms. */
export interface ServerAnswers {
  readonly name: string
  readonly version: string
  readonly tools: readonly unknown[]
  /** What `find` gave. */
  readonly found: Readonly<Record<string, unknown>>
  readonly ms: { readonly initialize: number; readonly list: number; readonly find: number }
  /** Lines on standard output that are no protocol. */
  readonly strayLines: number
}

/** Starts an MCP server, goes through `initialize`, `tools/list` and `find` with it, and ends it. Never throws. */
export const askServer = async (
  start: ServerStart,
): Promise<{ readonly answers: ServerAnswers } | { readonly failure: string }> => {
  const [program = "", ...args] = start.command
  const child = spawn(program, args, {
    cwd: start.cwd,
    env: start.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
  })
  const wire = connect(child, start.timeoutMs)
  try {
    return { answers: await converse(wire, start) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  } finally {
    await close(child)
  }
}

interface Wire {
  readonly request: (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>
  readonly notify: (method: string) => void
  readonly strayLines: () => number
}

const converse = async (wire: Wire, { query, client }: ServerStart): Promise<ServerAnswers> => {
  const timed = async (method: string, params: object) => {
    const started = performance.now()
    const result = await wire.request(method, params)
    return { result, ms: Math.round(performance.now() - started) }
  }
  const initialized = await timed("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client })
  wire.notify("notifications/initialized")
  const listed = await timed("tools/list", {})
  const found = await timed("tools/call", { name: "find", arguments: { query } })
  const { serverInfo } = initialized.result
  const { name, version } = isRecord(serverInfo) ? serverInfo : {}
  return {
    name: String(name),
    version: String(version),
    tools: Array.isArray(listed.result.tools) ? listed.result.tools : [],
    found: toFound(found.result),
    ms: { initialize: initialized.ms, list: listed.ms, find: found.ms },
    strayLines: wire.strayLines(),
  }
}

// opencode reads the text where there is some; both say the same.
const toFound = ({ structuredContent, content }: Readonly<Record<string, unknown>>): ServerAnswers["found"] => {
  if (isRecord(structuredContent)) return structuredContent
  const [first]: readonly unknown[] = Array.isArray(content) ? content : []
  try {
    const value: unknown = JSON.parse(isRecord(first) ? String(first.text) : "")
    return isRecord(value) ? value : {}
  } catch {
    // Not JSON: then it found nothing that we could read.
    return {}
  }
}

const connect = (child: ChildProcessWithoutNullStreams, timeoutMs: number): Wire => {
  const pending = createPending()
  let strayLines = 0
  const stderr = keepStderr(child)
  child.once("error", (error) => pending.end(`it cannot be started (${error.message})`))
  // `close` comes after the last of its output, `exit` may come before.
  child.once("close", (code, signal) => pending.end(`it ended (${signal ?? `code ${code}`})${lastWords(stderr())}`))
  // A server that is gone says so by `close`.
  child.stdin.on("error", () => undefined)
  eachLine(child, (line) => {
    const message = toMessage(line)
    if (message === undefined) strayLines += 1
    else pending.settle(message)
  })
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  }
  return {
    request: async (method, params) => {
      const { id, answer } = pending.open()
      const late = (): void => pending.end(`no answer to ${method} in ${timeoutMs / 1000} s${lastWords(stderr())}`)
      const timer = setTimeout(late, timeoutMs)
      send({ id, method, params })
      return answer.finally(() => clearTimeout(timer))
    },
    notify: (method) => send({ method }),
    strayLines: () => strayLines,
  }
}

type JsonObject = Readonly<Record<string, unknown>>

interface Pending {
  readonly open: () => { readonly id: number; readonly answer: Promise<JsonObject> }
  readonly settle: (message: JsonObject) => void
  /** Nothing more will come: whoever waits, and whoever asks later, is told why. */
  readonly end: (reason: string) => void
}

const createPending = (): Pending => {
  const waiting = new Map<number, { resolve: (result: JsonObject) => void; reject: (error: Error) => void }>()
  let over: string | undefined
  let lastId = 0
  return {
    open: () => {
      lastId += 1
      const id = lastId
      const answer = new Promise<JsonObject>((resolve, reject) => {
        if (over === undefined) waiting.set(id, { resolve, reject })
        else reject(new Error(over))
      })
      return { id, answer }
    },
    settle: ({ id, result, error }) => {
      const asked = typeof id === "number" ? waiting.get(id) : undefined
      if (isRecord(result)) asked?.resolve(result)
      else asked?.reject(new Error(`it answered with an error: ${JSON.stringify(error)}`))
      if (typeof id === "number") waiting.delete(id)
    },
    end: (reason) => {
      over ??= reason
      for (const { reject } of waiting.values()) reject(new Error(over))
      waiting.clear()
    },
  }
}

const keepStderr = (child: ChildProcessWithoutNullStreams): (() => string) => {
  let kept = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    kept = (kept + text).slice(-STDERR_KEPT)
  })
  return () => kept
}

const STDERR_KEPT = 2_000

const lastWords = (stderr: string): string => {
  const line =
    stderr
      .trim()
      .split("\n")
      .findLast((one) => /error/i.test(one)) ?? stderr.trim().split("\n").at(-1)
  return line ? `: ${line.trim()}` : ""
}

const eachLine = (child: ChildProcessWithoutNullStreams, take: (line: string) => void): void => {
  let rest = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) if (line.trim() !== "") take(line)
  })
}

const toMessage = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) && value.jsonrpc === "2.0" ? value : undefined
  } catch {
    // Not protocol: counted.
    return undefined
  }
}

/** The host, too, only closes the server's input; one that stays is ended. */
const CLOSE_MS = 2_000

const close = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
    const timer = setTimeout(() => endTree(child.pid), CLOSE_MS)
    child.once("exit", () => {
      clearTimeout(timer)
      resolve()
    })
    child.stdin.end()
  })
