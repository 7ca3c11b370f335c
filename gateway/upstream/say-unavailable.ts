import type { JsonObject } from "../read-frame.ts"
import type { FoundServer } from "./find-server.ts"

/** Says why there is no upstream, and the command that mends it. */
export const sayUnavailable = (found: Exclude<FoundServer, { kind: "found" }>): string => {
  if (found.kind === "not-running") {
    const stale = found.isStale ? " (.skill-map/serve.json is left over from a server that is gone)" : ""
    return `skill-map is not running for ${found.folder}${stale}: run \`sm serve --mcp\` in that folder, then call again`
  }
  if (found.kind === "stuck") {
    return `skill-map at ${found.origin} does not answer: call again in a moment; if it stays so, stop it and run \`sm serve --mcp\` in ${found.folder}`
  }
  if (found.kind === "mcp-off") {
    return `skill-map runs at ${found.origin} with MCP off: stop it and run \`sm serve --mcp\` in ${found.folder}, or \`sm config set mcp.server.enabled true\` and start it again`
  }
  if (found.kind === "other-project") {
    return `the skill-map server at ${found.origin} is another project's (${found.other}): run \`sm serve --mcp --port <a free port>\` in ${found.folder}`
  }
  if (found.kind === "bad-url") {
    return `upstream.url in the settings is ${JSON.stringify(found.url)}: it must be http:// with 127.0.0.1, localhost or [::1]`
  }
  return found.isMcpOff
    ? `skill-map runs at ${found.url} (upstream.url in the settings) with MCP off: stop it and run \`sm serve --mcp\` there`
    : `skill-map is not running at ${found.url} (upstream.url in the settings): run \`sm serve --mcp\` in its project, or take upstream.url out`
}

/** A tool's result that says that the upstream cannot be reached, in the form of our own tools' errors. */
export const toUnavailable = (message: string): JsonObject => {
  const data = { ok: false, error: { code: "E_UNAVAILABLE", message } }
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data, isError: true }
}
