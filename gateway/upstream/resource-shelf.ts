import { isJsonObject, type JsonObject } from "../read-frame.ts"
import type { Link } from "./link.ts"

/** The upstream's resources as its clients see them through the gateway. */
export interface ResourceShelf {
  /** What the upstream lists, as it lists it; as last seen while it is away, nothing before it was seen. */
  readonly resources: () => readonly JsonObject[]
  readonly templates: () => readonly JsonObject[]
  readonly read: (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>
  /** Holds across restarts of the upstream, and before it runs. */
  readonly subscribe: (uri: string, signal: AbortSignal) => Promise<JsonObject>
  readonly unsubscribe: (uri: string, signal: AbortSignal) => Promise<JsonObject>
  /** Lists anew and tells when the set is another one. */
  readonly refresh: () => Promise<void>
  /** After a gap: subscribes again and tells every subscriber, since nobody knows what was missed. */
  readonly renew: () => Promise<void>
  /** The upstream says that a resource was updated. */
  readonly onUpstreamUpdated: (uri: unknown) => void
}

export interface ResourceShelfOptions {
  readonly link: Link
  readonly isUnavailable: (error: unknown) => boolean
  readonly onUpdated: (uri: string) => void
  readonly onListChanged: () => void
  /** Reads all pages of a list. */
  readonly listAll: (method: string, key: string) => Promise<readonly unknown[]>
}

/** Opens the shelf; nothing is asked before `refresh`. */
export const openResourceShelf = (options: ResourceShelfOptions): ResourceShelf => {
  const { link, isUnavailable, onUpdated, onListChanged, listAll } = options
  const subscribed = new Set<string>()
  let resources: readonly JsonObject[] = []
  let templates: readonly JsonObject[] = []
  let refreshing: Promise<void> | undefined
  let isStale = false

  const list = async (): Promise<void> => {
    const [newResources, newTemplates] = await Promise.all([
      listAll("resources/list", "resources"),
      listAll("resources/templates/list", "resourceTemplates"),
    ])
    const before = JSON.stringify([resources, templates])
    resources = newResources.filter(isJsonObject)
    templates = newTemplates.filter(isJsonObject)
    // It cries at every scan, though only the contents have changed.
    if (JSON.stringify([resources, templates]) !== before) onListChanged()
  }

  const refresh = async (): Promise<void> => {
    isStale = true
    refreshing ??= (async () => {
      while (isStale) {
        isStale = false
        await list()
      }
    })().finally(() => {
      refreshing = undefined
    })
    await refreshing
  }

  const change = async (method: string, uri: string, signal: AbortSignal): Promise<JsonObject> => {
    try {
      return await link.request({ method, params: { uri }, signal, changes: "nothing" })
    } catch (error) {
      // It is made good as soon as there is an upstream.
      if (isUnavailable(error)) return {}
      throw error
    }
  }

  return {
    resources: () => resources,
    templates: () => templates,
    read: (params, signal) => link.request({ method: "resources/read", params, signal, changes: "nothing" }),
    subscribe: async (uri, signal) => {
      const isNew = !subscribed.has(uri)
      // Before the upstream knows: its first notification may overtake its answer.
      subscribed.add(uri)
      try {
        return await change("resources/subscribe", uri, signal)
      } catch (error) {
        if (isNew) subscribed.delete(uri)
        throw error
      }
    },
    unsubscribe: async (uri, signal) => {
      subscribed.delete(uri)
      return change("resources/unsubscribe", uri, signal)
    },
    refresh,
    renew: async () => {
      const uris = [...subscribed]
      await Promise.allSettled(
        uris.map((uri) => link.request({ method: "resources/subscribe", params: { uri }, changes: "nothing" })),
      )
      for (const uri of uris) if (subscribed.has(uri)) onUpdated(uri)
    },
    onUpstreamUpdated: (uri) => {
      if (typeof uri === "string" && subscribed.has(uri)) onUpdated(uri)
    },
  }
}
