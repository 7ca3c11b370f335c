import { stat } from "node:fs/promises"
import type { UpstreamSettings } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"
import { type FoundServer, findServer, serveFileOf } from "./find-server.ts"
import type { LoopbackAddress } from "./loopback-address.ts"
import { sayUnavailable } from "./say-unavailable.ts"
import type { UpstreamRequest, UpstreamSession } from "./session.ts"
import { isUpstreamFault, type UpstreamFault } from "./upstream-fault.ts"

/** The lasting connection to whichever server is there. */
export interface Link {
  /**
   * Asks the upstream, over a new session where the old one is gone. Rejects with `Unavailable`, or with what the
   * session's `request` rejects with; a fault then means `lost`: it may have been executed.
   */
  readonly request: (request: LinkRequest) => Promise<JsonObject>
  /** Connects in the background, now or as soon as there is a server. Called at first need. */
  readonly wake: () => void
  /** Resolves when the connection is made or cannot be made now; at once where it is made already. */
  readonly ready: () => Promise<void>
  /** Ends it. What still waits is rejected. */
  readonly close: () => Promise<void>
}

interface LinkRequest extends UpstreamRequest {
  /** A request that changes nothing is asked again when its answer was lost. */
  readonly changes: "nothing" | "something"
}

export interface LinkOptions extends Pick<UpstreamSettings, "url"> {
  /** The project's folder. */
  readonly folder: string
  readonly defaultPort?: number
  readonly onNotification: (method: string, params: JsonObject) => void
  /** Told after a session was opened, and when notifications may have been lost in a session: all may have changed. */
  readonly onFresh: () => void
  readonly debug: (line: string) => void
}

/** Says that there is no upstream now, and what mends it. */
export interface Unavailable extends Error {
  readonly isUnavailable: true
}

/** A request is sent so often at most, since a server may go again right after it has come. */
const MOST_TRIES = 4
/** How often the project's serve.json is looked at while there is no server: one `stat`. */
const LOOK_MS = 1_000
/** How often the servers themselves are asked then; a second one may have taken the file with it. */
const PROBE_EVERY_LOOKS = 3

/** Makes the connection's keeper. Nothing is looked at before the first need. */
export const createLink = (options: LinkOptions): Link => {
  let session: UpstreamSession | undefined
  let opening: Promise<UpstreamSession> | undefined
  let last: LoopbackAddress | undefined
  let watch: NodeJS.Timeout | undefined
  let isClosed = false

  const open = (): Promise<UpstreamSession> => {
    if (isClosed) return Promise.reject(unavailable("the gateway is ending"))
    if (session !== undefined) return Promise.resolve(session)
    opening ??= connect().finally(() => {
      opening = undefined
    })
    return opening
  }

  const connect = async (): Promise<UpstreamSession> => {
    try {
      const { openSession } = await import("./session.ts")
      const address = await find()
      let current: UpstreamSession | undefined
      const opened = await openSession({
        endpoint: address.endpoint,
        debug: options.debug,
        onNotification: options.onNotification,
        onGap: options.onFresh,
        // Before it is open, its own requests tell the same.
        onGone: (fault) => current && drop(current, fault),
      }).catch((error: unknown) => {
        throw isUpstreamFault(error) ? unavailable(sayFailed(address, error), error) : error
      })
      if (isClosed) {
        void opened.close()
        throw unavailable("the gateway is ending")
      }
      clearTimeout(watch)
      watch = undefined
      last = address
      session = opened
      current = opened
      options.debug(`upstream: connected to ${address.endpoint}`)
      queueMicrotask(options.onFresh)
      return opened
    } catch (error) {
      keepWatch()
      throw error
    }
  }

  const find = async (): Promise<LoopbackAddress> => {
    const { folder, url, defaultPort } = options
    const found: FoundServer = await findServer({ folder, url, last, ...(defaultPort && { defaultPort }) })
    if (found.kind === "found") return found.address
    throw unavailable(sayUnavailable(found))
  }

  const drop = (dropped: UpstreamSession, fault: UpstreamFault): void => {
    if (session !== dropped) return
    session = undefined
    options.debug(`upstream: the session is over: ${fault.message}`)
    dropped.retire()
    if (!isClosed) wake()
  }

  const wake = (): void => {
    if (session === undefined && opening === undefined && watch === undefined) void open().catch(() => undefined)
  }

  // Cheap: the servers are asked when the file has changed, and now and then without.
  const keepWatch = (): void => {
    if (isClosed || watch !== undefined) return
    let looks = 0
    let known = fileVersion(options.folder)
    const look = async (): Promise<void> => {
      looks++
      const before = await known
      known = fileVersion(options.folder)
      const isNew = (await known) !== before
      if (session !== undefined || isClosed) return
      if (isNew || looks % PROBE_EVERY_LOOKS === 0) {
        const { folder, url, defaultPort } = options
        const found = await findServer({ folder, url, last, ...(defaultPort && { defaultPort }) })
        if (found.kind === "found") await open().catch(() => undefined)
      }
      if (session === undefined && !isClosed) watch = setTimeout(look, LOOK_MS).unref()
    }
    watch = setTimeout(look, LOOK_MS).unref()
  }

  const request = async ({ changes, ...asked }: LinkRequest): Promise<JsonObject> => {
    let mayRepeat = changes === "nothing"
    for (let tries = 1; ; tries++) {
      const used = await orAborted(open(), asked.signal)
      try {
        return await used.request(asked)
      } catch (error) {
        if (!isUpstreamFault(error)) throw error
        if (error.kind === "rejected") throw error
        if (error.kind !== "lost") drop(used, error)
        else if (!mayRepeat) throw error
        else mayRepeat = false
        if (isClosed || tries === MOST_TRIES) throw error
      }
    }
  }

  return {
    request,
    wake,
    ready: async () => {
      wake()
      await opening?.catch(() => undefined)
    },
    close: async () => {
      isClosed = true
      clearTimeout(watch)
      const closing = session
      session = undefined
      await closing?.close()
    },
  }
}

const unavailables = new WeakSet<object>()

/** Makes the error that says so. */
const unavailable = (message: string, cause?: unknown): Unavailable => {
  const error = Object.assign(new Error(message, { cause }), { isUnavailable: true as const })
  unavailables.add(error)
  return error
}

/** True for that error. */
export const isUnavailable = (value: unknown): value is Unavailable => value instanceof Error && unavailables.has(value)

const sayFailed = ({ endpoint }: LoopbackAddress, fault: UpstreamFault): string =>
  fault.kind === "off"
    ? `the server at ${endpoint} does not speak MCP (${fault.message}): run \`sm serve --mcp\`, or \`sm config set mcp.server.enabled true\` and start it again`
    : `skill-map at ${endpoint} could not be connected (${fault.message}): call again in a moment; if it stays so, restart \`sm serve --mcp\``

const fileVersion = (folder: string): Promise<string> =>
  stat(serveFileOf(folder)).then(
    ({ mtimeMs, ino, size }) => `${mtimeMs} ${ino} ${size}`,
    () => "none",
  )

const orAborted = async <T>(wanted: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return wanted
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener("abort", stop, { once: true })
  })
  try {
    return await Promise.race([wanted, aborted])
  } finally {
    signal.removeEventListener("abort", stop)
  }
}
