import { existsSync, realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The built files that a host's configuration points to. */
export interface Installation {
  /** The folder of the plugin. */
  readonly plugin: string
  /** The MCP server's program. */
  readonly gateway: string
}

/** Our package's name, in every manifest that it ships. */
export const PACKAGE = "skill-finder-mcp"

/** Where the programs of this very package lie: beside the built command, and in dist/ beside its sources. */
export const ownInstallation = (program: string = fileURLToPath(import.meta.url)): Installation => {
  const folder = dirname(program)
  const dist = basename(program) === "cli.js" ? folder : join(folder, "..", "dist")
  return { plugin: join(dist, "plugin"), gateway: join(dist, "gateway.js") }
}

/** The parts of an installation that are not there. */
export const missingParts = ({ plugin, gateway }: Installation): string[] =>
  [join(plugin, "index.js"), join(plugin, "package.json"), gateway].filter((path) => !existsSync(path))

/** What runs the MCP server: this very Node, or the Bun inside opencode. */
export type Runtime = "node" | "opencode"

/** The MCP server's argv: absolute paths, no shell. `opencode` alone is found by the host, which then acts as Bun. */
export const toCommand = ({ gateway }: Installation, runtime: Runtime, execPath: string): string[] =>
  runtime === "opencode" || isOpencode(execPath) ? ["opencode", gateway] : [stableProgram(execPath), gateway]

// Started by `BUN_BE_BUN=1 opencode dist/cli.js`: its path alone would start opencode again, not a Bun.
const isOpencode = (execPath: string): boolean => /^opencode(\.exe)?$/i.test(basename(execPath))

/** Homebrew's own link outlives the upgrade that removes the folder of one version; elsewhere the path as it is. */
export const stableProgram = (execPath: string, resolve: (path: string) => string | undefined = realPath): string => {
  const [, prefix, formula] = /^(.*)\/Cellar\/([^/]+)\/[^/]+\/bin\/node$/.exec(execPath) ?? []
  const link = `${prefix}/opt/${formula}/bin/node`
  return prefix !== undefined && resolve(link) === resolve(execPath) ? link : execPath
}

/** A path with its links resolved; undefined where there is nothing. */
export const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    // Whatever keeps us from it keeps the host from it too.
    return undefined
  }
}
