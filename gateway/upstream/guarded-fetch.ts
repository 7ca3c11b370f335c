import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JsonObject } from "../read-frame.ts"
import { parseObject, toRefusal } from "./read-refusal.ts"
import { type StandingStreamOptions, standingStream } from "./standing-stream.ts"
import { toUpstreamFault, upstreamFault } from "./upstream-fault.ts"
import { passWholeEvents } from "./whole-events.ts"

/** What the owner of a connection wants to know. */
export interface GuardOptions extends Pick<StandingStreamOptions, "onGone" | "onGap"> {
  /** The code of the error that stands for an answer that never came; its message is `secret`. */
  readonly lostCode: number
  readonly secret: string
}

/** skill-map sends a comment every 15 s while it works; this much silence means that it is stuck or cut off. */
const MOST_SILENCE_MS = 120_000

/**
 * A `fetch` that cures what the SDK's transport does wrong towards a server that restarts, so that the transport itself
 * can be kept:
 * - a response that ends without the answer settles the request at once, by an error event for its id: the transport
 *   would let it wait for its timeout
 * - refusals become faults that say whether the request was executed: the transport gives their text only
 * - the standing GET stream is one endless stream to the transport, which would give up after two failures, and is
 *   opened anew behind its back
 */
export const createGuardedFetch = (options: GuardOptions): FetchLike => {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    // A fresh connection for each request: a kept one may be dead already, and then nobody knows what was executed.
    headers.set("connection", "close")
    const request = { ...init, headers }
    const isStanding = (init.method ?? "GET") === "GET" && !headers.has("last-event-id")
    if (isStanding) {
      const body = standingStream({ ...options, open: () => send(url, request), signal: init.signal ?? undefined })
      return new Response(body, { headers: { "content-type": "text/event-stream" } })
    }
    const response = await send(url, request)
    if (init.method !== "POST") return response
    if (!response.ok) throw await toRefusal(response)
    const { id } = readRequest(init.body)
    return id === undefined ? response : answering(response, id, options)
  }
}

const send = async (url: string | URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw toUpstreamFault(error)
  }
}

const readRequest = (body: unknown): JsonObject => {
  const message = typeof body === "string" ? parseObject(body) : {}
  return typeof message.method === "string" ? message : {}
}

const answering = async (response: Response, id: unknown, options: GuardOptions): Promise<Response> => {
  const { body, headers } = response
  const type = headers.get("content-type") ?? ""
  const error = { jsonrpc: "2.0", id, error: { code: options.lostCode, message: options.secret } }
  // To an answered request it is one answer too many, which the SDK passes over.
  const lastEvent = toEvent(JSON.stringify(error))
  if (type.startsWith("application/json")) {
    const text = await response.text().catch((cause: unknown) => {
      throw toUpstreamFault(cause)
    })
    // Line feeds in JSON are but space between its parts, and would end the event.
    return toEventStream(headers, (pass) => pass(toEvent(text.replace(/[\r\n]+/g, " ")), lastEvent))
  }
  if (body === null || !type.startsWith("text/event-stream"))
    throw upstreamFault("lost", `the answer is ${type || "empty"}`)
  return toEventStream(headers, async (pass) => {
    const end = await passWholeEvents({ body, mostSilenceMs: MOST_SILENCE_MS }, pass)
    // Where there are ids the transport itself asks for the rest.
    if (!end.isResumable) pass(lastEvent)
  })
}

const toEvent = (data: string): Uint8Array => Buffer.from(`\n\ndata: ${data}\n\n`)

type Pass = (...events: readonly Uint8Array[]) => void

const toEventStream = (headers: Headers, feed: (pass: Pass) => void | Promise<void>): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      let isOpen = true
      const pass: Pass = (...events) => {
        try {
          for (const event of events) if (isOpen) controller.enqueue(event)
        } catch {
          // The transport was closed meanwhile: nobody waits for the rest.
          isOpen = false
        }
      }
      void (async () => {
        await feed(pass)
        if (isOpen) controller.close()
      })().catch(() => undefined)
    },
  })
  const sessionId = headers.get("mcp-session-id")
  return new Response(body, {
    headers: { "content-type": "text/event-stream", ...(sessionId !== null && { "mcp-session-id": sessionId }) },
  })
}
