import { readFile, realpath } from "node:fs/promises"
import { join } from "node:path"
import { isJsonObject } from "../read-frame.ts"
import { type LoopbackAddress, parseLoopbackAddress, toLoopbackAddress } from "./loopback-address.ts"
import { type Health, probeHealth } from "./probe-health.ts"

/** Where to look for the server of a project. */
export interface ServerSearch {
  /** The project's folder: the one in which its server is started. */
  readonly folder: string
  /** `upstream.url` of the settings; taken at its word, so that nothing else is looked at. */
  readonly url: string | undefined
  /** Where it was before: a second server that ends takes the file of the first with it. */
  readonly last: LoopbackAddress | undefined
  /** Default 4242, skill-map's own. */
  readonly defaultPort?: number
}

/** A server to talk to, or why there is none. */
export type FoundServer =
  | { readonly kind: "found"; readonly address: LoopbackAddress }
  | { readonly kind: "not-running"; readonly folder: string; readonly isStale: boolean }
  | { readonly kind: "mcp-off"; readonly folder: string; readonly origin: string }
  /** The file names a server, and something listens there that does not answer. */
  | { readonly kind: "stuck"; readonly folder: string; readonly origin: string }
  | {
      readonly kind: "other-project"
      readonly folder: string
      readonly origin: string
      readonly other: string
    }
  | { readonly kind: "bad-url"; readonly url: string }
  | { readonly kind: "url-silent"; readonly url: string; readonly isMcpOff: boolean }

/** What skill-map takes when nothing else is said. */
const DEFAULT_PORT = 4242

/** Finds the running server of a project. Reads one small file and asks each server in question who it is. */
export const findServer = async (search: ServerSearch): Promise<FoundServer> => {
  const { folder, url, last, defaultPort = DEFAULT_PORT } = search
  if (url !== undefined) return findByUrl(url)
  const named = await readServeFile(folder)
  const addresses = [named, last, toLoopbackAddress("127.0.0.1", defaultPort)].filter((one) => one !== undefined)
  const distinct = addresses.filter(({ origin }, at) => addresses.findIndex((one) => one.origin === origin) === at)
  const answers = await Promise.all(
    distinct.map(async (address) => ({ address, health: await probe(address, folder) })),
  )
  const own = answers.find(({ health }) => health.kind === "own" && health.isMcpOn)
  if (own !== undefined) return { kind: "found", address: own.address }
  for (const { address, health } of answers) {
    if (health.kind === "own") return { kind: "mcp-off", folder, origin: address.origin }
  }
  for (const { address, health } of answers) {
    if (health.kind === "other") return { kind: "other-project", folder, origin: address.origin, other: health.cwd }
  }
  const stuck = answers.find(({ health }) => health.kind === "silent" && health.isListening)
  if (stuck !== undefined && named !== undefined) return { kind: "stuck", folder, origin: stuck.address.origin }
  return { kind: "not-running", folder, isStale: named !== undefined }
}

const findByUrl = async (url: string): Promise<FoundServer> => {
  const address = parseLoopbackAddress(url)
  if (address === undefined) return { kind: "bad-url", url }
  const health = await probeHealth(address.origin)
  if (health.kind === "silent") return { kind: "url-silent", url, isMcpOff: false }
  // Something that is no skill-map may still speak MCP there: the user named it.
  const isMcpOff = health.kind === "skill-map" && !health.isMcpOn
  return isMcpOff ? { kind: "url-silent", url, isMcpOff } : { kind: "found", address }
}

/** The file in which a server of this project says where it listens. */
export const serveFileOf = (folder: string): string => join(folder, ".skill-map", "serve.json")

// Whatever it says is checked with the server itself: it outlives a killed one.
const readServeFile = async (folder: string): Promise<LoopbackAddress | undefined> => {
  try {
    const value: unknown = JSON.parse(await readFile(serveFileOf(folder), "utf8"))
    return isJsonObject(value) ? toLoopbackAddress(value.host, value.port) : undefined
  } catch {
    // None, or half written: the default port is asked all the same.
    return undefined
  }
}

type Answer =
  | { readonly kind: "own"; readonly isMcpOn: boolean }
  | { readonly kind: "other"; readonly cwd: string }
  | Exclude<Health, { kind: "skill-map" }>

const probe = async ({ origin }: LoopbackAddress, folder: string): Promise<Answer> => {
  const health = await probeHealth(origin)
  if (health.kind !== "skill-map") return health
  const [theirs, ours] = await Promise.all([toRealPath(health.cwd), toRealPath(folder)])
  return theirs === ours ? { kind: "own", isMcpOn: health.isMcpOn } : { kind: "other", cwd: health.cwd }
}

const toRealPath = (path: string): Promise<string> => realpath(path).catch(() => path)
