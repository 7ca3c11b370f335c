import { InitializeRequestParamsSchema } from "@modelcontextprotocol/sdk/types.js"
import type { JsonObject } from "./read-frame.ts"
import { RPC_CODES, rpcError } from "./rpc-error.ts"

/** The program in front of us, as it introduced itself. */
export interface Client {
  readonly name: string
  readonly version: string
  readonly capabilities: JsonObject
  /** The revision agreed on. */
  readonly protocolVersion: string
}

/** Revisions of the protocol that this gateway speaks, newest first. 2025-03-26 asks for batches, which no other does. */
export const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2024-11-05"] as const

/**
 * Reads what the client says of itself in `initialize` and settles the revision.
 * @throws RpcError -32602 naming what is missing.
 */
export const readClient = (params: JsonObject): Client => {
  const read = InitializeRequestParamsSchema.safeParse(params)
  if (!read.success) {
    const wrong = read.error.issues.map(
      ({ path, message }) => `${path.join(".")} (${message.replace(/^Invalid input: /, "")})`,
    )
    throw rpcError(RPC_CODES.invalidParams, `invalid params: initialize needs ${wrong.join(", ")}`)
  }
  const { clientInfo, capabilities, protocolVersion } = read.data
  return {
    name: clientInfo.name,
    version: clientInfo.version,
    capabilities,
    protocolVersion: toProtocolVersion(protocolVersion),
  }
}

/**
 * The revision to answer with: the one proposed where we speak it; for an older one the newest that is not newer, which
 * such a client may know; else our newest, as the specification wants.
 */
export const toProtocolVersion = (proposed: string): string =>
  (DATE.test(proposed) ? PROTOCOL_VERSIONS.find((version) => version <= proposed) : undefined) ?? PROTOCOL_VERSIONS[0]

const DATE = /^\d{4}-\d\d-\d\d$/
