import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "jsonc-parser"
import { configDirectories, globalConfigDirectory, type HostEnvironment, isOn } from "./host-environment.ts"

/**
 * The skill paths that opencode's own configuration names, as written: `skills.paths` (V1) and the local entries of
 * `skills` (V2), over its config files from low to high precedence. Files that are missing or unreadable name none:
 * the host says itself what is wrong with them.
 */
export const hostSkillPaths = (environment: HostEnvironment, upward: readonly string[]): string[] =>
  configTexts(environment, upward).flatMap(skillPaths)

const NAMES = ["opencode.json", "opencode.jsonc"]

const configTexts = (environment: HostEnvironment, upward: readonly string[]): string[] => {
  const { env } = environment
  const global = globalConfigDirectory(environment)
  const project = isOn(env.OPENCODE_DISABLE_PROJECT_CONFIG) ? [] : [...upward].reverse()
  const files = [
    join(global, "config.json"),
    ...inEach([global]),
    ...(env.OPENCODE_CONFIG ? [env.OPENCODE_CONFIG] : []),
    ...inEach(project),
    ...inEach(configDirectories(environment, upward).filter((directory) => directory !== global)),
  ]
  return [
    ...files.flatMap((file) => readIfThere(file)),
    ...(env.OPENCODE_CONFIG_CONTENT ? [env.OPENCODE_CONFIG_CONTENT] : []),
  ]
}

const inEach = (directories: readonly string[]): string[] =>
  directories.flatMap((directory) => NAMES.map((name) => join(directory, name)))

const readIfThere = (file: string): string[] => {
  try {
    return [readFileSync(file, "utf8")]
  } catch {
    // Most of these files do not exist; the unreadable ones are doctor's to name.
    return []
  }
}

const skillPaths = (text: string): string[] => {
  const config: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
  if (typeof config !== "object" || config === null || !("skills" in config)) return []
  const { skills } = config
  const paths: unknown = Array.isArray(skills)
    ? skills
    : typeof skills === "object" && skills !== null && "paths" in skills
      ? skills.paths
      : []
  return Array.isArray(paths) ? paths.filter((path) => typeof path === "string" && !/^https?:/.test(path)) : []
}
