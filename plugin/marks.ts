/**
 * True when a system text begins with the rule: a second copy of the plugin, from another folder, was here before.
 * Only the place counts, since the project's own texts may quote the blocks.
 */
export const isMarkedFirst = (text: string): boolean => text.startsWith("<skill_router_rule>")

/** True when a system text ends with a preload or a hint. */
export const isMarkedLast = (text: string): boolean =>
  text.endsWith("</skill_hint>") || text.endsWith("</skill_content>")
