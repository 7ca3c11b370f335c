import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { FakeModel } from "./fake-model.ts"
import type { ModelRequest } from "./model-request.ts"
import { hostEnvironment, opencodeBinary } from "./opencode.ts"
import { endGroup, removeFolder, spawnGroup, temporaryFolder } from "./scratch.ts"

export type ServePlan = {
  readonly home: string
  readonly model: FakeModel
  readonly env?: Readonly<Record<string, string>>
}

export type Prompt = {
  /** The project's folder; the host starts an instance of its own for each. */
  readonly folder: string
  readonly session: string
  readonly text: string
  readonly agent?: string
}

export type Prompted = {
  readonly status: number
  readonly answer: unknown
  /** What reached the model since the prompt was sent; a title may still be on its way. */
  readonly requests: readonly ModelRequest[]
}

export type Call = { readonly method: "GET" | "POST" | "DELETE"; readonly path: string; readonly body?: object }

export type HostServer = {
  readonly url: string
  readonly createSession: (folder: string, parent?: string) => Promise<string>
  /** Sends one prompt and waits for its whole turn. One prompt at a time, or their requests cannot be told apart. */
  readonly prompt: (prompt: Prompt) => Promise<Prompted>
  readonly call: (folder: string, call: Call) => Promise<{ readonly status: number; readonly value: unknown }>
  /** Everything the host printed so far. */
  readonly output: () => string
  readonly stop: () => void
}

/** One `opencode serve` for any number of project folders: a start costs seconds, a further folder far less. */
export const startServe = async ({ home, model, env = {} }: ServePlan): Promise<HostServer> => {
  const folder = temporaryFolder("serve")
  const printed = join(folder, "output")
  const file = openSync(printed, "w")
  const port = await freePort()
  const args = ["serve", "--hostname", "127.0.0.1", "--port", String(port)]
  const environment = hostEnvironment({ home, extra: env })
  const child = spawnGroup(opencodeBinary(), args, { cwd: folder, env: environment, stdio: ["ignore", file, file] })
  closeSync(file)
  const stop = (): void => {
    endGroup(child)
    removeFolder(folder)
  }
  const url = `http://127.0.0.1:${port}`
  const output = (): string => readFileSync(printed, "utf8")
  await listening(() => child.exitCode ?? output()).catch((error: unknown) => {
    stop()
    throw error
  })
  const call: HostServer["call"] = (at, request) => send(url, at, request)
  return {
    url,
    call,
    output,
    stop,
    createSession: async (at, parent) => {
      const body = parent === undefined ? {} : { parentID: parent }
      const { value } = await call(at, { method: "POST", path: "/session", body })
      return toSessionId(value)
    },
    prompt: async ({ folder: at, session, text, agent }) => {
      const before = model.requests.length
      const body = { ...(agent === undefined ? {} : { agent }), parts: [{ type: "text", text }] }
      const { status, value } = await call(at, { method: "POST", path: `/session/${session}/message`, body })
      return { status, answer: value, requests: model.requests.slice(before) }
    },
  }
}

/** A port the system just gave away and took back: `--port 0` makes the host try 4096 first. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("the system gave no port")
  return address.port
}

/** Waits until the host says so; a number from `state` is the code it ended with instead. */
const listening = async (state: () => number | string): Promise<void> => {
  const end = Date.now() + 90_000
  for (;;) {
    const now = state()
    if (typeof now === "number") throw new Error(`"opencode serve" ended with ${now}`)
    if (now.includes("listening on")) return
    if (Date.now() > end) throw new Error(`"opencode serve" did not listen within 90 s: ${now.slice(-2000)}`)
    await wait(100)
  }
}

const send = async (url: string, folder: string, { method, path, body }: Call) => {
  const target = new URL(path, url)
  target.searchParams.set("directory", folder)
  const response = await fetch(target, {
    method,
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(90_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, value: parsed(await response.text()) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Some errors come as plain text.
    return text
  }
}

const toSessionId = (value: unknown): string => {
  const { id }: Readonly<Record<string, unknown>> = Object(value)
  if (typeof id !== "string") throw new Error(`the host made no session: ${JSON.stringify(value)}`)
  return id
}
