import type { JsonObject } from "../read-frame.ts"
import type { Catalogue } from "./catalogue.ts"
import { LASTING, toEntry } from "./list-skills.ts"
import { locateResource, noSuchResource, readUri } from "./locate-resource.ts"
import { SKILL_FILE } from "./skill-uri.ts"

/** Answers `skills/get`: the entry of one skill, by the URI of its SKILL.md, of one that is not listed too. */
export const getSkill = async (catalogue: Catalogue, params: JsonObject, signal: AbortSignal): Promise<JsonObject> => {
  const uri = readUri(params.uri)
  const { placed, checked } = await locateResource(uri, await catalogue.look(signal))
  // The SKILL.md of a skill that is nested in another is a file of the other one too; the innermost is meant.
  if (placed.uri !== uri) throw noSuchResource(uri, `: skills are known by the URI of their ${SKILL_FILE}`)
  const { skill } = await toEntry(placed, checked, catalogue)
  return { resultType: "complete", skill, ...LASTING }
}
