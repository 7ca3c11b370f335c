import process from "node:process"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { OFFLINE } from "../../lab/offline.ts"
import type { Project } from "../../lab/project.ts"
import { cleanEnvironment, FROM_SOURCE } from "../gateway-process.ts"

/** The SDK's own client before the real process, asking for what the extension has. */
export interface SkillsClient {
  readonly client: Client
  readonly ask: (method: string, params?: JsonObject) => Promise<Answer>
  /** The code and message of the error that a request is answered with. */
  readonly fail: (method: string, params?: JsonObject) => Promise<{ readonly code: unknown; readonly message: string }>
  /** All skills over all pages, and how many each page had. */
  readonly listAll: () => Promise<{ readonly skills: readonly Entry[]; readonly pages: readonly number[] }>
  /** Methods of the notifications so far. */
  readonly told: readonly string[]
  readonly close: () => Promise<void>
}

export interface Entry {
  readonly uri: string
  readonly frontmatter: JsonObject
  readonly resources: "dynamic" | readonly File[]
}

export interface File {
  readonly uri: string
  readonly digest: string
  readonly size: number
}

/** What any of the methods may answer. */
interface Answer {
  readonly resultType?: string
  readonly ttlMs?: number
  readonly cacheScope?: string
  readonly nextCursor?: string
  readonly skills?: readonly Entry[]
  readonly skill?: Entry
  readonly resources?: readonly {
    readonly uri: string
    readonly name: string
    readonly mimeType?: string
    readonly description?: string
  }[]
  readonly contents?: readonly {
    readonly uri: string
    readonly mimeType?: string
    readonly text?: string
    readonly blob?: string
  }[]
  readonly resourceTemplates?: readonly JsonObject[]
}

export const connectSkillsClient = async (
  project: Project,
  { name = "test", env = {} }: { name?: string; env?: Record<string, string> } = {},
): Promise<SkillsClient> => {
  const client = new Client({ name, version: "1" })
  const told: string[] = []
  client.fallbackNotificationHandler = async ({ method }) => void told.push(method)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...OFFLINE, ...FROM_SOURCE],
      cwd: project.folder,
      env: { ...cleanEnvironment(project), ...env },
      stderr: "ignore",
    }),
  )
  const ask = async (method: string, params: JsonObject = {}): Promise<Answer> =>
    Object(await client.request({ method, params: { ...params } }, ResultSchema))
  return {
    client,
    told,
    ask,
    fail: async (method, params) => {
      try {
        const answer = await ask(method, params)
        throw new Error(`${method} ${JSON.stringify(params)} did not fail: ${JSON.stringify(answer).slice(0, 500)}`)
      } catch (error) {
        if (!(error instanceof Error) || !("code" in error)) throw error
        return { code: error.code, message: error.message }
      }
    },
    listAll: async () => {
      const skills: Entry[] = []
      const pages: number[] = []
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await ask("skills/list", cursor === undefined ? {} : { cursor })
        skills.push(...(page.skills ?? []))
        pages.push(page.skills?.length ?? 0)
        cursor = page.nextCursor
      }
      return { skills, pages }
    },
    close: () => client.close(),
  }
}
