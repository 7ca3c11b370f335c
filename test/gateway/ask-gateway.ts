import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { createInterface } from "node:readline"
import { isJsonObject, type JsonObject } from "../../gateway/read-frame.ts"
import { OFFLINE } from "../lab/offline.ts"
import { FROM_SOURCE } from "./gateway-process.ts"

export interface AskPlan {
  /** Node's arguments. Default `FROM_SOURCE`. */
  readonly args?: readonly string[]
  /** Where the process starts. Default this process's folder. */
  readonly folder?: string
  /** Its environment. Default this process's. */
  readonly env?: Readonly<Record<string, string>>
}

/** A gateway process that is asked any number of questions at a time and keeps no answer once it was given. */
export interface AskedGateway {
  readonly child: ChildProcess
  readonly send: (message: JsonObject) => void
  /** Sends a request under an id of its own and gives the whole answer, under the id that the request came with. */
  readonly ask: (message: JsonObject) => Promise<JsonObject>
  /** Closes stdin and gives the exit code once the process and its output have ended. */
  readonly end: () => Promise<number | null>
}

export const askGateway = ({ args = FROM_SOURCE, folder, env }: AskPlan = {}): AskedGateway => {
  const child = spawn(process.execPath, [...OFFLINE, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(env === undefined ? {} : { env: { ...env } }),
  })
  const waiting = new Map<number, { resolve: (answer: JsonObject) => void; reject: (why: Error) => void }>()
  let asked = 0
  const closed = once(child, "close")
  createInterface({ input: child.stdout }).on("line", (line) => {
    const frame: unknown = JSON.parse(line)
    if (!isJsonObject(frame) || typeof frame.id !== "number") return
    waiting.get(frame.id)?.resolve(frame)
    waiting.delete(frame.id)
  })
  child.stdin.on("error", () => undefined)
  child.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the gateway ended before it answered"))
    waiting.clear()
  })
  const send = (message: JsonObject): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    child,
    send,
    ask: async (message) => {
      const id = ++asked
      const answer = new Promise<JsonObject>((resolve, reject) => waiting.set(id, { resolve, reject }))
      send({ ...message, id })
      return { ...(await answer), id: message.id }
    },
    end: async () => {
      child.stdin.end()
      const [code] = await closed
      return code
    },
  }
}
