import { randomUUID } from "node:crypto"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isJsonObject, type JsonObject } from "../../../gateway/read-frame.ts"
import { createAnswers } from "./answers.ts"
import { createJobQueue, type JobQueue } from "./job-queue.ts"

/** What is done to the next calls of a tool or method. */
type Fault =
  /** The socket is cut before anything is done. */
  | { readonly kind: "cut-before" }
  /** It is done, and the socket is cut before the answer. */
  | { readonly kind: "cut-after" }
  /** It is done, and the answer's stream ends well-formed without the answer. */
  | { readonly kind: "end-without-answer" }
  | { readonly kind: "slow"; readonly ms: number }
  /** The answer is no JSON. */
  | { readonly kind: "malformed" }
  /** This answer instead of its own. */
  | { readonly kind: "answer"; readonly message: JsonObject }
  | { readonly kind: "status"; readonly status: number; readonly body: string }

/** One request as it came. */
interface Seen {
  readonly method: string
  readonly params: JsonObject
  readonly http: string
  readonly headers: IncomingMessage["headers"]
}

/** A skill-map made for tests: it answers in the shapes recorded of 1.12.2 and misbehaves when told to. */
export interface StandIn {
  readonly queue: JobQueue
  readonly seen: Seen[]
  /** Changes between calls as a test likes. */
  readonly state: {
    isMcpOn: boolean
    /** What /api/health says; the project's folder at first. */
    cwd: string
    tools: readonly JsonObject[]
    resources: readonly JsonObject[]
    /** The text of the graph resource. */
    graph: string
    isGetRefused: boolean
  }
  readonly port: () => number
  readonly sessions: () => number
  readonly subscriptions: () => readonly string[]
  /** Faults for the next calls of a tool, or of a method: one each. */
  readonly plan: (name: string, ...faults: readonly Fault[]) => void
  readonly notify: (method: string, params?: JsonObject) => void
  /** Pings every client and gives the number of answers. */
  readonly ping: () => Promise<number>
  /** Cuts the standing streams, so that the server notices at once. */
  readonly cutStreams: () => void
  readonly forgetSessions: () => void
  readonly start: (port?: number) => Promise<void>
  /** `"kill"` leaves serve.json, `"term"` removes it. */
  readonly stop: (how?: "kill" | "term") => Promise<void>
  readonly calls: (tool: string) => readonly JsonObject[]
}

interface Session {
  stream: ServerResponse | undefined
  readonly subscribed: Set<string>
  pongs: number
}

