import type { RequestId } from "@modelcontextprotocol/sdk/types.js"
import type { Client } from "./initialize.ts"
import type { Notify } from "./method.ts"
import { isJsonObject, type JsonObject } from "./read-frame.ts"

/** What is known of the client in front of us, and the one way by which notifications reach it. */
export interface Session {
  /** The client of the handshake; undefined before it and where there is none. */
  readonly client: () => Client | undefined
  /** The handshake is made: from now on the client gets the notifications that were declared to it. */
  readonly begin: (client: Client, capabilities: JsonObject) => void
  readonly notify: Notify
  /**
   * Opens a subscription of a client without handshake, which gets no change unasked. Resolves with the result of
   * the request that opened it, when the session ends or the client takes it back.
   */
  readonly listen: (subscription: Subscription, signal: AbortSignal) => Promise<JsonObject>
  /** Answers what is still subscribed. */
  readonly end: () => void
}

/** What a client wants to be told. */
export interface Subscription {
  /** The id of the request that opened it. */
  readonly id: RequestId
  readonly filter: Filter
}

/** Changes by kind; a kind that is absent is not told of. */
export interface Filter {
  readonly toolsListChanged?: true
  readonly resourcesListChanged?: true
  /** URIs of resources. */
  readonly resourceSubscriptions?: readonly string[]
}

/** Key under which notifications of a subscription name it. */
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId"

const TOOLS_CHANGED = "notifications/tools/list_changed"
const RESOURCES_CHANGED = "notifications/resources/list_changed"
const RESOURCE_UPDATED = "notifications/resources/updated"

/** Begins without a client. `send` takes what the client is to get. */
export const createSession = (send: Notify): Session => {
  let client: Client | undefined
  let declared: JsonObject = {}
  const open = new Map<RequestId, { readonly filter: Filter; readonly end: () => void }>()

  return {
    client: () => client,
    begin: (one, capabilities) => {
      client = one
      declared = capabilities
    },
    notify: (method, params = {}) => {
      if (!isChange(method) || (client !== undefined && isDeclared(method, declared))) send(method, params)
      for (const [id, { filter }] of open) {
        if (fits(filter, method, params)) send(method, withSubscription(params, id))
      }
    },
    listen: ({ id, filter }, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          if (open.delete(id)) resolve({ _meta: { [SUBSCRIPTION_ID]: id } })
        }
        open.set(id, { filter, end })
        signal.addEventListener("abort", end, { once: true })
        send("notifications/subscriptions/acknowledged", withSubscription({ notifications: filter }, id))
      }),
    end: () => {
      for (const { end } of open.values()) end()
    },
  }
}

const isChange = (method: string): boolean =>
  method === TOOLS_CHANGED || method === RESOURCES_CHANGED || method === RESOURCE_UPDATED

// What was not declared is not sent: such a client would have no use for it.
const isDeclared = (method: string, { tools, resources }: JsonObject): boolean => {
  if (method === TOOLS_CHANGED) return isJsonObject(tools) && tools.listChanged === true
  if (!isJsonObject(resources)) return false
  return method === RESOURCES_CHANGED ? resources.listChanged === true : resources.subscribe === true
}

const fits = (filter: Filter, method: string, { uri }: JsonObject): boolean => {
  if (method === TOOLS_CHANGED) return filter.toolsListChanged === true
  if (method === RESOURCES_CHANGED) return filter.resourcesListChanged === true
  return method === RESOURCE_UPDATED && typeof uri === "string" && filter.resourceSubscriptions?.includes(uri) === true
}

const withSubscription = (params: JsonObject, id: RequestId): JsonObject => ({
  ...params,
  _meta: { ...(isJsonObject(params._meta) && params._meta), [SUBSCRIPTION_ID]: id },
})
