import process from "node:process"
import { isHidden } from "../core/index.ts"
import type { Surveyor } from "./extension/survey-skills.ts"
import { PROTOCOL_VERSIONS } from "./initialize.ts"
import { isFolder, type Library, type Look } from "./library.ts"
import type { JsonObject } from "./read-frame.ts"
import { SERVER_INFO } from "./server-info.ts"
import type { Output } from "./tool-schemas.ts"
import { TOOLS } from "./tools.ts"

interface Circumstances {
  readonly surveyor: Surveyor
  /** What was declared to the client that asks. */
  readonly capabilities: JsonObject
  readonly signal: AbortSignal
}

/** Unlisted skills named one by one; `doctor` and the count speak of the others. */
const MOST_NAMED = 100

/** Describes this server and what is in its index. Without any root it is an ordinary result with no skills. */
export const describeServer = async (
  library: Library,
  { surveyor, capabilities, signal }: Circumstances,
): Promise<Output<"schema">> => {
  const look = await library.look(signal)
  const { listed, unlisted } = await surveyor.survey(signal)
  const skills = look.index.skills.map(({ skill }) => skill)
  return {
    server: { name: SERVER_INFO.name, version: SERVER_INFO.version, node: process.versions.node },
    protocol_versions: [...PROTOCOL_VERSIONS],
    capabilities,
    tools: TOOLS.map(({ name, inputSchema, outputSchema }) => ({ name, input: inputSchema, output: outputSchema })),
    index: {
      skills: skills.length,
      hidden: skills.filter(isHidden).length,
      manual_only: skills.filter(({ isManualOnly }) => isManualOnly).length,
      roots: await describeRoots(look),
      problems: look.problems.length,
      build_ms: look.buildMs,
    },
    extension: {
      listed: listed.length,
      unlisted: unlisted.length,
      reasons: unlisted
        .slice(0, MOST_NAMED)
        .map(({ skill, reason }) => ({ name: skill.name, path: skill.path, reason })),
    },
  }
}

/** The folders searched, in the order of their precedence, and what each of them holds. */
export const describeRoots = ({ roots, index }: Look): Promise<Output<"schema">["index"]["roots"]> => {
  const counts = new Map<string, number>()
  for (const { skill } of index.skills) counts.set(skill.root.path, (counts.get(skill.root.path) ?? 0) + 1)
  return Promise.all(
    roots.map(async ({ path, origin }) => ({
      path,
      origin,
      exists: await isFolder(path),
      skills: counts.get(path) ?? 0,
    })),
  )
}
