/** Where an upstream may listen. Only this machine: an address from a file or a setting must not lead anywhere else. */
export interface LoopbackAddress {
  /** `http://127.0.0.1:4242`: also what the Host header is made of, which the upstream compares with these names. */
  readonly origin: string
  /** The address of its MCP endpoint. */
  readonly endpoint: string
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"])

/** The endpoint of a server at this host and port; undefined when that is not this machine, or no port. */
export const toLoopbackAddress = (host: unknown, port: unknown): LoopbackAddress | undefined => {
  if (typeof host !== "string" || typeof port !== "number") return undefined
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const name = host === "::1" ? "[::1]" : host.toLowerCase()
  if (!LOOPBACK.has(name)) return undefined
  const origin = `http://${name}:${port}`
  return { origin, endpoint: `${origin}/mcp` }
}

/** The same for an address that the user wrote; without a path it is that of the server's endpoint. */
export const parseLoopbackAddress = (text: string): LoopbackAddress | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname, username, password, search } = new URL(text)
  if (protocol !== "http:" || !LOOPBACK.has(hostname) || username !== "" || password !== "") return undefined
  return { origin, endpoint: `${origin}${pathname === "/" ? "/mcp" : pathname}${search}` }
}
