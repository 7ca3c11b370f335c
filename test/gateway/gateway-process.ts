import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { isJsonObject } from "../../gateway/read-frame.ts"
import type { Output } from "../../gateway/tool-schemas.ts"
import { OFFLINE } from "../lab/offline.ts"
import type { Project } from "../lab/project.ts"

const ROOT = join(import.meta.dirname, "../..")

/** The gateway as it is developed. The loader's address is absolute, since the process starts in a project's folder. */
export const FROM_SOURCE: readonly string[] = ["--import", import.meta.resolve("tsx"), join(ROOT, "gateway/serve.ts")]

export interface GatewayPlan {
  readonly project: Project
  readonly env?: Readonly<Record<string, string>>
  /** Node's arguments. Default `FROM_SOURCE`. */
  readonly args?: readonly string[]
  /** A module loaded before everything of the product. */
  readonly preload?: string
}

/** The real process at the other end of real pipes, spoken to in raw lines. */
export interface Gateway {
  readonly child: ChildProcess
  readonly write: (text: string | Uint8Array) => void
  /** Sends a request and waits for its answer. */
  readonly request: (method: string, params?: JsonObject) => Promise<Answer>
  readonly call: (name: string, input?: JsonObject) => Promise<ToolAnswer>
  /** Every line that came on stdout, parsed; a line that is no JSON object throws. */
  readonly frames: () => readonly Answer[]
  /** Waits for a frame. */
  readonly frame: (fits: (frame: Answer) => boolean) => Promise<Answer>
  readonly stderr: () => string
  /** Closes stdin and gives the exit code and how long the process took to go. */
  readonly end: (last?: string) => Promise<{ readonly code: number | null; readonly ms: number }>
}

export type Answer = {
  readonly id?: unknown
  readonly result?: JsonObject
  readonly error?: { readonly code: number; readonly message: string }
}

export type ToolAnswer = {
  readonly isError: boolean
  /** The structured content, proven equal to the text. */
  readonly data: Data
}

/** What any of the tools may give. */
export type Data = {
  readonly ok?: boolean
  readonly error?: { readonly code: string; readonly message: string }
} & Partial<Output<"find"> & Output<"outline"> & Output<"read-section"> & Output<"schema"> & Output<"doctor">>

/** The environment of a gateway that knows nothing of the user of this machine. */
export const cleanEnvironment = ({ home }: Project): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  USERPROFILE: home,
})

export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: { roots: {} },
  clientInfo: { name: "test", version: "1" },
} as const

export const startGateway = ({ project, env = {}, args = FROM_SOURCE, preload }: GatewayPlan): Gateway => {
  const before = preload === undefined ? [] : ["--import", pathToFileURL(preload).href]
  const child = spawn(process.execPath, [...OFFLINE, ...before, ...args], {
    cwd: project.folder,
    env: { ...cleanEnvironment(project), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  const answers: Answer[] = []
  const strays: string[] = []
  let rest = ""
  let errors = ""
  let asked = 0
  let isGone = false
  const waiting = new Set<() => void>()
  const exited = once(child, "exit")
  const tell = (): void => {
    for (const look of waiting) look()
  }
  // Its output may still be on its way when the process is gone; "close" comes behind it.
  child.once("close", () => {
    isGone = true
    tell()
  })
  child.stdin.on("error", () => undefined)
  child.stderr.on("data", (bytes: Buffer) => {
    errors += bytes.toString()
  })
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    const lines = (rest + part).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) takeLine(line, answers, strays)
    tell()
  })

  const frames = (): readonly Answer[] => {
    if (strays.length > 0) throw new Error(`stdout carries what is no frame: ${strays[0]}`)
    return answers
  }
  const write = (bytes: string | Uint8Array): void => void child.stdin.write(bytes)

  const frame = (fits: (frame: Answer) => boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = frames().find(fits)
        if (found === undefined && !isGone) return
        stop()
        if (found === undefined) fail("the gateway ended first")
        else resolve(found)
      }
      const fail = (why: string): void =>
        reject(new Error(`${why}; ${answers.length} frames came; stderr: ${errors.slice(-2_000)}`))
      const timer = setTimeout(() => {
        stop()
        fail("no such frame within 60 s")
      }, 60_000)
      const stop = (): void => {
        clearTimeout(timer)
        waiting.delete(look)
      }
      waiting.add(look)
      look()
    })

  const request = (method: string, params?: JsonObject): Promise<Answer> => {
    const id = `test-${++asked}`
    write(toLine({ id, method, ...(params && { params }) }))
    return frame((one) => one.id === id)
  }

  return {
    child,
    write,
    request,
    call: async (name, input) =>
      toToolAnswer(await request("tools/call", { name, ...(input && { arguments: input }) })),
    frames,
    frame,
    stderr: () => errors,
    end: async (last = "") => {
      const started = performance.now()
      child.stdin.end(last)
      const [code] = await exited
      return { code, ms: performance.now() - started }
    },
  }
}

/** A message as a line. */
export const toLine = (message: JsonObject): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`

const takeLine = (line: string, answers: Answer[], strays: string[]): void => {
  try {
    const frame: unknown = JSON.parse(line)
    if (isJsonObject(frame) && frame.jsonrpc === "2.0") answers.push(frame)
    else strays.push(line)
  } catch {
    strays.push(line)
  }
}

const toToolAnswer = ({ result, error }: Answer): ToolAnswer => {
  if (result === undefined) throw new Error(`no result but ${JSON.stringify(error)}`)
  const { content, structuredContent, isError } = result
  const [part] = content as [{ type: string; text: string }]
  if (part.type !== "text" || part.text !== JSON.stringify(structuredContent))
    throw new Error(`text and structured content differ: ${part.text} ${JSON.stringify(structuredContent)}`)
  return { isError: isError === true, data: Object(structuredContent) }
}
