import manifest from "../package.json" with { type: "json" }

/** How this server introduces itself. */
export const SERVER_INFO = {
  name: "skill-mcp",
  title: "Skill finder",
  version: manifest.version,
} as const

/** What this server offers. */
export const CAPABILITIES = { tools: {} } as const
