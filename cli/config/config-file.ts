import { accessSync, constants, existsSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { realPath } from "../installation.ts"
import { type Config, type Fault, parseConfig } from "./parse-config.ts"

/** A configuration file that can be edited, or one that is not there yet. */
export interface ConfigFile {
  readonly path: string
  /** The whole text, byte order mark included; undefined where there is no file. */
  readonly raw: string | undefined
  readonly config: Config
}

/** Why a file is left alone. */
export interface FileFault extends Fault {
  readonly path: string
  /** What can be read of the file, for a search for our names; undefined where nothing can. */
  readonly raw?: string
}

/** A file, or the fault that keeps us from it. */
export type ReadFile =
  | { readonly file: ConfigFile; readonly fault?: never }
  | { readonly file?: never; readonly fault: FileFault }

/**
 * Reads a configuration file with all that an edit must know of it. Never throws.
 * @param asParsed what is done to the text before it is parsed; a file read so is not for editing
 */
export const readConfigFile = (path: string, asParsed = (text: string, _path: string): string => text): ReadFile => {
  const { raw, message } = readText(path)
  if (message !== undefined) return { fault: { path, message } }
  const { config, fault } = parseConfig(asParsed(toText(raw ?? ""), path))
  if (config !== undefined) return { file: { path, raw, config } }
  return { fault: { path, ...(raw === undefined ? {} : { raw }), ...fault } }
}

const MARK = "\uFEFF"

/** A file's text without its byte order mark. */
export const toText = (raw: string): string => (raw.startsWith(MARK) ? raw.slice(1) : raw)

/** A text with the byte order mark of the file it came from. */
export const withMark = (text: string, raw: string | undefined): string => (raw?.startsWith(MARK) ? MARK + text : text)

/** Why a file cannot be written; undefined where it can. */
export const unwritable = (path: string): FileFault | undefined => {
  try {
    const target = writeTarget(path)
    const stats = statSync(target, { throwIfNoEntry: false })
    if (stats === undefined) {
      accessSync(nearestFolder(target), constants.W_OK)
      return undefined
    }
    if ((stats.mode & 0o222) === 0) return { path, message: "read-only: nobody may write to it" }
    accessSync(target, constants.W_OK)
    // A new file takes the old one's place, so the folder must be writable too.
    accessSync(dirname(target), constants.W_OK)
    return undefined
  } catch (error) {
    return { path, message: `read-only for us (${reasonOf(error)})` }
  }
}

// The folder in which the missing ones will be made.
const nearestFolder = (path: string): string => {
  const folder = dirname(path)
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(folder)
}

/** The file that is written when a path is: where its links lead, even to a file that is not there yet. */
export const writeTarget = (path: string): string => {
  let target = path
  for (let links = 0; links < 40; links += 1) {
    const next = linkOf(target)
    if (next === undefined) return target
    // A relative link starts where its folder really is.
    target = resolve(realPath(dirname(target)) ?? dirname(target), next)
  }
  throw new Error("too many symbolic links")
}

/** An error in a few words: the system's code where it has one. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return "code" in error && typeof error.code === "string" ? error.code : error.message
}

const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    // No link, or nothing there.
    return undefined
  }
}

const readText = (path: string): { raw?: string; message?: string } => {
  try {
    // A pipe would be waited for without end.
    if (!statSync(path).isFile()) return { message: "not a file" }
    return { raw: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === "ENOENT" || reason === "ENOTDIR") return {}
    if (reason === "ERR_ENCODING_INVALID_ENCODED_DATA") return { message: "not UTF-8" }
    return { message: `cannot be read (${reason})` }
  }
}
