import type { Client } from "./initialize.ts"
import type { JsonObject } from "./read-frame.ts"

/**
 * What is declared to this client of all there is. opencode reads skills by itself, and once a server has resources it
 * gives its model three more tools in every request: so it is told neither of them nor of the extension that needs them,
 * unless the settings want it.
 * @param isWanted asked for opencode only, since settings are read by what is slow to load.
 */
export const spareOpencode = async (
  capabilities: JsonObject,
  { name }: Client,
  isWanted: () => Promise<boolean>,
): Promise<JsonObject> => {
  if (name !== "opencode" || (await isWanted())) return capabilities
  const { resources: _, extensions: __, ...spared } = capabilities
  return spared
}
