/**
 * A stand-in for opencode V2, of which no binary exists here. It was never run beside a live V2. From source, by the
 * commits of anomalyco/opencode: the resolution of a configured directory (packages/plugin/src/host.ts@4676c932), the
 * schema of the default export (module.ts@07db2b92), one callback after the other, awaited, whose error ends the
 * request (plugin/hooks.ts, index id 70503832701), the events and their keys (session.ts@03545fd3, model-request.ts, id
 * 70729110510), the message shapes (to-llm-message.ts@0010d84d), the list of skills (skill/instructions.ts@679e56d3),
 * parts becoming one system message (ai/protocols/openai-chat.ts@02035d46) or blocks. From documents or others' notes:
 * that a hook's error comes out as a failed session, the envelopes of `agent.get` and `skill.list`.
 */
import { existsSync, realpathSync } from "node:fs"
import { join, sep } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { pathToFileURL } from "node:url"

type Callback = (event: unknown) => unknown
type Rule = { readonly action: string; readonly resource: string; readonly effect: "allow" | "deny" | "ask" }

export type SkillV2 = {
  readonly id: string
  readonly description?: string
  readonly path: string
  readonly autoinvoke?: boolean
}

export type PlanV2 = {
  readonly directory: string
  readonly options?: object
  readonly skills?: readonly SkillV2[]
  /** By agent; without an entry an agent may do everything. */
  readonly rules?: Readonly<Record<string, readonly Rule[]>>
  /** Ids that the user has disabled: known to the host, listed to nobody. */
  readonly disabled?: readonly string[]
  /** What the host's own calls do. */
  readonly calls?: "answer" | "hang" | "fail" | "missing"
  /** Betas before 2.0 have one hook for everything and call it for titles too. */
  readonly generation?: "beta" | "released"
}

type PromptV2 = {
  readonly text: string
  readonly agent?: string
  readonly files?: readonly string[]
  readonly steps?: readonly ToolCallV2[]
}
type ToolCallV2 = { readonly name: string; readonly input: object }

/** A request as it would go out. */
export type RequestV2 = {
  readonly parts: readonly string[]
  readonly system: string
  readonly tools: readonly string[]
}

export type HostV2 = {
  readonly createSession: (parentID?: string) => string
  /** Sends a person's message and runs its turn, one request for each tool call and one at the end. */
  readonly prompt: (session: string, prompt: PromptV2) => Promise<readonly RequestV2[]>
  readonly compact: (session: string) => Promise<RequestV2>
  readonly title: (session: string) => Promise<RequestV2>
  /** The host restarts: it knows its sessions still, the plugin is set up anew. */
  readonly reload: () => Promise<void>
  readonly unload: () => Promise<void>
  readonly hooks: () => readonly string[]
}

type Session = { readonly id: string; readonly parentID?: string; messages: object[] }

/** Loads a plugin from its folder and holds it as V2 would. */
export const startHostV2 = async (folder: string, plan: PlanV2): Promise<HostV2> => {
  const { id, setup } = await loadDefinition(folder)
  if (id !== "skill-mcp-hint") throw new Error(`unexpected plugin ${id}`)
  const hooks = new Map<string, Callback[]>()
  const sessions = new Map<string, Session>()
  const context = toContext(plan, hooks, sessions)
  let cleanUp = await setup(context)
  let count = 0
  const nextId = (prefix: string): string => `${prefix}_${(count++).toString().padStart(4, "0")}`
  const trigger = async (name: string, event: object): Promise<void> => {
    for (const callback of hooks.get(name) ?? []) await callback(event)
  }
  const request = async (hook: string, session: Session, agent: string): Promise<RequestV2> => {
    const isPrimary = hook === "context"
    const tools = isPrimary || plan.generation !== "beta" ? toolsFor(plan, agent) : {}
    const system = systemFor(plan, agent).map((text) => ({ type: "text", text }))
    const event = {
      sessionID: session.id,
      agent,
      model: { providerID: "test", id: "m" },
      system,
      messages: session.messages,
      options: {},
      tools,
    }
    await trigger(plan.generation === "beta" ? "context" : hook, event)
    const parts = system.map(({ type, text }) => {
      if (type !== "text" || typeof text !== "string") throw new Error("a system part is no text")
      return text
    })
    return { parts, system: parts.join("\n"), tools: Object.keys(tools) }
  }
  const sessionOf = (id: string): Session => sessions.get(id) ?? raise(`no session ${id}`)
  return {
    createSession: (parentID) => {
      const id = nextId("ses")
      sessions.set(id, { id, ...(parentID !== undefined && { parentID }), messages: [] })
      return id
    },
    prompt: async (sessionID, { text, agent = "build", files = [], steps = [] }) => {
      const session = sessionOf(sessionID)
      const messageID = nextId("msg")
      await trigger("prompt", {
        sessionID,
        messageID,
        prompt: { text, files: [], agents: [], skills: [] },
        delivery: "steer",
      })
      const attached = files.map((file) => ({ type: "text", text: `\n\nAttached file: ${file}\n\ncontent` }))
      session.messages.push({ id: messageID, role: "user", content: [{ type: "text", text }, ...attached] })
      const requests: RequestV2[] = []
      for (const { name, input } of steps) {
        requests.push(await request("context", session, agent))
        const call = nextId("call")
        session.messages.push({
          id: nextId("msg"),
          role: "assistant",
          content: [{ type: "tool-call", id: call, name, input }],
        })
        session.messages.push({
          role: "tool",
          content: [{ type: "tool-result", id: call, name, result: { type: "text", value: "done" } }],
        })
      }
      requests.push(await request("context", session, agent))
      session.messages.push({ id: nextId("msg"), role: "assistant", content: [{ type: "text", text: "ok" }] })
      return requests
    },
    compact: async (sessionID) => {
      const session = sessionOf(sessionID)
      const sent = await request("compaction", session, "build")
      const text = "<conversation-checkpoint>\nThe following is a summary.\n</conversation-checkpoint>"
      session.messages = [{ id: nextId("msg"), role: "user", content: [{ type: "text", text }] }]
      return sent
    },
    title: (sessionID) => request("title", sessionOf(sessionID), "build"),
    reload: async () => {
      await cleanUp?.()
      cleanUp = await setup(context)
    },
    unload: async () => {
      await cleanUp?.()
    },
    hooks: () => [...hooks].filter(([, callbacks]) => callbacks.length > 0).map(([name]) => name),
  }
}

