import process from "node:process"
import { isJsonObject, type JsonObject } from "../../gateway/read-frame.ts"
import { openSession } from "../../gateway/upstream/session.ts"

// The gateway's side towards an upstream as a client of its own, for the conformance suite, which starts it with the
// address of a server as the last argument: lists the tools and calls each of them. It begins below discovery, since
// no server of the suite answers /api/health.

const callTools = async (endpoint: string): Promise<void> => {
  const session = await openSession({
    endpoint,
    onNotification: () => undefined,
    onGone: (fault) => console.error(`gone: ${fault.message}`),
    onGap: () => undefined,
    debug: (line) => console.error(line),
  })
  const { tools } = await session.request({ method: "tools/list", params: {} })
  for (const tool of Array.isArray(tools) ? tools : []) {
    const params = { name: String(tool.name), arguments: numbersFor(tool.inputSchema) }
    console.log(JSON.stringify(await session.request({ method: "tools/call", params })))
  }
  await session.close()
}

// All that the suite's tools want are numbers.
const numbersFor = (schema: unknown): JsonObject => {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(Object.keys(properties).map((key, at) => [key, at + 2]))
}

await callTools(process.argv.at(-1) ?? "")
