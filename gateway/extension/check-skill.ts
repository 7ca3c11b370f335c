import { isUtf8 } from "node:buffer"
import { basename } from "node:path"
import { createPace, type Skill, SkillFinderError } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"
import { fieldFault } from "./field-fault.ts"
import { parseFields } from "./parse-fields.ts"
import { type FactsCache, type FileFacts, readSkillFile } from "./skill-file.ts"
import { openSkillFolder, type SkillFolder } from "./skill-folder.ts"
import { SKILL_FILE } from "./skill-uri.ts"

/** A skill that the extension may serve. */
export interface ServedSkill {
  readonly folder: SkillFolder
  readonly fields: JsonObject
  /** Of the SKILL.md that `fields` were read from. */
  readonly own: FileFacts
  readonly fault?: undefined
}

/** A skill that may be served, or why it may not. */
export type CheckedSkill = ServedSkill | { readonly fault: string }

/** Dozens of files are read side by side and may all be there at once: YAML of each takes a millisecond or more. */
const PACE = createPace()

/**
 * Checks by the file as it is now whether a skill may be served: clients refuse a whole listing for one entry that
 * does not conform.
 */
export const checkSkill = async (
  skill: Skill,
  realRoots: readonly string[],
  facts: FactsCache,
): Promise<CheckedSkill> => {
  if (basename(skill.path) !== SKILL_FILE) return { fault: "it is a single file, not a folder with a SKILL.md" }
  try {
    const folder = await openSkillFolder(skill, realRoots)
    const read = await readSkillFile(folder, [SKILL_FILE])
    if (!isUtf8(read.bytes)) return { fault: "its SKILL.md is not UTF-8" }
    await PACE()
    const { fields, fault } = await parseFields(read.bytes.toString("utf8"))
    if (fields === undefined) return { fault }
    const wrong = fieldFault(fields) ?? (fields.name === skill.name ? undefined : "its name has just been changed")
    return wrong === undefined ? { folder, fields, own: facts.keep(read) } : { fault: wrong }
  } catch (error) {
    if (error instanceof SkillFinderError) return { fault: error.message }
    throw error
  }
}
