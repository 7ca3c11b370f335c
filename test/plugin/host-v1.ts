import { serveV1 } from "../../plugin/serve-v1.ts"
import { type MessageV1, systemV1, userV1 } from "./turns-v1.ts"

type StepV1 = {
  readonly sessionID?: string
  readonly messages: readonly MessageV1[]
  /** What the host lists; by default the whole library. `"denied"` leaves the list out. */
  readonly listed?: readonly string[] | "denied"
  readonly model?: unknown
  /** The host's own system texts, where they matter. */
  readonly system?: readonly string[]
}

/** The hooks of one plugin instance, called in the host's order with its shapes. */
export type HostV1 = {
  /** Runs one step of the agent loop and gives the system texts that would go out. */
  readonly step: (step: StepV1) => Promise<readonly string[]>
  /** A whole turn of one step for a person's message. */
  readonly turn: (
    id: string,
    text: string,
    more?: Omit<StepV1, "messages"> & { info?: object },
  ) => Promise<readonly string[]>
  readonly event: (type: string, properties: object) => Promise<void>
  readonly close: () => Promise<void>
}

const OPENAI = { id: "m", providerID: "fake", api: { id: "m", npm: "@ai-sdk/openai-compatible" } }
const LISTED = ["kubernetes-deploy", "pdf-forms", "supply-contract-review"]

/** Loads the plugin as opencode V1 does. */
export const loadV1 = async (
  directory: string,
  { options, config = {} }: { options?: object; config?: object } = {},
): Promise<HostV1> => {
  // biome-ignore lint/suspicious/noExplicitAny: the host hands over whatever its version has
  const hooks: any = await serveV1({ directory, worktree: directory }, options)
  await hooks.config?.(config)
  const step: HostV1["step"] = async ({ sessionID = "ses_1", messages, listed = LISTED, model = OPENAI, system }) => {
    const last = messages.findLast(({ info }) => info.role === "user")
    await hooks["chat.message"]?.({ sessionID }, { message: last?.info ?? {}, parts: last?.parts ?? [] })
    await hooks["experimental.chat.messages.transform"]?.({}, { messages: structuredClone(messages) })
    const texts = [...(system ?? [systemV1(listed === "denied" ? undefined : listed)])]
    await hooks["experimental.chat.system.transform"]?.({ sessionID, model }, { system: texts })
    return texts
  }
  return {
    step,
    turn: (id, text, { info = {}, ...more } = {}) =>
      step({ ...more, messages: [userV1(id, text, { sessionID: more.sessionID ?? "ses_1", ...info })] }),
    event: (type, properties) => hooks.event?.({ event: { id: "evt", type, properties } }),
    close: () => hooks.dispose?.(),
  }
}
