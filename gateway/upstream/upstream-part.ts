import type { Settings } from "../../core/index.ts"
import type { Diagnostics } from "../diagnostics.ts"
import type { Call, Method } from "../method.ts"
import type { Part } from "../part.ts"
import { isJsonObject, type JsonObject } from "../read-frame.ts"
import { RPC_CODES, relayError, rpcError } from "../rpc-error.ts"
import type { Session } from "../session.ts"
import { TOOLS } from "../tools.ts"
import type { TellProgress } from "./heartbeat.ts"
import { KNOWN_TOOLS } from "./known-tools.ts"
import { openUpstream, type Upstream } from "./open-upstream.ts"
import { isRelayedError } from "./relayed-error.ts"

/** The upstream as a part of the gateway, and what the gateway owes it at the end. */
export interface UpstreamPart extends Part {
  /** A result that did not reach the client. */
  readonly takeBack: (result: JsonObject) => void
  /** The client is gone: nobody waits for a job any more. */
  readonly letGo: () => void
  readonly close: () => Promise<void>
  /** The session, with what clients listen to subscribed upstream. */
  readonly withListening: (session: Session) => Session
}

export interface UpstreamPartOptions {
  /** The project's folder. */
  readonly folder: string
  /** Read once, at the first request that needs them. */
  readonly settings: () => Promise<Pick<Settings, "upstream">>
  readonly notify: Session["notify"]
  readonly diagnostics: Diagnostics
}

const SCHEME = "skillmap"

/** Makes the part. Nothing is read or asked before a request needs it; switched off, it offers nothing. */
export const createUpstreamPart = (options: UpstreamPartOptions): UpstreamPart => {
  const { notify, diagnostics } = options
  let opened: Promise<Upstream | undefined> | undefined
  let current: Upstream | undefined

  const open = async (): Promise<Upstream | undefined> => {
    const { upstream: settings } = await options.settings()
    if (!settings.enabled) return undefined
    current = openUpstream({
      settings,
      folder: options.folder,
      reserved: new Set(TOOLS.map(({ name }) => name)),
      debug: diagnostics.debug,
      onProblem: (problem) => diagnostics.report("upstream", problem),
      onToolsChanged: () => notify("notifications/tools/list_changed"),
      onResourcesChanged: () => notify("notifications/resources/list_changed"),
      onResourceUpdated: (uri) => notify("notifications/resources/updated", { uri }),
    })
    return current
  }
  const upstream = (): Promise<Upstream | undefined> => {
    opened ??= open()
    return opened
  }
  const present = async (): Promise<Upstream> => {
    const found = await upstream()
    if (found !== undefined) return found
    throw rpcError(RPC_CODES.invalidParams, "skill-map is switched off in the settings (upstream.enabled)")
  }
  const change =
    (how: "subscribe" | "unsubscribe"): Method =>
    async ({ uri }, { signal }) => {
      if (!isOurs(uri))
        throw rpcError(RPC_CODES.invalidParams, `invalid params: only ${SCHEME}:// resources can be subscribed to`)
      return relaying(async () => (await present())[how](uri, signal))
    }

  return {
    capabilities: async () =>
      (await upstream()) === undefined
        ? {}
        : { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
    methods: new Map([
      ["resources/subscribe", change("subscribe")],
      ["resources/unsubscribe", change("unsubscribe")],
    ]),
    tools: {
      list: async () => (await upstream())?.tools() ?? [],
      // A client may call what it has known from an earlier connection without listing anything.
      has: (name) => current?.hasTool(name) ?? isKnownName(name),
      call: (params, call) =>
        relaying(async () => {
          const found = await present()
          const asked = toToolCall(params)
          if (found.hasTool(asked.name)) return found.call(asked, toCaller(params, call))
          throw rpcError(
            RPC_CODES.invalidParams,
            `unknown tool: ${asked.name}; its group is not chosen in the settings`,
          )
        }),
    },
    resources: {
      schemes: [SCHEME],
      // An address of another scheme would be read elsewhere.
      list: async () => ({ items: ((await (await upstream())?.resources()) ?? []).filter(({ uri }) => isOurs(uri)) }),
      templates: async () =>
        ((await (await upstream())?.templates()) ?? []).filter(({ uriTemplate }) => isOurs(uriTemplate)),
      read: (params, { signal }) => relaying(async () => (await present()).read(params, signal)),
    },
    takeBack: (result) => current?.takeBack(result),
    letGo: () => current?.letGo(),
    close: async () => current?.close(),
    withListening: (session) => ({
      ...session,
      listen: async (subscription, signal) => {
        const uris = (subscription.filter.resourceSubscriptions ?? []).filter(isOurs)
        const each = (how: "subscribe" | "unsubscribe"): void => {
          for (const uri of uris)
            void upstream()
              .then((one) => one?.[how](uri, new AbortController().signal))
              .catch(() => undefined)
        }
        each("subscribe")
        try {
          return await session.listen(subscription, signal)
        } finally {
          each("unsubscribe")
        }
      },
    }),
  }

  function toCaller(params: JsonObject, { signal }: Call) {
    const token = isJsonObject(params._meta) ? params._meta.progressToken : undefined
    if (token === undefined) return { signal }
    const progress: TellProgress = (told) => {
      if (!signal.aborted) notify("notifications/progress", { progressToken: token, ...told })
    }
    return { signal, progress }
  }
}

const isKnownName = (name: string): boolean => KNOWN_TOOLS.some((tool) => tool.name === name)

const isOurs = (uri: unknown): uri is string => typeof uri === "string" && uri.toLowerCase().startsWith(`${SCHEME}:`)

const toToolCall = ({ name, arguments: input = {}, _meta: meta }: JsonObject & { name: string }) => {
  if (!isJsonObject(input)) throw rpcError(RPC_CODES.invalidParams, "invalid params: arguments must be an object")
  return { name, input, meta }
}

// What the upstream answers with an error is the client's to see.
const relaying = async (work: () => Promise<JsonObject>): Promise<JsonObject> => {
  try {
    return await work()
  } catch (error) {
    throw isRelayedError(error) ? relayError(error.code, error.message, error.data) : error
  }
}
