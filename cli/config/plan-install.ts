import { chooseTargets, type Target, type TargetOptions } from "./choose-targets.ts"
import { type ConfigFile, type FileFault, withMark } from "./config-file.ts"
import { createText, installText, type OwnEntries, ownershipIn } from "./install-text.ts"
import { FaultError } from "./parse-config.ts"
import type { FileChange } from "./write-change.ts"

/** What `init` would do: changes, or the faults through which it does nothing. */
export interface InstallPlan {
  readonly changes: readonly FileChange[]
  readonly faults: readonly FileFault[]
  /** The files that hold the entries afterwards. */
  readonly plugin: Target
  readonly server: Target
  /** True where the file of the plugin's entry is in the spelling of V2. */
  readonly isNative: boolean
}

/** The changes that put our entries into the files of a scope. Pure but for the look at what entries point to. */
export const planInstall = (
  files: readonly ConfigFile[],
  entries: Required<OwnEntries>,
  options: TargetOptions,
): InstallPlan => {
  const { plugin, server } = chooseTargets(files, options)
  const there = files.filter(({ raw }) => raw !== undefined)
  // Where no file is there, both go into the new one.
  const changes: FileChange[] =
    there.length > 0 ? [] : [{ path: options.newPath, before: undefined, after: createText(entries) }]
  const faults: FileFault[] = []
  for (const file of there) {
    const wanted: OwnEntries = {
      ...(file.path === plugin.path ? { plugin: entries.plugin } : {}),
      ...(file.path === server.path ? { command: entries.command } : {}),
    }
    try {
      const text = installText(file.config, wanted, ownershipIn(options.identify, file.path))
      if (text !== file.config.text) {
        changes.push({ path: file.path, before: file.raw, after: withMark(text, file.raw) })
      }
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      faults.push({ path: file.path, ...error.fault })
    }
  }
  const isNative = files.find(({ path }) => path === plugin.path)?.config.isNative ?? false
  return { changes, faults, plugin, server, isNative }
}
