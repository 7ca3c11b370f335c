import { readFileSync } from "node:fs"
import { dirname, isAbsolute, join } from "node:path"
import { parse } from "jsonc-parser"
import {
  configDirectories,
  globalConfigDirectory,
  type HostEnvironment,
  skipsProjectConfig,
} from "./host-environment.ts"

/**
 * The skill paths that opencode's own configuration names, as written: `skills.paths` (V1) or the local entries of
 * `skills` (V2). Of several config files that name some, the one of the highest precedence counts alone, as in the host.
 * Files that are missing, unreadable or not JSON name none: the host says itself what is wrong with them.
 */
export const hostSkillPaths = (environment: HostEnvironment, upward: readonly string[]): readonly string[] =>
  configTexts(environment, upward).reduce<readonly string[]>((paths, text) => skillPaths(text) ?? paths, [])

const NAMES = ["opencode.json", "opencode.jsonc"]

// From low to high precedence.
const configTexts = (environment: HostEnvironment, upward: readonly string[]): string[] => {
  const { env } = environment
  const global = globalConfigDirectory(environment)
  const project = skipsProjectConfig(env) ? [] : [...upward].reverse()
  const files = [
    join(global, "config.json"),
    ...inEach([global]),
    ...(env.OPENCODE_CONFIG ? [env.OPENCODE_CONFIG] : []),
    ...inEach(project),
    ...inEach(configDirectories(environment, upward).filter((directory) => directory !== global)),
  ]
  const texts = files.flatMap((file) => readIfThere(file, env))
  return env.OPENCODE_CONFIG_CONTENT ? [...texts, env.OPENCODE_CONFIG_CONTENT] : texts
}

const inEach = (directories: readonly string[]): string[] =>
  directories.flatMap((directory) => NAMES.map((name) => join(directory, name)))

const readIfThere = (file: string, env: HostEnvironment["env"]): string[] => {
  try {
    return [substituted(readFileSync(file, "utf8"), file, env)]
  } catch {
    // Most of these files do not exist; the unreadable ones are doctor's to name.
    return []
  }
}

// The host puts `{env:X}` and `{file:./path}` in before it parses.
const substituted = (text: string, file: string, env: HostEnvironment["env"]): string =>
  text
    .replace(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? "")
    .replace(/\{file:([^}]+)\}/g, (_, path: string) =>
      JSON.stringify(readFileSync(isAbsolute(path) ? path : join(dirname(file), path), "utf8").trim()).slice(1, -1),
    )

// Undefined where a file says nothing about skill paths, so that a lower one counts.
const skillPaths = (text: string): readonly string[] | undefined => {
  const config: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
  if (typeof config !== "object" || config === null || !("skills" in config)) return undefined
  const { skills } = config
  if (Array.isArray(skills)) return toPaths(skills)
  if (typeof skills !== "object" || skills === null || !("paths" in skills)) return undefined
  return Array.isArray(skills.paths) ? toPaths(skills.paths) : undefined
}

const toPaths = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === "string").filter((value) => !/^https?:\/\//.test(value))
