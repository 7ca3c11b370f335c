import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import process from "node:process"
import { isJsonObject } from "../../gateway/read-frame.ts"
import { type AskedGateway, askGateway } from "./ask-gateway.ts"

// Puts the gateway behind HTTP on the loopback, for judges that speak nothing else (`npm run inspect`). Each handshake
// gets a process of its own; requests without one, as 2026-07-28 has them, share another.

const SESSION = "mcp-session-id"
const sessions = new Map<string, AskedGateway>()
let shared: AskedGateway | undefined

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return JSON.parse(Buffer.concat(parts).toString("utf8"))
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== "POST") {
    response.writeHead(405).end()
    return
  }
  const message = await readBody(request)
  if (!isJsonObject(message)) {
    response.writeHead(400).end()
    return
  }
  const isHandshake = message.method === "initialize"
  const session = isHandshake ? randomUUID() : String(request.headers[SESSION] ?? "")
  if (isHandshake) sessions.set(session, askGateway())
  shared ??= askGateway()
  const gateway = sessions.get(session) ?? shared
  if (message.id === undefined) {
    gateway.send(message)
    response.writeHead(202).end()
    return
  }
  const headers = { "content-type": "application/json", ...(isHandshake && { [SESSION]: session }) }
  response.writeHead(200, headers).end(JSON.stringify(await gateway.ask(message)))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : ""}/mcp`)
})
process.once("SIGTERM", () => {
  for (const { child } of [...sessions.values(), ...(shared === undefined ? [] : [shared])]) child.stdin?.end()
  process.exit()
})
