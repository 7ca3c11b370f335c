import type { Client } from "./initialize.ts"
import type { Call, Method } from "./method.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError } from "./rpc-error.ts"
import { SERVER_INFO } from "./server-info.ts"
import type { Filter, Session } from "./session.ts"

/** The revision without a handshake: each request says by itself who asks and in which revision. */
export const MODERN_VERSION = "2026-07-28"

/** Keys of a request's `_meta` in that revision, and of a result's. */
const KEYS = {
  version: "io.modelcontextprotocol/protocolVersion",
  client: "io.modelcontextprotocol/clientInfo",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const

export interface ModernEraOptions {
  readonly session: Session
  readonly capabilities: (client: Client) => Promise<JsonObject>
  readonly instructions: string
}

/** What the older revisions have and this one has not. */
const OLDER_ONLY: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
])
/** Results that must say how long they hold. */
const CACHEABLE: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
])
/** Nothing tells how long a user leaves the files alone; what a client keeps is its own risk. */
const CACHE = { ttlMs: 0, cacheScope: "private" } as const

/**
 * Lets the methods of the older revisions be called in the modern one too: requests that claim it are checked and
 * their results stamped as it wants. A connection that has once been used so is not to fall back.
 */
export const withModernEra = (
  methods: ReadonlyMap<string, Method>,
  options: ModernEraOptions,
): ReadonlyMap<string, Method> => {
  let isModern = false
  const modern = new Map([...methods, ...modernMethods(options)].filter(([name]) => !OLDER_ONLY.has(name)))
  const both = new Set([...methods.keys(), ...modern.keys()])

  const wrap =
    (name: string): Method =>
    async (params, call) => {
      const client = readClaim(params)
      const run = (client === undefined ? methods : modern).get(name)
      if (client === undefined && isModern)
        throw name === "initialize" ? unsupported(params.protocolVersion) : unclaimed()
      if (run === undefined) throw rpcError(RPC_CODES.unknownMethod, `unknown method: ${name}`)
      if (client === undefined) return run(params, { ...call, client: options.session.client() })
      if (name !== "server/discover") isModern = true
      return stamp(name, await run(withoutClaim(params), { ...call, client }))
    }
  return new Map([...both].map((name) => [name, wrap(name)]))
}

const modernMethods = ({ session, capabilities, instructions }: ModernEraOptions): [string, Method][] => [
  [
    "server/discover",
    async (_, { client }) => ({
      supportedVersions: [MODERN_VERSION],
      capabilities: await capabilities(known(client)),
      instructions,
    }),
  ],
  [
    "subscriptions/listen",
    async ({ notifications }, { id, client, signal }) => {
      if (!isJsonObject(notifications)) {
        throw rpcError(RPC_CODES.invalidParams, "invalid params: notifications must be an object")
      }
      return session.listen({ id, filter: honoured(notifications, await capabilities(known(client))) }, signal)
    },
  ],
]

/**
 * Who asks, by the request's own words; undefined for a request of an older revision.
 * @throws RpcError -32602 naming what is missing, -32022 for a revision that is not spoken here.
 */
const readClaim = ({ _meta: meta }: JsonObject): Client | undefined => {
  if (!isJsonObject(meta) || !Object.hasOwn(meta, KEYS.version)) return undefined
  const { [KEYS.version]: version, [KEYS.client]: info, [KEYS.capabilities]: capabilities } = meta
  if (typeof version !== "string") throw badClaim(`${KEYS.version} must be a text`)
  if (version !== MODERN_VERSION) throw unsupported(version)
  if (!isJsonObject(capabilities)) throw badClaim(`${KEYS.capabilities} must be an object`)
  if (info !== undefined && !isJsonObject(info)) throw badClaim(`${KEYS.client} must be an object`)
  return {
    name: typeof info?.name === "string" ? info.name : "",
    version: typeof info?.version === "string" ? info.version : "",
    capabilities,
    protocolVersion: version,
  }
}

const badClaim = (what: string): Error => rpcError(RPC_CODES.invalidParams, `invalid params: _meta: ${what}`)

const unclaimed = (): Error => badClaim(`${KEYS.version} is missing; every request of this connection needs it`)

const unsupported = (requested: unknown): Error =>
  rpcError(RPC_CODES.unsupportedVersion, "unsupported protocol version", {
    supported: [MODERN_VERSION],
    requested: typeof requested === "string" ? requested.slice(0, LONGEST_ECHO) : "unknown",
  })

const LONGEST_ECHO = 100

// Every request of the revision has one: `readClaim` gave it.
const known = (client: Call["client"]): Client => {
  if (client === undefined) throw new Error("a request without a client")
  return client
}

// What the parts pass on to somebody else must not speak of a revision that is between the client and us.
const withoutClaim = (params: JsonObject): JsonObject => {
  const { _meta: meta, ...rest } = params
  const left = Object.entries(Object(meta)).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"))
  return left.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(left) }
}

const stamp = (name: string, result: JsonObject): JsonObject => ({
  ...(CACHEABLE.has(name) && CACHE),
  resultType: "complete",
  ...result,
  _meta: { [KEYS.server]: SERVER_INFO, ...(isJsonObject(result._meta) && result._meta) },
})

// Only what is declared can be promised.
const honoured = (wanted: JsonObject, { tools, resources }: JsonObject): Filter => {
  const { toolsListChanged, resourcesListChanged, resourceSubscriptions: uris } = wanted
  const isTold = (kind: unknown, key: string): boolean => isJsonObject(kind) && kind[key] === true
  return {
    ...(toolsListChanged === true && isTold(tools, "listChanged") && { toolsListChanged }),
    ...(resourcesListChanged === true && isTold(resources, "listChanged") && { resourcesListChanged }),
    ...(Array.isArray(uris) &&
      isTold(resources, "subscribe") && { resourceSubscriptions: uris.filter((uri) => typeof uri === "string") }),
  }
}
