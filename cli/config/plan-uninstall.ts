import { type ConfigFile, toText, withMark } from "./config-file.ts"
import { formerText } from "./former-text.ts"
import type { Identify } from "./identify.ts"
import { type Ownership, ownershipIn } from "./install-text.ts"
import { type Config, parseConfig } from "./parse-config.ts"
import { type ContainerKey, containerKeys, ownPlugins, ownServers, uninstallText } from "./uninstall-text.ts"
import type { FileChange } from "./write-change.ts"

/** A file with its backups' texts, newest first. */
export interface BackedFile extends ConfigFile {
  readonly backups: readonly string[]
}

/** What `init --uninstall` would do to one file. */
export interface Uninstall extends FileChange {
  /** True where the file gets back the bytes that it had before `init`. */
  readonly isFormer: boolean
}

/**
 * The change that takes our entries out of a file: back to what it was before `init` where nobody else has changed it
 * since, else without the entries and with all else as it is. Undefined where it holds none.
 */
export const planUninstall = (
  { path, raw, config, backups }: BackedFile,
  identify: Identify,
): Uninstall | undefined => {
  const ownership = ownershipIn(identify, path)
  if (!hasEntries(config, ownership)) return undefined
  const texts = backups.map(toText)
  const former = formerText(config, texts, ownership)
  // `init` makes no file with a byte order mark.
  if (former === "absent" && raw === config.text) return { path, before: raw, after: undefined, isFormer: true }
  if (former !== undefined && former !== "absent")
    return { path, before: raw, after: withMark(former.text, raw), isFormer: true }
  const text = uninstallText(config, ownership, keysBefore(texts, ownership))
  return { path, before: raw, after: withMark(text, raw), isFormer: false }
}

const hasEntries = (config: Config, ownership: Ownership): boolean =>
  ownPlugins(config, ownership).length > 0 || ownServers(config, ownership).length > 0

// The newest backup without our entries tells which keys were there before them.
const keysBefore = (backups: readonly string[], ownership: Ownership): readonly ContainerKey[] => {
  for (const backup of backups) {
    const { config } = parseConfig(backup)
    if (config !== undefined && !hasEntries(config, ownership)) return containerKeys(config)
  }
  return []
}
