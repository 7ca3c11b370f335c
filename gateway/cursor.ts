import { RPC_CODES, rpcError } from "./rpc-error.ts"

/** Makes a cursor that clients cannot read meaning into. */
export const toCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position), "utf8").toString("base64url")

/**
 * Reads a cursor of ours back; undefined for the first page.
 * @throws RpcError -32602 for what `toCursor` never made of a position that `isPosition` accepts.
 */
export const readCursor = <Position>(
  cursor: unknown,
  isPosition: (value: unknown) => value is Position,
): Position | undefined => {
  if (cursor === undefined) return undefined
  const position = typeof cursor === "string" ? parse(cursor) : undefined
  // Base64 has many spellings for the same bytes; only ours is taken.
  if (position !== undefined && isPosition(position) && toCursor(position) === cursor) return position
  throw noSuchCursor()
}

/** What a client is told of a cursor that leads nowhere. */
export const noSuchCursor = (): Error =>
  rpcError(RPC_CODES.invalidParams, "invalid params: no such cursor; ask without one for the first page")

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))
  } catch {
    // Not one of ours; the caller is told.
    return undefined
  }
}