const raise = (message: string): never => {
  throw new Error(message)
}

type Definition = {
  readonly id: string
  readonly setup: (context: object) => Promise<undefined | (() => Promise<void>)>
}

/** `<folder>/server` before `<folder>/index`, whatever the manifest says; the file must lie in the folder. */
const loadDefinition = async (folder: string): Promise<Definition> => {
  const names = ["server", "index"].flatMap((name) =>
    [".ts", ".mts", ".js", ".mjs"].map((ending) => join(folder, name + ending)),
  )
  const found = names.find((path) => existsSync(path)) ?? raise(`${folder} has no entry`)
  if (!realpathSync(found).startsWith(realpathSync(folder) + sep)) raise(`${found} leads out of its folder`)
  const { default: definition } = await import(pathToFileURL(found).href)
  const { id, setup } = Object(definition)
  if (typeof id !== "string" || typeof setup !== "function")
    raise("Plugin must export a default definition with an id and an effect or setup function.")
  // The schema hands on what it knows and no more: `setup` is called on another object than it was defined on.
  return { id, setup: (context) => setup(context) }
}

const toContext = (plan: PlanV2, hooks: Map<string, Callback[]>, sessions: ReadonlyMap<string, Session>): object => {
  const call = (answer: (input: never) => unknown) => {
    if (plan.calls === "missing") return undefined
    return async (input: never): Promise<unknown> => {
      if (plan.calls === "hang") await new Promise(() => {})
      if (plan.calls === "fail") throw new Error("the host is busy")
      await wait(1)
      return structuredClone(answer(input))
    }
  }
  const location = { directory: plan.directory, project: { directory: plan.directory } }
  return {
    app: { name: "test" },
    location,
    options: plan.options ?? {},
    session: {
      hook: async (name: string, callback: Callback) => {
        hooks.set(name, [...(hooks.get(name) ?? []), callback])
        const dispose = async (): Promise<void> => {
          hooks.set(
            name,
            (hooks.get(name) ?? []).filter((one) => one !== callback),
          )
        }
        return { dispose }
      },
      get: call(({ sessionID }: { sessionID: string }) => {
        const { id, parentID } = sessions.get(sessionID) ?? raise("no such session")
        return { id, ...(parentID !== undefined && { parentID }), title: "t", location }
      }),
    },
    agent: {
      get: call(({ agentID }: { agentID: string }) => ({
        location,
        data: { id: agentID, mode: "primary", hidden: false, permissions: rulesFor(plan, agentID) },
      })),
    },
    skill: {
      list: call(() => ({
        location,
        data: (plan.skills ?? []).map((skill) => ({ name: `label of ${skill.id}`, content: "", ...skill })),
      })),
    },
  }
}

const rulesFor = ({ rules = {} }: PlanV2, agent: string): readonly Rule[] => [
  { action: "*", resource: "*", effect: "allow" },
  ...(rules[agent] ?? []),
]

const isDenied = (plan: PlanV2, agent: string, id: string): boolean =>
  rulesFor(plan, agent).findLast(
    ({ action, resource }) => ["*", "skill"].includes(action) && ["*", id].includes(resource),
  )?.effect === "deny"

const toolsFor = (plan: PlanV2, agent: string): Record<string, object> => {
  const tool = { description: "d", input: { type: "object" } }
  const isWholly = plan.rules?.[agent]?.some(
    ({ action, resource, effect }) => action === "skill" && resource === "*" && effect === "deny",
  )
  return { execute: tool, read: tool, ...(isWholly ? {} : { skill: tool }) }
}

const systemFor = (plan: PlanV2, agent: string): string[] => {
  const listed = (plan.skills ?? []).filter(
    ({ id, description, autoinvoke }) =>
      description !== undefined && autoinvoke !== false && !plan.disabled?.includes(id) && !isDenied(plan, agent, id),
  )
  const entries = listed.map(
    ({ id, description }) =>
      `  <skill>\n    <id>${id}</id>\n    <name>${id}</name>\n    <description>${description}</description>\n  </skill>`,
  )
  const guidance = ["Skills provide specialized instructions.", "<available_skills>", ...entries, "</available_skills>"]
  return [
    "You are opencode.",
    "# Your Model\n- Name: m",
    ["<env>\n</env>", ...(listed.length === 0 ? [] : guidance)].join("\n"),
  ]
}
