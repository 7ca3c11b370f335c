import type { Command } from "./command.ts"

/** `serve`: runs the MCP gateway on standard input and output until its client closes them. */
export const serve: Command = {
  arguments: "",
  summary: "Runs the MCP server skill-mcp on standard input and output.",
  options: {},
  help: {},
  run: async () => {
    // Loaded only now: the gateway's packages cost more to load than all other commands together.
    const gateway = await import("../gateway/serve.ts")
    return gateway.serve()
  },
}
