import type { JsonObject } from "../read-frame.ts"
import type { FoundServer } from "./find-server.ts"

/** Says why there is no upstream, and the command that mends it. */
export const sayUnavailable = (found: MissingServer): string => {
  const { fact, cure } = diagnose(found)
  return `${fact}: ${cure}`
}

type MissingServer = Exclude<FoundServer, { kind: "found" }>

/** The same in its two parts. */
export const diagnose = (found: MissingServer): { readonly fact: string; readonly cure: string } => {
  if (found.kind === "not-running") {
    const stale = found.isStale ? " (.skill-map/serve.json is left over from a server that is gone)" : ""
    return {
      fact: `skill-map is not running for ${found.folder}${stale}`,
      cure: "run `sm serve --mcp` in that folder, then call again",
    }
  }
  if (found.kind === "stuck") {
    return {
      fact: `skill-map at ${found.origin} does not answer`,
      cure: `call again in a moment; if it stays so, stop it and run \`sm serve --mcp\` in ${found.folder}`,
    }
  }
  if (found.kind === "mcp-off") {
    return {
      fact: `skill-map runs at ${found.origin} with MCP off`,
      cure: `stop it and run \`sm serve --mcp\` in ${found.folder}, or \`sm config set mcp.server.enabled true\` and start it again`,
    }
  }
  if (found.kind === "other-project") {
    return {
      fact: `the skill-map server at ${found.origin} is another project's (${found.other})`,
      cure: `run \`sm serve --mcp --port <a free port>\` in ${found.folder}`,
    }
  }
  if (found.kind === "bad-url") {
    return {
      fact: `upstream.url in the settings is ${JSON.stringify(found.url)}`,
      cure: "it must be http:// with 127.0.0.1, localhost or [::1]",
    }
  }
  return found.isMcpOff
    ? {
        fact: `skill-map runs at ${found.url} (upstream.url in the settings) with MCP off`,
        cure: "stop it and run `sm serve --mcp` there",
      }
    : {
        fact: `skill-map is not running at ${found.url} (upstream.url in the settings)`,
        cure: "run `sm serve --mcp` in its project, or take upstream.url out",
      }
}

/** A tool's result that says that the upstream cannot be reached, in the form of our own tools' errors. */
export const toUnavailable = (message: string): JsonObject => {
  const data = { ok: false, error: { code: "E_UNAVAILABLE", message } }
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data, isError: true }
}
