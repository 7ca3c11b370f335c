/** The layers of a system text in their order, `host` for the host's own, and the skill that is hinted first. */
export const layersOf = (systems: readonly string[]): string => {
  const parts = systems.map((text) =>
    [...text.matchAll(/^<(skill_router_rule|skill_content|skill_hint)[ >]|^(You are |<env>)/gm)]
      .map(([, block, host]) => (host ? "host" : (block ?? "").replace(/^skill_(?:router_)?/, "")))
      .filter((layer, at, all) => layer !== "host" || all[at - 1] !== "host")
      .join(" "),
  )
  const [, first] = /<skill_hint [^>]*>\n- ([^:;\s]+)/.exec(systems.join("\n")) ?? []
  return [parts.filter((part) => part !== "").join(" | "), ...(first === undefined ? [] : [first])].join(": ")
}
