import type { Installation } from "../installation.ts"
import { type ConfigFile, type FileFault, readConfigFile } from "./config-file.ts"
import type { ConfigPlace } from "./config-places.ts"
import { createIdentify, type Identify, toDist } from "./identify.ts"

/** A configuration file and where the host has it from. */
export interface PlacedFile extends ConfigFile {
  readonly scope: ConfigPlace["scope"]
}

/** All that lies at the host's places. */
export interface ConfigScan {
  /** From low to high precedence; those that are not there are among them. */
  readonly files: readonly PlacedFile[]
  readonly faults: readonly (FileFault & { readonly scope: ConfigPlace["scope"] })[]
  /** Tells whose the entries of these files are. */
  readonly identify: Identify
}

/** What `scanConfigs` goes by. */
export interface ScanOptions {
  readonly installation: Installation
  readonly cwd: string
  /** What is done to a file's text before it is parsed, by its path; files scanned so are not for editing. */
  readonly asParsed?: (text: string, path: string) => string
}

/** Reads the files at some places. Never throws. */
export const scanConfigs = (places: readonly ConfigPlace[], options: ScanOptions): ConfigScan => {
  const read = places.map((place) => ({ place, ...readConfigFile(place.path, options.asParsed) }))
  const files = read.flatMap(({ file, place }) => (file === undefined ? [] : [{ ...file, scope: place.scope }]))
  const faults = read.flatMap(({ fault, place }) => (fault === undefined ? [] : [{ ...fault, scope: place.scope }]))
  const commands = files.flatMap(({ config }) => config.entries.map(({ command }) => command ?? []))
  const knownDists = commands.map(toDist).filter((dist) => dist !== undefined)
  return { files, faults, identify: createIdentify({ ...options, knownDists }) }
}
