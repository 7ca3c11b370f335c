import { type Ownership, ownershipIn } from "./config/install-text.ts"
import type { Config } from "./config/parse-config.ts"
import type { InstallPlan } from "./config/plan-install.ts"
import type { ConfigScan } from "./config/scan-configs.ts"
import { ownPlugins, ownServers } from "./config/uninstall-text.ts"
import type { Opencode } from "./host/find-opencode.ts"
import type { Installation, Runtime } from "./installation.ts"

/** What is known when `init` has planned. */
export interface InstallFacts {
  readonly plan: InstallPlan
  readonly scan: ConfigScan
  readonly opencode: Opencode
  readonly installation: Installation
  readonly scope: "global" | "project"
  readonly runtime: Runtime | undefined
}

/** What a person should know before `init` writes: nothing of it keeps `init` from writing. */
export const installNotes = (facts: InstallFacts): string[] =>
  [spellingNote(facts), cacheNote(facts), runtimeNote(facts), sharingNote(facts), ...staleNotes(facts)].filter(
    (note) => note !== undefined,
  )

const spellingNote = ({ plan, opencode }: InstallFacts): string | undefined =>
  plan.isNative && opencode.kind === "found" && opencode.generation === "v1"
    ? `${plan.plugin.path} is in the spelling of opencode 2 and gets its entries in it; opencode ${opencode.version} does not read "plugins"`
    : undefined

const cacheNote = ({ installation }: InstallFacts): string | undefined =>
  /[\\/]_npx[\\/]/.test(installation.plugin)
    ? "this copy of the package lies in npx's cache and may vanish: better `npm install --global skill-finder-mcp`, then `skill-finder-mcp init`"
    : undefined

const runtimeNote = ({ runtime, opencode }: InstallFacts): string | undefined =>
  runtime === "opencode" && opencode.kind === "absent"
    ? 'the MCP server is to be run by "opencode", which is not on PATH'
    : undefined

const sharingNote = ({ scope, plan }: InstallFacts): string | undefined =>
  scope === "project" && plan.changes.length > 0
    ? "the entries are paths of this machine: think of that before you share the project's configuration"
    : undefined

const staleNotes = ({ scan, scope }: InstallFacts): string[] =>
  scan.files
    .filter((file) => file.scope !== scope && hasStale(file.config, ownershipIn(scan.identify, file.path)))
    .map(({ path }) => `${path} holds an entry of ours that leads elsewhere or nowhere: \`init --uninstall\` clears it`)

const hasStale = (config: Config, ownership: Ownership): boolean =>
  ownPlugins(config, ownership).some(({ spec }) => ownership.plugin(spec) === "stale") ||
  ownServers(config, ownership).some(({ command }) => ownership.server(command ?? []) === "stale")
