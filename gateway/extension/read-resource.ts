import { isUtf8 } from "node:buffer"
import { SkillFinderError } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"
import type { Catalogue } from "./catalogue.ts"
import { locateResource, noSuchResource, readUri } from "./locate-resource.ts"
import { mimeType } from "./mime-type.ts"
import { readSkillFile } from "./skill-file.ts"
import { findItem } from "./skill-folder.ts"

/** Answers `resources/read`: a file of a skill as it is now, as text where its bytes are the text's own. */
export const readResource = async (
  catalogue: Catalogue,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> => {
  const uri = readUri(params.uri)
  const { checked, names } = await locateResource(uri, await catalogue.look(signal))
  try {
    const item = await findItem(checked.folder, names)
    if (item === undefined) throw noSuchResource(uri)
    if (item.isFolder) throw noSuchResource(uri, `: ${READ_FOLDER}`)
    const { bytes } = await readSkillFile(checked.folder, names)
    return { contents: [toContent(uri, item.name, bytes)] }
  } catch (error) {
    if (error instanceof SkillFinderError) throw noSuchResource(uri, `: ${error.message}`)
    throw error
  }
}

const READ_FOLDER = "it is a folder, which resources/directory/read reads"

const toContent = (uri: string, name: string, bytes: Buffer): JsonObject => {
  const isText = isUtf8(bytes)
  const type = mimeType(name) ?? (isText ? "text/plain" : "application/octet-stream")
  return { uri, mimeType: type, ...(isText ? { text: bytes.toString("utf8") } : { blob: bytes.toString("base64") }) }
}
