import { SkillFinderError } from "../../core/index.ts"
import { readCursor, toCursor } from "../cursor.ts"
import type { JsonObject } from "../read-frame.ts"
import type { Catalogue } from "./catalogue.ts"
import { LASTING } from "./list-skills.ts"
import { locateResource, noSuchResource, readUri } from "./locate-resource.ts"
import { FOLDER_TYPE, mimeType } from "./mime-type.ts"
import { type FolderItem, findItem, readSkillFolder, type SkillFolder } from "./skill-folder.ts"
import { below, compare } from "./skill-uri.ts"

/** Files and folders on a page. */
const MOST_ITEMS = 500

/** Answers `resources/directory/read`: what lies directly in a skill's folder or in one below it. */
export const readDirectory = async (
  catalogue: Catalogue,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> => {
  const uri = readUri(params.uri)
  const after = readCursor(params.cursor, isPosition)
  if (after !== undefined && after[1] !== uri) readCursor(null, isPosition)
  const { checked, names } = await locateResource(uri, await catalogue.look(signal))
  const items = await childrenOf(checked.folder, names, uri)
  const left = after === undefined ? items : items.filter(({ name }) => compare(name, after[2]) > 0)
  const page = left.slice(0, MOST_ITEMS)
  const last = page.at(-1)
  return {
    resultType: "complete",
    resources: page.map(({ name, isFolder }) => toResource(below(uri, [name]), name, isFolder)),
    ...(last !== undefined && page.length < left.length && { nextCursor: toCursor(["folder", uri, last.name]) }),
    ...LASTING,
  }
}

const childrenOf = async (folder: SkillFolder, names: readonly string[], uri: string): Promise<FolderItem[]> => {
  try {
    if ((await findItem(folder, names))?.isFolder === true) return await readSkillFolder(folder, names)
    throw noSuchResource(uri, ": there is no such folder")
  } catch (error) {
    if (error instanceof SkillFinderError) throw noSuchResource(uri, `: ${error.message}`)
    throw error
  }
}

const isPosition = (value: unknown): value is readonly ["folder", string, string] =>
  Array.isArray(value) &&
  value.length === 3 &&
  value[0] === "folder" &&
  typeof value[1] === "string" &&
  typeof value[2] === "string"

const toResource = (uri: string, name: string, isFolder: boolean): JsonObject => {
  const type = isFolder ? FOLDER_TYPE : mimeType(name)
  return { uri, name, ...(type !== undefined && { mimeType: type }) }
}
