import { setTimeout as sleep } from "node:timers/promises"
import type { UpstreamSettings } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"
import { RPC_CODES, rpcError } from "../rpc-error.ts"
import { chooseKnownTools, chooseTools, type UpstreamTool } from "./chosen-tools.ts"
import { type ClaimDesk, type Claimer, openClaimDesk } from "./claim-desk.ts"
import { HEARTBEAT_MS, startHeartbeat, type TellProgress } from "./heartbeat.ts"
import { READS } from "./known-tools.ts"
import { createLink, isUnavailable, type Link, type LinkOptions } from "./link.ts"
import { toJobs, watchLostClaims } from "./lost-claims.ts"
import { openResourceShelf, type ResourceShelf } from "./resource-shelf.ts"
import { toUnavailable } from "./say-unavailable.ts"
import { isUpstreamFault } from "./upstream-fault.ts"

/** skill-map behind the gateway. */
export interface Upstream {
  /** The tools to list; asking for them is the first need, and never waits. */
  readonly tools: () => readonly UpstreamTool[]
  readonly hasTool: (name: unknown) => name is string
  /** Calls a tool. That there is no upstream, or that its answer was lost, is a result that says so. */
  readonly call: (params: ToolCall, caller: Claimer) => Promise<JsonObject>
  /** The resources to list, after a short wait for a connection that is being made. */
  readonly resources: () => Promise<readonly JsonObject[]>
  readonly templates: () => Promise<readonly JsonObject[]>
  readonly read: (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>
  readonly subscribe: (uri: string, signal: AbortSignal) => Promise<JsonObject>
  readonly unsubscribe: (uri: string, signal: AbortSignal) => Promise<JsonObject>
  /** A result that did not reach the client: a job in it is kept for the next claimer. */
  readonly takeBack: (result: JsonObject) => void
  /** The client is gone: parked claims end. */
  readonly letGo: () => void
  /** Gives up jobs that nobody took and ends the session. */
  readonly close: () => Promise<void>
}

/** A call as the client sent it. */
interface ToolCall {
  readonly name: string
  readonly input: JsonObject
  readonly meta?: unknown
}

/** What the gateway is told. */
interface UpstreamEvents {
  readonly onToolsChanged: () => void
  readonly onResourcesChanged: () => void
  readonly onResourceUpdated: (uri: string) => void
  /** A fault in what the upstream offers. */
  readonly onProblem: (problem: string) => void
  readonly debug: (line: string) => void
}

export interface UpstreamOptions extends UpstreamEvents, Pick<LinkOptions, "folder" | "defaultPort"> {
  readonly settings: UpstreamSettings
  /** Names of our own tools. */
  readonly reserved: ReadonlySet<string>
}

/** A list of resources waits so long for a connection that is being made. */
const CONNECT_MS = 1_500
/** What is claimed and not yet given up at the end may take so long. */
const CLOSE_MS = 10_000
const MOST_PAGES = 100
/** An upstream that is restarted is back within minutes, or it is not. */
const MOST_GIVE_UPS = 1_200
const GIVE_UP_PAUSE_MS = 250

/** Opens the upstream: a connection is made at first need and kept. */
export const openUpstream = (options: UpstreamOptions): Upstream => {
  const { settings, reserved, debug, onToolsChanged } = options
  const choice = { groups: settings.groups, reserved }
  let tools = chooseKnownTools(choice)
  let problems: readonly string[] = []
  let isEnded = false

  const link: Link = createLink({
    folder: options.folder,
    url: settings.url,
    ...(options.defaultPort && { defaultPort: options.defaultPort }),
    debug,
    onFresh: () => inBackground(renew),
    onNotification: (method, params) => {
      if (method === "notifications/tools/list_changed") inBackground(refreshTools)
      else if (method === "notifications/resources/list_changed") inBackground(shelf.refresh)
      else if (method === "notifications/resources/updated") shelf.onUpstreamUpdated(params.uri)
    },
  })

  const listAll = async (method: string, key: string): Promise<readonly unknown[]> => {
    const all: unknown[] = []
    let cursor: unknown
    for (let page = 0; page < MOST_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor }
      const result = await link.request({ method, params, changes: "nothing" })
      const part = result[key]
      if (Array.isArray(part)) all.push(...part)
      cursor = result.nextCursor
      if (typeof cursor !== "string") break
    }
    return all
  }

  const shelf: ResourceShelf = openResourceShelf({
    link,
    isUnavailable,
    listAll,
    onUpdated: options.onResourceUpdated,
    onListChanged: options.onResourcesChanged,
  })

  const refreshTools = async (): Promise<void> => {
    const chosen = chooseTools(await listAll("tools/list", "tools"), choice)
    for (const problem of chosen.problems) if (!problems.includes(problem)) options.onProblem(problem)
    problems = chosen.problems
    const isNew = JSON.stringify(chosen.tools) !== JSON.stringify(tools)
    tools = chosen.tools
    if (isNew) onToolsChanged()
  }

  const renew = async (): Promise<void> => {
    await Promise.all([refreshTools(), shelf.refresh(), shelf.renew()])
  }

  const inBackground = (work: () => Promise<void>): void => {
    // What fails here is asked again with the next session, or at the next notification.
    work().catch((error: unknown) => debug(`upstream: ${error instanceof Error ? error.message : String(error)}`))
  }

