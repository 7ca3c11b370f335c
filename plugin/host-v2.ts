import { toRecord, toText } from "./to-record.ts"

/** What we use of V2's plugin context; each call may be missing in one version or another. */
export interface HostV2 {
  readonly directory: string | undefined
  readonly options: unknown
  readonly hook: HostCall
  readonly session: HostCall | undefined
  readonly agent: HostCall | undefined
  readonly skills: HostCall | undefined
}

/** A call into the host, in the same process. */
type HostCall = (...inputs: readonly unknown[]) => Promise<unknown>

/**
 * The context as a host of ours; undefined where sessions cannot be hooked: V1 holds an early V2 inside and calls
 * `setup` too, as often as the plugin is named.
 */
export const toHostV2 = (context: unknown): HostV2 | undefined => {
  const { options, location } = toRecord(context)
  const hook = toCall(context, "session", "hook")
  if (hook === undefined) return undefined
  return {
    directory: toText(toRecord(location).directory),
    options,
    hook,
    session: toCall(context, "session", "get"),
    agent: toCall(context, "agent", "get"),
    skills: toCall(context, "skill", "list"),
  }
}

const toCall = (context: unknown, domain: string, name: string): HostCall | undefined => {
  const owner = toRecord(toRecord(context)[domain])
  const method = owner[name]
  return typeof method === "function" ? async (...inputs) => method.apply(owner, inputs) : undefined
}
