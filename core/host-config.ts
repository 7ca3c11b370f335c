import { readFileSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { type ParseError, parse } from "jsonc-parser"
import {
  configDirectories,
  directoriesToTop,
  globalConfigDirectory,
  type HostEnvironment,
  realDirectory,
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
  const files = environment.host === "v2" ? filesOfV2(environment, upward) : filesOfV1(environment, upward)
  const texts = files.flatMap((file) => readIfThere(file, env))
  return env.OPENCODE_CONFIG_CONTENT ? [...texts, env.OPENCODE_CONFIG_CONTENT] : texts
}

const filesOfV1 = (environment: HostEnvironment, upward: readonly string[]): string[] => {
  const { env } = environment
  const global = globalConfigDirectory(environment)
  const project = skipsProjectConfig(env) ? [] : [...upward].reverse()
  return [
    join(global, "config.json"),
    ...inEach([global]),
    ...namedFile(environment),
    ...inEach(project),
    ...inEach(configDirectories(environment, upward).filter((directory) => directory !== global)),
  ]
}

// V2 knows no config.json, puts the directory of the environment in the place of the global one, and looks for files
// up to the file system's root.
const filesOfV2 = (environment: HostEnvironment, upward: readonly string[]): string[] => {
  const [global = "", ...inner] = configDirectories(environment, upward)
  const project = skipsProjectConfig(environment.env) ? [] : directoriesToTop(environment.cwd).reverse()
  return [...inEach([global]), ...namedFile(environment), ...inEach(project), ...inEach(inner)]
}

const namedFile = ({ env, cwd }: HostEnvironment): string[] =>
  env.OPENCODE_CONFIG ? [resolve(realDirectory(cwd), env.OPENCODE_CONFIG)] : []

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

// The host puts `{env:X}` and `{file:./path}` in before it parses; a file named in a comment line need not be there.
const substituted = (text: string, file: string, env: HostEnvironment["env"]): string =>
  text
    .replace(/\{env:([^}]+)\}/g, (_, name: string) => (Object.hasOwn(env, name) ? (env[name] ?? "") : ""))
    .split("\n")
    .map((line) =>
      /^\s*\/\//.test(line) ? line : line.replace(/\{file:([^}]+)\}/g, (_, path: string) => quotedFile(path, file)),
    )
    .join("\n")

const quotedFile = (path: string, beside: string): string =>
  JSON.stringify(readFileSync(isAbsolute(path) ? path : join(dirname(beside), path), "utf8").trim()).slice(1, -1)

// Undefined where a file says nothing about skill paths, so that a lower one counts.
const skillPaths = (text: string): readonly string[] | undefined => {
  const errors: ParseError[] = []
  const config: unknown = parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true })
  if (errors.length > 0) return undefined
  if (typeof config !== "object" || config === null || !("skills" in config)) return undefined
  const { skills } = config
  if (Array.isArray(skills)) return toPaths(skills)
  if (typeof skills !== "object" || skills === null || !("paths" in skills)) return undefined
  return Array.isArray(skills.paths) ? toPaths(skills.paths) : undefined
}

const toPaths = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === "string").filter((value) => !/^https?:\/\//.test(value))
