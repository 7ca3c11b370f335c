import type { HostEnvironment, HostGeneration, Settings, SkillIndex } from "../core/index.ts"
import { type DebugLog, toReason } from "./debug-log.ts"
import { openSettings } from "./settings-source.ts"
import { type IndexPlan, indexKey, shareIndex } from "./shared-index.ts"

/** One directory's skills and settings, kept up to date. */
export interface Project {
  readonly directory: string
  readonly settings: () => Settings
  /** The last complete index; undefined until the first one stands. */
  readonly index: () => SkillIndex | undefined
  /** Brings settings and index up to date with the disk. Never rejects. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** Where a project lies and in what surroundings. */
export interface ProjectPlan extends Pick<HostEnvironment, "env" | "home"> {
  readonly directory: string
  readonly host: HostGeneration
  /** The folder of the plugin module, where a settings file may lie. */
  readonly beside: string
  /** The plugin options of the host's configuration, unchecked. */
  readonly options: unknown
  readonly log: DebugLog
}

/** Opens a project: its settings are read now, its index starts to build and is not waited for. */
export const openProject = (plan: ProjectPlan): Project => {
  const { directory, log } = plan
  const source = openSettings(plan, log)
  let shared = shareIndex(toIndexPlan(plan, source.current()))
  let isClosed = false
  const look = async (): Promise<void> => {
    const wanted = toIndexPlan(plan, source.current())
    if (!isClosed && indexKey(wanted) !== shared.key) {
      // Other roots or another lexicon: the old index answers until the new one stands.
      const next = shareIndex(wanted)
      await next.live.ready
      shared.release()
      shared = next
      if (isClosed) shared.release()
    }
    await shared.live.refresh()
  }
  let last = Promise.resolve()
  const refresh = (): Promise<void> => {
    // The settings are seen at once: a look at the skills under way may take long.
    const seen = source.refresh()
    last = last
      .then(() => seen)
      .then(look)
      .catch((error: unknown) => log(`fail-open: refresh: ${toReason(error)}`))
    return last
  }
  const close = (): void => {
    isClosed = true
    shared.release()
  }
  return { directory, settings: source.current, index: () => shared.live.current(), refresh, close }
}

const toIndexPlan = ({ directory, env, home, host, log }: ProjectPlan, settings: Settings): IndexPlan => ({
  environment: { cwd: directory, env, home, host },
  roots: settings.roots,
  lexicon: settings.lexicon,
  log,
})
