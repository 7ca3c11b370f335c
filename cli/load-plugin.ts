import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Installation } from "./installation.ts"

/** Why the plugin's module cannot be loaded, which opencode says to nobody; undefined where it can. */
export const loadFailure = async ({ plugin }: Installation): Promise<string | undefined> => {
  try {
    const module: unknown = await import(pathToFileURL(join(plugin, "index.js")).href)
    const entry: unknown = Object(Reflect.get(Object(module), "default"))
    const { server }: { server?: unknown } = Object(entry)
    return typeof server === "function" ? undefined : "it has no default export with a server"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