  const request = (params: JsonObject, { signal, progress }: Partial<Claimer>): Promise<JsonObject> =>
    link.request({
      method: "tools/call",
      params,
      signal,
      progress,
      changes: READS.has(String(params.name)) ? "nothing" : "something",
    })

  // Again and again while the upstream is away: to fail a job that has failed changes nothing.
  const giveUp = async (id: string): Promise<void> => {
    debug(`upstream: gives up the job ${id}, which was claimed for nobody`)
    const params = { name: "fail_job", arguments: { id } }
    for (let tries = 1; ; tries++) {
      try {
        await link.request({ method: "tools/call", params, changes: "nothing" })
        return
      } catch (error) {
        const mayComeBack = !isEnded && tries < MOST_GIVE_UPS && (isUnavailable(error) || isUpstreamFault(error))
        if (mayComeBack) await sleep(GIVE_UP_PAUSE_MS)
        else {
          options.onProblem(`the job ${id} was claimed for nobody and could not be given up: ${String(error)}`)
          return
        }
      }
    }
  }

  const lostClaims = watchLostClaims({
    isKnown: (id) => desk.isKnown(id),
    fail: giveUp,
    onProblem: options.onProblem,
    jobs: async (extension) => {
      const input = extension === undefined ? {} : { extension }
      return toJobs(await request({ name: "list_jobs", arguments: input }, {}))
    },
  })

  const desk: ClaimDesk = openClaimDesk({
    // It must run to its end, whoever leaves meanwhile: it may have a job.
    claimOnce: (input) => request({ name: "claim_job", arguments: input }, {}),
    isStillOurs: (id) => request({ name: "get_job", arguments: { id } }, {}).then(isRunning, () => true),
    fail: giveUp,
    onNoAnswer: (claim, error) => {
      if (isUpstreamFault(error) && error.kind === "lost") lostClaims.note(claim)
    },
    toResult: (error) =>
      isUpstreamFault(error)
        ? toFailure("claim_job", error)
        : toUnavailable(error instanceof Error ? error.message : String(error)),
  })

  const connected = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CONNECT_MS)
    })
    const listed = link.ready().then(() => (shelf.resources().length === 0 ? shelf.refresh() : undefined))
    await Promise.race([listed.catch(() => undefined), late])
    clearTimeout(timer)
  }

  return {
    tools: () => {
      link.wake()
      return tools
    },
    hasTool: (name): name is string => tools.some((tool) => tool.name === name),
    call: async ({ name, input, meta }, caller) => {
      if (name === "claim_job") {
        const result = await desk.claim(input, caller)
        const { id } = Object(result.structuredContent)
        if (typeof id === "string") debug(`upstream: the job ${id} goes to the client`)
        return result
      }
      const stopHeartbeat = startHeartbeat(caller.progress, HEARTBEAT_MS)
      try {
        const params = { name, arguments: input, ...(meta !== undefined && { _meta: meta }) }
        const progress = caller.progress && stopping(stopHeartbeat, caller.progress)
        return await request(params, { signal: caller.signal, progress })
      } catch (error) {
        return toFailure(name, error)
      } finally {
        stopHeartbeat()
      }
    },
    resources: async () => {
      await connected()
      return shelf.resources()
    },
    templates: async () => {
      await connected()
      return shelf.templates()
    },
    read: (params, signal) => shelf.read(params, signal).catch(rethrowForClient),
    subscribe: (uri, signal) => shelf.subscribe(uri, signal).catch(rethrowForClient),
    unsubscribe: (uri, signal) => shelf.unsubscribe(uri, signal).catch(rethrowForClient),
    takeBack: desk.takeBack,
    letGo: desk.letGo,
    close: async () => {
      desk.letGo()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS)
      })
      const decided = Promise.all([desk.close(), lostClaims.end()])
      // Again: the last claim may have lost its answer while the others were decided.
      await Promise.race([decided.then(lostClaims.end), late])
      clearTimeout(timer)
      isEnded = true
      await link.close()
    },
  }
}

// Where nobody can tell, whoever gets the job finds out.
const isRunning = ({ structuredContent }: JsonObject): boolean => {
  const { item } = Object(structuredContent)
  return typeof item?.status !== "string" || item.status === "running"
}

// What the upstream tells itself is better than ours.
const stopping =
  (stop: () => void, tell: TellProgress): TellProgress =>
  (progress) => {
    stop()
    tell(progress)
  }

// An error that the upstream answered with is passed on as one.
const toFailure = (name: string, error: unknown): JsonObject => {
  if (isUnavailable(error)) return toUnavailable(error.message)
  if (!isUpstreamFault(error)) throw error
  const { kind, message } = error
  if (kind !== "lost") return toUnavailable(`skill-map did not take the call of ${name}: ${message}`)
  if (READS.has(name)) return toUnavailable(`skill-map did not answer ${name}: ${message}: call again`)
  return toUnavailable(
    `${name} may have happened: ${message} after it was sent. It was not repeated: see with ${lookFor(name)} whether it took effect before calling it again`,
  )
}

const lookFor = (name: string): string => {
  if (name.endsWith("_job")) return "list_jobs"
  return name.endsWith("_finding") ? "list_findings" : "list_issue_suppressions"
}

const rethrowForClient = (error: unknown): never => {
  if (!isUnavailable(error) && !isUpstreamFault(error)) throw error
  throw rpcError(RPC_CODES.unexpected, `E_UNAVAILABLE: ${error.message}`)
}
