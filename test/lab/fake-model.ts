import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type ModelAnswer, renderAnswer } from "./model-answer.ts"
import { lastUserText, type ModelApi, type ModelRequest, toModelRequest } from "./model-request.ts"

export type FakeModel = {
  /** The base URL for both APIs, `http://127.0.0.1:<port>/v1`. */
  readonly url: string
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ModelRequest[]
  readonly close: () => Promise<void>
}

/**
 * A model on loopback that answers "ok" and records what it was asked.
 * A marker `[[call TOOL {json}]]` in the user's last text makes it call that tool, once, before it answers.
 */
export const startFakeModel = async (): Promise<FakeModel> => {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    // A host that is killed in the middle of a request ends here; the test that killed it knows.
    answer(incoming, response, requests).catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `http://127.0.0.1:${portOf(server)}/v1`, requests, close: () => close(server) }
}

/**
 * A host's configuration that knows the fake model under both APIs and nothing else.
 * The model is `fake/m`, or `fake-anthropic/m` where `api` says so.
 */
export const modelConfig = ({ url }: FakeModel, api: ModelApi = "openai") => {
  const chosen = api === "anthropic" ? "fake-anthropic/m" : "fake/m"
  const provider = (npm: string) => ({
    npm,
    name: npm,
    options: { baseURL: url, apiKey: "none" },
    models: { m: { name: "m", tool_call: true, limit: { context: 100_000, output: 1000 } } },
  })
  return {
    $schema: "https://opencode.ai/config.json",
    model: chosen,
    small_model: chosen,
    share: "disabled",
    autoupdate: false,
    provider: { fake: provider("@ai-sdk/openai-compatible"), "fake-anthropic": provider("@ai-sdk/anthropic") },
  }
}

const answer = async (incoming: IncomingMessage, response: ServerResponse, requests: ModelRequest[]): Promise<void> => {
  const api = incoming.url?.split("?")[0]?.endsWith("/messages") ? "anthropic" : "openai"
  const request = toModelRequest(api, JSON.parse(await textOf(incoming)))
  requests.push(request)
  const streamed = request.body.stream
  const type = streamed === true ? "text/event-stream" : "application/json"
  response.writeHead(200, { "content-type": type })
  response.end(renderAnswer(answerFor(request, `call_${requests.length}`), { api, streamed }))
}

const answerFor = (request: ModelRequest, id: string): ModelAnswer => {
  const [, tool, json] = /\[\[call (\S+) (\{[\s\S]*\})\s*\]\]/.exec(lastUserText(request) ?? "") ?? []
  if (request.kind !== "main" || tool === undefined || json === undefined) return { text: "ok" }
  return { tool, arguments: unescaped(json), id }
}

/** `opencode run "a b"` puts quotes around a text with spaces and a backslash before each quote inside. */
const unescaped = (json: string): string => {
  try {
    JSON.parse(json)
    return json
  } catch {
    // Not JSON as it stands: then the quotes were escaped on the way.
    return json.replaceAll('\\"', '"')
  }
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  incoming.setEncoding("utf8")
  let text = ""
  for await (const piece of incoming) text += piece
  return text
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the fake model has no port")
  return address.port
}

const close = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  server.close()
  await once(server, "close")
}
