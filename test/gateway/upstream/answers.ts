import { isJsonObject, type JsonObject } from "../../../gateway/read-frame.ts"
import { KNOWN_TOOLS } from "../../../gateway/upstream/known-tools.ts"
import type { JobQueue } from "./job-queue.ts"

/** What the answers depend on. */
interface Circumstances {
  readonly queue: JobQueue
  readonly state: AnswerState
  readonly subscribed: Set<string>
}

interface AnswerState {
  tools: readonly JsonObject[]
  resources: readonly JsonObject[]
  graph: string
}

/** The answers of the stand-in, in the recorded shapes. */
export interface Answers {
  readonly state: AnswerState
  /** `{ result }` or `{ error }`. */
  readonly of: (method: string, params: JsonObject, circumstances: Circumstances) => JsonObject
}

const resource = (name: string): JsonObject => ({
  uri: `skillmap://${name}`,
  name,
  title: `skill-map ${name}`,
  description: `The ${name}, as the stand-in has it.`,
  mimeType: "application/json",
})

export const NODE_TEMPLATE: JsonObject = {
  name: "node",
  uriTemplate: "skillmap://node/{+path}",
  title: "skill-map node",
  description: "One node, as the stand-in has it.",
  mimeType: "application/json",
}

export const createAnswers = (): Answers => ({
  state: {
    // Other words than the bundled ones, and a key nobody knows.
    tools: KNOWN_TOOLS.map((tool) => ({ ...tool, description: `Stand-in: ${tool.name}`, "x-odd": { kept: true } })),
    resources: ["graph", "issues", "activity"].map(resource),
    graph: JSON.stringify({ nodes: [], links: [], issues: [] }),
  },
  of: (method, params, { queue, state, subscribed }) => {
    const uri = String(params.uri)
    switch (method) {
      case "ping":
        return { result: {} }
      case "tools/list":
        return { result: { tools: state.tools } }
      case "resources/list":
        return { result: { resources: state.resources } }
      case "resources/templates/list":
        return { result: { resourceTemplates: [NODE_TEMPLATE] } }
      case "resources/subscribe":
        subscribed.add(uri)
        return { result: {} }
      case "resources/unsubscribe":
        subscribed.delete(uri)
        return { result: {} }
      case "resources/read":
        return readResource(uri, state)
      case "tools/call":
        return { result: callTool(String(params.name), params.arguments, queue) }
      default:
        return { error: { code: -32_601, message: "Method not found" } }
    }
  },
})

const readResource = (uri: string, { graph }: AnswerState): JsonObject => {
  const content = (text: string): JsonObject => ({
    result: { contents: [{ uri, mimeType: "application/json", text }] },
  })
  if (uri === "skillmap://graph") return content(graph)
  if (uri === "skillmap://activity") return content('{\n  "since": 1795973064246,\n  "nodes": {},\n  "pairs": {}\n}')
  if (uri === "skillmap://node/a%20b/SKILL.md" || uri === "skillmap://node/.claude/skills/x/SKILL.md")
    return content('{\n  "item": {},\n  "links": {},\n  "issues": []\n}')
  if (uri.startsWith("skillmap://node/")) {
    const message = `MCP error -32602: Unknown node path: ${uri.slice("skillmap://node/".length)}`
    return { error: { code: -32_602, message } }
  }
  return { error: { code: -32_602, message: `MCP error -32602: Resource ${uri} not found` } }
}

const callTool = (name: string, input: unknown, queue: JobQueue): JsonObject => {
  if (!isJsonObject(input)) {
    return refusal(
      `MCP error -32602: Input validation error: Invalid arguments for tool ${name}: Invalid input: expected object, received undefined`,
    )
  }
  if (name === "query_graph") return data({ nodes: [], links: [], issues: [], query: input })
  if (name === "list_extensions") return data({ extensions: [] })
  if (name === "list_findings") return data({ findings: [] })
  if (name === "dismiss_issue") {
    return refusal(
      "MCP error -32602: Skill-map needs your consent to create .sm sidecars in this project. (details.key = 'allowEditSmFiles')",
    )
  }
  const { data: found, refusal: reason } = queue.call(name, input)
  if (reason !== undefined) return refusal(reason)
  return found === null || found === undefined ? { content: [{ type: "text", text: "null" }] } : data(found)
}

const data = (value: object): JsonObject => ({
  content: [{ type: "text", text: JSON.stringify(value, null, 2) }],
  structuredContent: value,
})

const refusal = (text: string): JsonObject => ({ content: [{ type: "text", text }], isError: true })
