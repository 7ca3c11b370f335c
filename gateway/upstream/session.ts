import { randomUUID } from "node:crypto"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { ErrorCode, McpError, ResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { SERVER_INFO } from "../server-info.ts"
import { createGuardedFetch } from "./guarded-fetch.ts"
import type { TellProgress } from "./heartbeat.ts"
import { relayedError } from "./relayed-error.ts"
import { isUpstreamFault, type UpstreamFault, upstreamFault } from "./upstream-fault.ts"

/** What is asked of the upstream. */
export interface UpstreamRequest {
  readonly method: string
  readonly params: JsonObject
  /** Aborted when nobody waits any more: the upstream is told. Without one the request always runs to its end. */
  readonly signal?: AbortSignal | undefined
  /** Told of the upstream's progress. */
  readonly progress?: TellProgress | undefined
}

/** One session with a running upstream. */
export interface UpstreamSession {
  /** Rejects with an `UpstreamFault`, with a `RelayedError`, or, when aborted, with the signal's reason. */
  readonly request: (request: UpstreamRequest) => Promise<JsonObject>
  /** Ends it and tells the upstream, which frees one of its 32 places. What still waits is rejected. */
  readonly close: () => Promise<void>
  /**
   * Ends it once the last request is settled: each finds out by itself what became of it, and one that the upstream
   * has refused must not pass for one that may have happened.
   */
  readonly retire: () => void
}

export interface SessionOptions {
  readonly endpoint: string
  /** Told of the upstream's notifications, progress apart. */
  readonly onNotification: (method: string, params: JsonObject) => void
  /** Told when the session is over without our doing. */
  readonly onGone: (fault: UpstreamFault) => void
  /** Told when notifications may have been lost. */
  readonly onGap: () => void
  readonly debug: (line: string) => void
}

const OPEN_MS = 10_000
/** Far beyond what any call takes; a request without an end would be a leak. */
const LONGEST_REQUEST_MS = 15 * 60_000
const GOODBYE_MS = 500
/** JSON-RPC leaves these numbers to implementations; the message tells it from one of the upstream's own. */
const LOST_CODE = -32_099

/** Opens a session. Rejects with an `UpstreamFault` where that fails. */
export const openSession = async (options: SessionOptions): Promise<UpstreamSession> => {
  const secret = randomUUID()
  const client = new Client({ name: SERVER_INFO.name, version: SERVER_INFO.version }, { capabilities: {} })
  const transport = new StreamableHTTPClientTransport(new URL(options.endpoint), {
    fetch: createGuardedFetch({ onGone: options.onGone, onGap: options.onGap, lostCode: LOST_CODE, secret }),
  })
  let isClosed = false
  client.onerror = ({ message }) => options.debug(`upstream: ${message}`)
  client.fallbackNotificationHandler = async ({ method, params }) => options.onNotification(method, params ?? {})

  const toError = (error: unknown): Error => {
    if (isUpstreamFault(error)) return error
    if (isClosed) return upstreamFault("lost", "the session was closed", error)
    if (!(error instanceof McpError))
      return upstreamFault("lost", error instanceof Error ? error.message : String(error), error)
    if (error.code === LOST_CODE && error.message.endsWith(secret))
      return upstreamFault("lost", "the connection ended before the answer came")
    const isOurTimeout = error.code === ErrorCode.RequestTimeout && isJsonObject(error.data) && "timeout" in error.data
    return isOurTimeout ? upstreamFault("lost", "no answer came in time") : relayedError(error)
  }

  try {
    // The SDK's own two types differ under exactOptionalPropertyTypes: `sessionId` may be there and undefined.
    await client.connect(transport as Transport, { timeout: OPEN_MS })
  } catch (error) {
    const fault = toError(error)
    void client.close()
    throw isUpstreamFault(fault) ? fault : upstreamFault("off", fault.message, error)
  }

  let waiting = 0
  let isRetired = false
  const end = async (): Promise<void> => {
    isClosed = true
    await client.close()
  }
  const endIfIdle = (): void => {
    if (isRetired && waiting === 0 && !isClosed) void end()
  }

  return {
    request: async ({ method, params, signal, progress }) => {
      waiting++
      try {
        return await client.request({ method, params: withoutToken(params) }, ResultSchema, {
          timeout: LONGEST_REQUEST_MS,
          resetTimeoutOnProgress: true,
          ...(signal && { signal }),
          ...(progress && { onprogress: progress }),
        })
      } catch (error) {
        signal?.throwIfAborted()
        throw toError(error)
      } finally {
        waiting--
        endIfIdle()
      }
    },
    retire: () => {
      isRetired = true
      endIfIdle()
    },
    close: async () => {
      const goodbye = transport.terminateSession().catch(() => undefined)
      await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS))])
      await end()
    },
  }
}

// The client's token means nothing to the upstream: the SDK puts its own there and maps it back.
const withoutToken = (params: JsonObject): JsonObject => {
  if (!isJsonObject(params._meta) || !("progressToken" in params._meta)) return params
  const { progressToken: _, ...meta } = params._meta
  return { ...params, _meta: meta }
}
