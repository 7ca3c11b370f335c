import type { HostEnvironment, HostGeneration } from "../../core/index.ts"
import { configPlaces } from "../config/config-places.ts"
import { parseConfig } from "../config/parse-config.ts"
import { type ConfigScan, scanConfigs } from "../config/scan-configs.ts"
import { findOpencode, type Opencode, type Surroundings } from "../host/find-opencode.ts"
import { type Installation, ownInstallation } from "../installation.ts"
import { type NamedPlugin, type NamedServer, namedPlugins, namedServer } from "./effective-config.ts"
import { substitute } from "./substitute.ts"

/** What all checks look at, read once. */
export interface Circumstances {
  readonly environment: HostEnvironment
  readonly generation: HostGeneration
  readonly opencode: Opencode
  readonly installation: Installation
  readonly scan: ConfigScan
  /** From low to high precedence. */
  readonly plugins: readonly NamedPlugin[]
  readonly server: NamedServer | undefined
}

/** Reads the circumstances. Never throws. */
export const readCircumstances = async (
  surroundings: Surroundings,
  installation: Installation = ownInstallation(),
): Promise<Circumstances> => {
  const { env, cwd } = surroundings
  const opencode = await findOpencode(surroundings)
  const generation = opencode.kind === "found" ? opencode.generation : "v1"
  const environment: HostEnvironment = { ...surroundings, host: generation }
  const asParsed = (text: string, path: string): string => substitute(text, path, env)
  const scan = withVariable(scanConfigs(configPlaces(environment), { installation, cwd, asParsed }), env)
  return {
    environment,
    generation,
    opencode,
    installation,
    scan,
    plugins: namedPlugins(scan.files, generation),
    server: namedServer(scan.files, generation),
  }
}

/** What was searched for an entry, in words: a file that cannot be read may hold one. */
export const readable = ({ scan }: Circumstances): string =>
  scan.faults.length === 0 ? "configuration file" : "configuration file that can be read"

const VARIABLE = "OPENCODE_CONFIG_CONTENT"

// The configuration of the environment comes after all files.
const withVariable = (scan: ConfigScan, env: HostEnvironment["env"]): ConfigScan => {
  const raw = env[VARIABLE]
  const { config, fault } = raw ? parseConfig(raw) : {}
  return {
    ...scan,
    files: config === undefined ? scan.files : [...scan.files, { path: VARIABLE, raw, config, scope: "other" }],
    faults: fault === undefined ? scan.faults : [...scan.faults, { path: VARIABLE, ...fault, scope: "other" }],
  }
}
