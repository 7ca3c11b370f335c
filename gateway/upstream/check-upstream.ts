import type { Library } from "../library.ts"
import type { Output } from "../tool-schemas.ts"
import { findServer } from "./find-server.ts"
import { diagnose } from "./say-unavailable.ts"

/**
 * Whether skill-map runs for this project and speaks MCP. Only what the settings name wrongly is a fault: skill-map is
 * optional. Never rejects, and is done within the time of one probe.
 * @param defaultPort skill-map's own by default.
 */
export const checkUpstream = async (
  { settings, environment }: Library,
  defaultPort?: number,
): Promise<Output<"doctor">["checks"][number]> => {
  const { enabled, url, groups } = settings().settings.upstream
  if (!enabled) return { name: "upstream", ok: true, message: "skill-map is switched off in the settings" }
  const found = await findServer({ folder: environment.cwd, url, last: undefined, ...(defaultPort && { defaultPort }) })
  if (found.kind === "found") {
    const message = `skill-map answers at ${found.address.origin}; its tools of ${groups.join(", ")} are offered`
    return { name: "upstream", ok: true, message }
  }
  const { fact, cure } = diagnose(found)
  const ok = found.kind !== "bad-url"
  return { name: "upstream", ok, message: ok ? `${fact}; it is optional` : fact, cure }
}
