import type { Client } from "./initialize.ts"
import type { Call, Method } from "./method.ts"
import type { JsonObject } from "./read-frame.ts"

/** Something the gateway offers beside its own tools: the Skills extension, the upstream. */
export interface Part {
  /** What the part adds to the capabilities declared to this client; merged over the parts, one level deep. */
  readonly capabilities: (client: Client) => JsonObject | Promise<JsonObject>
  /** Request methods of its own, by name. */
  readonly methods?: ReadonlyMap<string, Method>
  readonly tools?: PartTools
  readonly resources?: PartResources
}

/** Tools beside our own. */
export interface PartTools {
  /** As they stand in `tools/list`, behind our own. Must not fail: a part that cannot tell has none. */
  readonly list: (call: Call) => readonly JsonObject[] | Promise<readonly JsonObject[]>
  /** True for the name of a tool of this part. */
  readonly has: (name: string) => boolean
  /** Calls one; `params` is the whole of the request, `name` a tool of this part. */
  readonly call: (params: JsonObject & { readonly name: string }, call: Call) => JsonObject | Promise<JsonObject>
}

/** Resources of one or more URI schemes. */
export interface PartResources {
  /** Without the colon, in small letters. */
  readonly schemes: readonly string[]
  /** One page, from the part's own cursor on. A part that cannot tell what it has gives an empty page. */
  readonly list: (cursor: string | undefined, call: Call) => Page | Promise<Page>
  readonly templates: (call: Call) => readonly JsonObject[] | Promise<readonly JsonObject[]>
  /** Answers `resources/read`; the scheme of `params.uri` is one of this part's. */
  readonly read: (params: JsonObject & { readonly uri: string }, call: Call) => JsonObject | Promise<JsonObject>
}

/** Some items of a longer list. */
export interface Page {
  readonly items: readonly JsonObject[]
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string | undefined
}
