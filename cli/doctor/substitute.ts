import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"

/**
 * A configuration's text as the host parses it: `{env:X}` and `{file:path}` are replaced in the text itself, before it
 * is JSON. A file that cannot be read leaves its place empty: the host says so itself.
 */
export const substitute = (text: string, file: string, env: Readonly<Record<string, string | undefined>>): string =>
  text
    .replace(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? "")
    .replace(/\{file:([^}]+)\}/g, (_, path: string) => JSON.stringify(readThere(path, file)).slice(1, -1))

const readThere = (path: string, file: string): string => {
  const expanded = path.startsWith("~/") ? join(homedir(), path.slice(2)) : path
  try {
    return readFileSync(isAbsolute(expanded) ? expanded : join(dirname(file), expanded), "utf8").trim()
  } catch {
    // Named by the host's own check of its configuration.
    return ""
  }
}
