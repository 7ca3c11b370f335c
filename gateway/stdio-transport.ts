import type { Readable } from "node:stream"
import { isJSONRPCRequest, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import { createCallsInFlight } from "./calls-in-flight.ts"
import type { FrameOutput } from "./frame-output.ts"
import { createLineSplitter } from "./line-splitter.ts"
import type { ClientTransport } from "./mcp-server.ts"
import { type Fault, type Frame, isJsonObject, type JsonObject, readFrame } from "./read-frame.ts"
import { RPC_CODES } from "./rpc-error.ts"
import { toErrorLine, toLine } from "./to-line.ts"

/** The two ends of the pipe. */
export interface StdioTransportOptions {
  readonly input: Readable
  readonly output: FrameOutput
  /** Called once, when the client has closed its end of either stream. */
  readonly onEnd: () => void
  /** Called with each result that did not reach the client: it was cancelled, or the client does not read any more. */
  readonly onUndelivered?: (result: JsonObject) => void
}

/** The strict stdio side of the gateway, as the SDK's `Server` drives it, and what its owner needs to end it well. */
export interface StdioTransport extends ClientTransport {
  /** Resolves when every request is answered and written, after `mostMs` at the latest; the rest then gets an error. */
  readonly finish: (mostMs: number) => Promise<void>
}

/** Longer lines are refused: twice the largest answer an upstream is known to give. */
export const MOST_LINE_BYTES = 16 * 1024 * 1024
/** With so much unread by the client we stop reading too, so that our memory stays bounded. */
const MOST_QUEUED_BYTES = 32 * 1024 * 1024
/** What a client that no longer reads is given to take its last answers. */
const FLUSH_MS = 200

/**
 * Speaks JSON-RPC one message a line, strictly: every line that is no valid message is answered with the error the
 * specification has for it, every valid request exactly once, a cancelled one never. The SDK's own transport drops the
 * first in silence and knows nothing of the rest.
 */
export const createStdioTransport = (options: StdioTransportOptions): StdioTransport => {
  const { input, output, onEnd, onUndelivered = ignore } = options
  const calls = createCallsInFlight()
  let isOpen = true
  let isEnded = false

  const write = (line: string, done: (error?: Error | null) => void = ignore): void => {
    if (!isOpen) {
      done(new Error("the client is gone"))
      return
    }
    output.write(line, done)
    if (output.stream.writableLength <= MOST_QUEUED_BYTES || input.isPaused()) return
    input.pause()
    output.stream.once("drain", () => input.resume())
  }
  const refuse = ({ id, code, message }: Omit<Fault, "kind">): void => write(toErrorLine(id, code, message))
  const pass = (message: JSONRPCMessage): void => transport.onmessage?.(message)
  const end = (): void => {
    if (isEnded) return
    isEnded = true
    onEnd()
  }

  const lines = createLineSplitter({
    mostBytes: MOST_LINE_BYTES,
    onLine: (line) => take(readFrame(line)),
    onOverlong: () =>
      refuse({
        id: null,
        code: RPC_CODES.invalidRequest,
        message: `invalid request: the line is longer than ${MOST_LINE_BYTES} bytes`,
      }),
  })

  const take = (frame: Frame): void => {
    if (frame.kind === "fault") refuse(frame)
    else if (frame.kind === "request") takeRequest(frame)
    else if (frame.kind === "notification") takeNotification(frame)
    else if (frame.kind === "response") takeResponse(frame.message)
  }

  const takeRequest = ({ id, method, params }: Frame & { kind: "request" }): void => {
    const message = { jsonrpc: "2.0" as const, id, method, ...withoutTask(params) }
    if (!isJSONRPCRequest(message)) {
      refuse({ id, code: RPC_CODES.invalidParams, message: "invalid params: _meta is not what the protocol allows" })
      return
    }
    const number = calls.enter(id, method)
    if (number !== undefined) pass({ ...message, id: number })
    else refuse({ id, code: RPC_CODES.invalidRequest, message: "invalid request: this id already waits for an answer" })
  }

  const takeNotification = ({ method, params }: Frame & { kind: "notification" }): void => {
    if (method !== "notifications/cancelled") {
      passValid({ jsonrpc: "2.0", method, ...(params && { params }) })
      return
    }
    const requestId = calls.cancel(params?.requestId)
    // Clients send late cancels for answered requests; there is nothing to stop then.
    if (requestId !== undefined) pass({ jsonrpc: "2.0", method, params: { requestId } })
  }

  const takeResponse = (message: JsonObject): void => passValid(message)

  // A notification or response that is not well-formed has nobody to be told.
  const passValid = (message: JsonObject): void => {
    const { success, data } = JSONRPCMessageSchema.safeParse(message)
    if (success) pass(data)
  }

  const onData = (bytes: Buffer): void => lines.push(bytes)
  const onInputEnd = (): void => {
    lines.end()
    end()
  }
  const onOutputError = (): void => {
    // The client no longer reads (EPIPE): nobody is left to be told.
    isOpen = false
    end()
  }

  const transport: StdioTransport = {
    idOf: calls.idOf,
    start: async () => {
      output.stream.on("error", onOutputError)
      input.on("error", end)
      input.on("end", onInputEnd)
      input.on("close", end)
      input.on("data", onData)
    },
    send: async (message) => {
      if (!isAnswer(message)) {
        write(toLine(message))
        return
      }
      const id = typeof message.id === "number" ? calls.leave(message.id) : undefined
      const result = "result" in message && isJsonObject(message.result) ? message.result : undefined
      const done = (error?: Error | null): void => {
        if (error && result !== undefined) onUndelivered(result)
      }
      if (id === undefined) done(new Error("nobody waits for it any more"))
      else write(toLine({ ...message, id }), done)
    },
    finish: async (mostMs) => {
      await within(mostMs, calls.settled())
      for (const id of calls.leaveAll()) {
        refuse({
          id,
          code: RPC_CODES.unexpected,
          message: "unexpected failure: stdin was closed before the answer was ready",
        })
      }
      if (isOpen) await within(FLUSH_MS, new Promise<void>((resolve) => output.write("", () => resolve())))
      isOpen = false
    },
    close: async () => {
      isOpen = false
      input.off("data", onData)
      transport.onclose?.()
    },
  }
  return transport
}

const isAnswer = (message: JSONRPCMessage): message is JSONRPCMessage & { readonly id?: unknown } =>
  isJsonObject(message) && !("method" in message)

/** We offer no tasks, and who does not is to answer as if the request did not ask for one. */
const withoutTask = (params: JsonObject | undefined): { params?: JsonObject } => {
  if (params === undefined) return {}
  const { task: _, ...rest } = params
  return { params: rest }
}

const within = async (ms: number, wanted: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([wanted, late])
  clearTimeout(timer)
}

// A failed write is reported by the stream's own error event.
const ignore = (): void => undefined