export const createStandIn = (folder: string, hasServeFile = true): StandIn => {
  const queue = createJobQueue()
  const seen: Seen[] = []
  const answers = createAnswers()
  const state: StandIn["state"] = { ...answers.state, cwd: folder, isMcpOn: true, isGetRefused: false }
  const faults = new Map<string, Fault[]>()
  const sockets = new Set<Socket>()
  let sessions = new Map<string, Session>()
  let server: Server | undefined
  let port = 0
  const file = join(folder, ".skill-map", "serve.json")

  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request
    const body = await readBody(request)
    if (!/^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(headers.host ?? "") || headers.origin !== undefined)
      return refuse(response, 403, "host-not-allowed", "Request rejected: Host header is not loopback.")
    if (url === "/api/health") {
      const health = { ok: true, schemaVersion: "1", specVersion: "1.12.2", implVersion: "1.12.2", db: "present" }
      return json(response, 200, { ...health, cwd: state.cwd, mcp: state.isMcpOn, dev: true })
    }
    if (url !== "/mcp" || (!state.isMcpOn && method !== "GET"))
      return refuse(response, 404, "not-found", `Not found: ${url}.`)
    if (!state.isMcpOn) {
      response.writeHead(200, { "content-type": "text/html; charset=UTF-8" }).end("<!doctype html><html></html>")
      return
    }
    const message: unknown = method === "POST" ? JSON.parse(body) : {}
    if (!isJsonObject(message)) return rpcRefusal(response, 400, -32700, "Parse error: Invalid JSON-RPC message")
    const params = isJsonObject(message.params) ? message.params : {}
    const rpc = String(message.method ?? method)
    if (message.method !== undefined) seen.push({ method: rpc, params, http: method, headers })
    if (rpc === "initialize") return initialize(message, params, response)
    const id = headers["mcp-session-id"]
    if (id === undefined) return rpcRefusal(response, 400, -32_000, "Bad Request: Mcp-Session-Id header required")
    const session = sessions.get(String(id))
    if (session === undefined) return rpcRefusal(response, 404, -32_001, "Session not found")
    if (method === "DELETE") {
      seen.push({ method: "DELETE", params: {}, http: method, headers })
      sessions.delete(String(id))
      session.stream?.end()
      response.writeHead(200).end()
    } else if (method === "GET") openStream(session, response)
    else if (message.id === undefined || message.method === undefined) {
      if (message.method === undefined) session.pongs++
      response.writeHead(202).end()
    } else await answer({ id: message.id, rpc, params }, session, response)
  }

  const initialize = ({ id }: JsonObject, params: JsonObject, response: ServerResponse): void => {
    const sessionId = randomUUID()
    sessions.set(sessionId, { stream: undefined, subscribed: new Set(), pongs: 0 })
    openEvents(response, { "mcp-session-id": sessionId })
    const capabilities = { resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } }
    const serverInfo = { name: "skill-map", version: "1.12.2" }
    const result = { protocolVersion: params.protocolVersion, capabilities, serverInfo }
    response.end(toEvent({ result, jsonrpc: "2.0", id }))
  }

  const openStream = (session: Session, response: ServerResponse): void => {
    if (session.stream !== undefined || state.isGetRefused) {
      rpcRefusal(response, 409, -32_000, "Conflict: Only one SSE stream is allowed per session")
      return
    }
    session.stream = response
    openEvents(response)
    response.write(": keepalive\n\n")
    response.on("close", () => {
      session.stream = undefined
    })
  }

  const answer = async (
    { id, rpc, params }: { id: unknown; rpc: string; params: JsonObject },
    session: Session,
    response: ServerResponse,
  ): Promise<void> => {
    const name = rpc === "tools/call" ? String(params.name) : rpc
    const fault = faults.get(name)?.shift()
    if (fault?.kind === "status") {
      response.writeHead(fault.status, { "content-type": "application/json" }).end(fault.body)
      return
    }
    openEvents(response)
    response.write(": keepalive\n\n")
    if (fault?.kind === "cut-before") return cut(response)
    const result = answers.of(rpc, params, { queue, state, subscribed: session.subscribed })
    if (fault?.kind === "cut-after") return cut(response)
    if (fault?.kind === "slow") await sleep(fault.ms, undefined, { ref: false })
    if (fault?.kind === "end-without-answer") response.end()
    else if (fault?.kind === "malformed") response.end("event: message\ndata: {oops\n\n")
    else if (fault?.kind === "answer") response.end(toEvent({ jsonrpc: "2.0", id, ...fault.message }))
    else response.end(toEvent({ ...result, jsonrpc: "2.0", id }))
  }

  // A moment later, so that the client has seen the headers.
  const cut = (response: ServerResponse): void => void setTimeout(() => response.socket?.destroy(), 20)

  const push = (session: Session, message: JsonObject): void =>
    void session.stream?.write(toEvent({ jsonrpc: "2.0", ...message }))

  const writeFile = (): void => {
    mkdirSync(join(folder, ".skill-map"), { recursive: true })
    const startedAt = new Date().toISOString()
    const told = { schemaVersion: 1, host: "127.0.0.1", port, pid: process.pid, scopeRoot: folder, startedAt }
    writeFileSync(file, JSON.stringify({ ...told, smVersion: "1.12.2", token: "0".repeat(64) }))
  }

  return {
    queue,
    seen,
    state,
    port: () => port,
    sessions: () => sessions.size,
    subscriptions: () => [...sessions.values()].flatMap(({ subscribed }) => [...subscribed]),
    plan: (name, ...planned) => void faults.set(name, [...planned]),
    notify: (method, params) => {
      for (const session of sessions.values()) {
        const { uri } = params ?? {}
        if (typeof uri === "string" && !session.subscribed.has(uri)) continue
        push(session, { method, ...(params && { params }) })
      }
    },
    ping: async () => {
      const all = [...sessions.values()]
      const before = all.reduce((sum, { pongs }) => sum + pongs, 0)
      for (const session of all) push(session, { method: "ping", id: 0 })
      await sleep(300)
      return all.reduce((sum, { pongs }) => sum + pongs, 0) - before
    },
    cutStreams: () => {
      for (const { stream } of sessions.values()) stream?.socket?.destroy()
    },
    forgetSessions: () => {
      for (const { stream } of sessions.values()) stream?.end()
      sessions = new Map()
    },
    start: async (at = 0) => {
      sessions = new Map()
      const started = createServer((request, response) => {
        onRequest(request, response).catch((error: unknown) =>
          response.destroy(error instanceof Error ? error : undefined),
        )
      })
      started.on("connection", (socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
      })
      await new Promise<void>((resolve, reject) => {
        started.once("error", reject)
        started.listen(at, "127.0.0.1", resolve)
      })
      server = started
      port = (started.address() as AddressInfo).port
      if (hasServeFile) writeFile()
    },
    stop: async (how = "kill") => {
      const stopping = server
      server = undefined
      if (stopping === undefined) return
      const closed = new Promise((resolve) => stopping.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      if (how === "term") rmSync(file, { force: true })
    },
    calls: (tool) => seen.filter(({ params }) => params.name === tool).map(({ params }) => params),
  }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

const openEvents = (response: ServerResponse, more: Record<string, string> = {}): void => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform", ...more })
}

const toEvent = (message: JsonObject): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`

const json = (response: ServerResponse, status: number, value: object): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))

const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  json(response, status, { ok: false, error: { code, message, details: null } })

const rpcRefusal = (response: ServerResponse, status: number, code: number, message: string): void =>
  json(response, status, { jsonrpc: "2.0", error: { code, message }, id: null })
