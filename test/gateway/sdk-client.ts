import process from "node:process"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { OFFLINE } from "../lab/offline.ts"
import { cleanEnvironment, FROM_SOURCE, type GatewayPlan, type ToolAnswer } from "./gateway-process.ts"

/** The SDK's own client in front of the real process. It holds every result against the tool's output schema. */
export interface SdkClient {
  readonly client: Client
  readonly call: (name: string, input?: JsonObject) => Promise<ToolAnswer>
  readonly close: () => Promise<void>
}

export const connectClient = async ({ project, env = {}, args = FROM_SOURCE }: GatewayPlan): Promise<SdkClient> => {
  const client = new Client({ name: "test", version: "1" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...OFFLINE, ...args],
    cwd: project.folder,
    env: { ...cleanEnvironment(project), ...env },
    stderr: "ignore",
  })
  await client.connect(transport)
  // What the list says of the results is what the client then checks.
  await client.listTools()
  return {
    client,
    call: async (name, input = {}) => {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...input } }))
      const [part] = result.content
      if (part?.type !== "text" || part.text !== JSON.stringify(result.structuredContent))
        throw new Error(`text and structured content differ: ${JSON.stringify(result)}`)
      return { isError: result.isError === true, data: Object(result.structuredContent) }
    },
    close: () => client.close(),
  }
}
