import { stat } from "node:fs/promises"
import { join } from "node:path"
import { SkillFinderError } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"
import { type FactsCache, type FileFacts, MOST_SKILL_BYTES } from "./skill-file.ts"
import { readSkillFolder, type SkillFolder } from "./skill-folder.ts"
import { below, SKILL_FILE } from "./skill-uri.ts"

/** Files of a skill that are enumerated at most: the extension's own limit. */
const MOST_FILES = 512
/** Folders looked into before a skill counts as one of too many files. */
const MOST_FOLDERS = 512

/** A skill's files with digest and size, each once; or why they cannot be told. */
export type Manifest =
  | { readonly resources: readonly JsonObject[]; readonly bytes: number; readonly fault?: undefined }
  | { readonly resources: "dynamic"; readonly bytes: 0; readonly fault: string }

export interface ManifestOptions {
  readonly folder: SkillFolder
  readonly folderUri: string
  /** Of the SKILL.md whose frontmatter is listed beside the manifest; both must be of the same bytes. */
  readonly own: FileFacts
  readonly facts: FactsCache
}

/** Enumerates a skill, the files of skills nested in it included. What is too much or cannot be read is "dynamic". */
export const manifestOf = async ({ folder, folderUri, own, facts }: ManifestOptions): Promise<Manifest> => {
  try {
    const files = await listBounded(folder)
    const resources: (FileFacts & { uri: string })[] = []
    for (const names of files) {
      const isOwn = names.length === 1 && names[0] === SKILL_FILE
      resources.push({ uri: below(folderUri, names), ...(isOwn ? own : await facts.of(folder, names)) })
    }
    const bytes = sum(resources.map(({ size }) => size))
    if (bytes > MOST_SKILL_BYTES) throw tooMuch()
    return { resources: resources.map(toWire), bytes }
  } catch (error) {
    if (error instanceof SkillFinderError) return { resources: "dynamic", bytes: 0, fault: toFault(error) }
    throw error
  }
}

/** Why a skill would be "dynamic", as far as that shows without reading its files; undefined when nothing speaks for it. */
export const limitFault = async (folder: SkillFolder): Promise<string | undefined> => {
  try {
    await listBounded(folder)
    return undefined
  } catch (error) {
    if (error instanceof SkillFinderError) return toFault(error)
    throw error
  }
}

const toWire = ({ uri, digest, size }: FileFacts & { uri: string }): JsonObject => ({ uri, digest, size })

const toFault = ({ message }: SkillFinderError): string => `not all its files can be shown (${message})`

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const sizeOf = (folder: SkillFolder, names: readonly string[]): Promise<number> =>
  stat(join(folder.path, ...names)).then(
    ({ size }) => size,
    () => 0,
  )

// By the sizes too, so that no gigabyte is hashed in vain.
const listBounded = async (folder: SkillFolder): Promise<string[][]> => {
  const files = await listFiles(folder)
  const sizes = await Promise.all(files.map((names) => sizeOf(folder, names)))
  if (sum(sizes) > MOST_SKILL_BYTES) throw tooMuch()
  return files
}

const listFiles = async (folder: SkillFolder): Promise<string[][]> => {
  const files: string[][] = []
  const folders: string[][] = [[]]
  // A list that grows while it is walked is walked to its end.
  for (const names of folders) {
    for (const { name, isFolder } of await readSkillFolder(folder, names)) {
      if (isFolder) folders.push([...names, name])
      else files.push([...names, name])
    }
    if (files.length > MOST_FILES) throw tooMany(`more than ${MOST_FILES} files`)
    if (folders.length > MOST_FOLDERS) throw tooMany(`more than ${MOST_FOLDERS} folders`)
  }
  return files
}

const tooMuch = (): SkillFinderError => new SkillFinderError("E_UNAVAILABLE", "they have more than 16 MiB")

const tooMany = (what: string): SkillFinderError => new SkillFinderError("E_UNAVAILABLE", `there are ${what}`)
