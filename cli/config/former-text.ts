import { createText, installText, type OwnEntries, type Ownership } from "./install-text.ts"
import { type Config, FaultError, parseConfig } from "./parse-config.ts"
import { ownPlugins, ownServers } from "./uninstall-text.ts"

/** How a file was before `init`: its text, or that there was none. */
export type Former = { readonly text: string } | "absent"

/**
 * How a file was before `init` wrote our entries, when nobody else has changed it since: a backup from which `init`
 * makes exactly the present text, or no file at all. Undefined where neither explains the text.
 * @param backups texts of the file's backups, newest first
 */
export const formerText = (config: Config, backups: readonly string[], ownership: Ownership): Former | undefined => {
  const entries = ownEntries(config, ownership)
  if (entries.plugin === undefined && entries.command === undefined) return { text: config.text }
  for (const backup of backups) {
    if (backup === config.text || !leadsTo(backup, config.text, { entries, ownership })) continue
    const before = parseConfig(backup).config
    const others = backups.filter((other) => other !== backup)
    // That one may itself come from an older `init`, before the package moved.
    const former = before === undefined ? undefined : formerText(before, others, ownership)
    if (former !== undefined) return former
  }
  // Only now: a file that held nothing but its schema looks the same.
  return createText(entries) === config.text ? "absent" : undefined
}

/** Our entries as a configuration has them. */
const ownEntries = (config: Config, ownership: Ownership): OwnEntries => {
  const plugin = ownPlugins(config, ownership)[0]?.spec
  const command = ownServers(config, ownership)[0]?.command
  return { ...(plugin === undefined ? {} : { plugin }), ...(command === undefined ? {} : { command }) }
}

interface Replay {
  readonly entries: OwnEntries
  readonly ownership: Ownership
}

const leadsTo = (backup: string, text: string, { entries, ownership }: Replay): boolean => {
  const { config } = parseConfig(backup)
  if (config === undefined) return false
  try {
    return installText(config, entries, asThen(entries, ownership)) === text
  } catch (error) {
    // `init` would have refused this backup, so the text does not come from it.
    if (error instanceof FaultError) return false
    throw error
  }
}

// At that time what stands there now was current, and all else of ours was stale.
const asThen = (entries: OwnEntries, ownership: Ownership): Ownership => ({
  plugin: (spec) => (spec === entries.plugin ? "current" : ownership.plugin(spec) === "foreign" ? "foreign" : "stale"),
  server: (command) => {
    if (JSON.stringify(command) === JSON.stringify(entries.command)) return "current"
    return ownership.server(command) === "foreign" ? "foreign" : "stale"
  },
})
