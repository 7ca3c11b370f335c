import type { Blocks } from "./compose-blocks.ts"
import { isMarkedFirst, isMarkedLast } from "./marks.ts"
import { toRecord } from "./to-record.ts"

/** True for the requests that a person's or a subagent's work makes: only those describe the environment. */
export const isRealRequest = (system: readonly string[]): boolean => system.some((text) => text.includes("<env>"))

/**
 * Puts the blocks into V1's system elements in place, each at most once: the rule in front of the host's text, preload
 * and hint behind it. Each element becomes a system message of its own on the wire, which strict chat templates refuse
 * (hosts.md, top), so the blocks go into the elements that are there. Where the provider caches by the element,
 * preload and hint have one of their own: they change, the host's long text stays cached.
 */
export const placeBlocksV1 = (system: string[], blocks: Blocks, model: unknown): void => {
  const behind = [blocks.preload, blocks.hint].filter((block) => block !== undefined).join("\n\n")
  const [first] = system
  const last = system.at(-1)
  if (first === undefined || last === undefined) return
  if (behind !== "" && !isMarkedLast(last)) {
    if (cachesByElement(model)) system.push(behind)
    else system[system.length - 1] = `${last}\n\n${behind}`
  }
  const front = system[0] ?? first
  if (blocks.rule !== undefined && !isMarkedFirst(front)) system[0] = `${blocks.rule}\n\n${front}`
}

/**
 * True for models of the Anthropic family, whoever sells them: the host itself sets cache marks for these by the same
 * words (opencode 1.18, `ProviderTransform.message`). Alibaba's, for which it does so too, may refuse a second element.
 */
const cachesByElement = (model: unknown): boolean => {
  const { id, providerID, api } = toRecord(model)
  const { id: apiID, npm } = toRecord(api)
  const words = [id, apiID, providerID, npm].map((word) => (typeof word === "string" ? word.toLowerCase() : ""))
  return words.some((word) => word.includes("claude") || word.includes("anthropic"))
}
