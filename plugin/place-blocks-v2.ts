import type { Blocks } from "./compose-blocks.ts"
import { isMarkedFirst, isMarkedLast } from "./marks.ts"
import { toRecord, toText } from "./to-record.ts"

/**
 * Puts the blocks into V2's system parts in place, each at most once. V2 sends one system message whatever the number
 * of parts where the provider takes one, and a block for each part where it caches by blocks: preload and hint are a
 * part of their own. It marks the first part for the cache, so the rule goes into that one: alone it would be too short
 * to be cached, and the agent's prompt behind it would lose its mark (packages/ai/src/cache-policy.ts@0330149c).
 */
export const placeBlocksV2 = (system: unknown[], { rule, preload, hint }: Blocks): void => {
  const behind = [preload, hint].filter((block) => block !== undefined).join("\n\n")
  const last = textOf(system.at(-1))
  if (behind !== "" && !isMarkedLast(last)) system.push({ type: "text", text: behind })
  if (rule === undefined || isMarkedFirst(textOf(system[0]))) return
  const first = system[0]
  const text = toText(toRecord(first).text)
  if (text === undefined || text === behind) system.unshift({ type: "text", text: rule })
  else system[0] = { ...toRecord(first), text: `${rule}\n\n${text}` }
}

const textOf = (part: unknown): string => toText(toRecord(part).text) ?? ""
