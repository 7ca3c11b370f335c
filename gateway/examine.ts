import process from "node:process"
import { type Problem, search } from "../core/index.ts"
import { describeRoots } from "./describe-server.ts"
import type { SurveyedSkill, Surveyor } from "./extension/survey-skills.ts"
import type { Library, Look } from "./library.ts"
import { isInsideAny, realFolders } from "./read-inside.ts"
import type { Output } from "./tool-schemas.ts"
import { checkUpstream } from "./upstream/check-upstream.ts"

type Check = Output<"doctor">["checks"][number]

/** The oldest Node that runs this. */
const OLDEST_NODE = [20, 19] as const
/** Problems named one by one; a library with more of them has one cause for many. */
const MOST_NAMED = 100

/** Examines this server: every check says what it found and, where something is amiss, what mends it. */
export const examine = async (library: Library, surveyor: Surveyor, signal: AbortSignal): Promise<Output<"doctor">> => {
  // Beside the others: a server that does not answer takes its 3 s.
  const upstream = checkUpstream(library)
  const look = await library.look(signal)
  return {
    checks: [
      checkNode(process.versions.node),
      await checkRoots(look),
      checkSkills(look),
      checkProblems(look.problems),
      await checkBoundary(look),
      await checkExtension(surveyor, signal),
      checkSearch(look),
      checkSettings(library),
      checkEnvironment(library),
      await upstream,
    ],
  }
}

const checkNode = (version: string): Check => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return {
    name: "node",
    ok,
    message: `Node ${version}`,
    ...(!ok && { cure: `install Node ${OLDEST_NODE.join(".")} or newer` }),
  }
}

const checkRoots = async (look: Look): Promise<Check> => {
  const roots = await describeRoots(look)
  const found = roots.filter(({ exists }) => exists)
  return {
    name: "roots",
    ok: found.length > 0,
    message: `${found.length} of ${roots.length} skill folders exist`,
    ...(found.length === 0 && { cure: 'make one of them, or name another under "roots" in the settings file' }),
    details: roots.map(({ path, origin, exists, skills }) =>
      exists ? `${path} (${origin}): ${skills} skills` : `${path} (${origin}): does not exist`,
    ),
  }
}

const checkSkills = ({ index, buildMs }: Look): Check => ({
  name: "skills",
  ok: index.skills.length > 0,
  message: `${index.skills.length} skills; the first build of the index took ${buildMs} ms`,
  ...(index.skills.length === 0 && { cure: "put a folder with a SKILL.md into one of the skill folders" }),
})

const checkProblems = (problems: readonly Problem[]): Check => {
  const dropped = problems.filter(({ isDropped }) => isDropped)
  const named = [...dropped, ...problems.filter(({ isDropped }) => !isDropped)].slice(0, MOST_NAMED)
  const more = problems.length - named.length
  return {
    name: "problems",
    ok: dropped.length === 0,
    message: `${problems.length} problems; for ${dropped.length} of them a file is not loaded`,
    ...(dropped.length > 0 && { cure: "mend or remove the files below; each line says how" }),
    details: [...named.map(toLine), ...(more > 0 ? [`and ${more} more`] : [])],
  }
}

const toLine = ({ code, path, line, message }: Problem): string =>
  `${code}: ${line === undefined ? path : `${path}:${line}`}: ${message}`

// The host follows links out of its roots, so such skills are found; we read nothing outside of them.
const checkBoundary = async ({ index, roots }: Look): Promise<Check> => {
  const folders = await realFolders(roots)
  const skills = index.skills.map(({ skill }) => skill)
  const outside = skills.filter(({ realPath }) => !isInsideAny(realPath, folders))
  return {
    name: "boundary",
    ok: true,
    message: `${outside.length} skills lie outside the skill folders, behind symbolic links`,
    ...(outside.length > 0 && {
      cure: 'outline and read-section refuse them until their real folder is named under "roots" in the settings file',
      details: outside.slice(0, MOST_NAMED).map(({ path, realPath }) => `${path} -> ${realPath}`),
    }),
  }
}

// Other programs are stricter than opencode: what they would refuse is not shown to them.
const checkExtension = async (surveyor: Surveyor, signal: AbortSignal): Promise<Check> => {
  const { listed, unlisted } = await surveyor.survey(signal)
  const withoutFiles = await surveyor.withoutFiles(listed, signal)
  const named = [...unlisted, ...withoutFiles]
  const more = named.length - MOST_NAMED
  const some = withoutFiles.length > 0 ? `, ${withoutFiles.length} of them without their files` : ""
  return {
    name: "extension",
    ok: true,
    message: `${listed.length} of ${listed.length + unlisted.length} skills are offered through the MCP Skills extension too${some}`,
    ...(named.length > 0 && {
      cure: "find, outline and read-section show the others; to have them offered to other programs, mend what the lines below name",
      details: [...named.slice(0, MOST_NAMED).map(toReason), ...(more > 0 ? [`and ${more} more`] : [])],
    }),
  }
}

const toReason = ({ skill, reason }: SurveyedSkill): string => `${skill.path}: ${reason}`

// A skill that is asked for by its own name must come first: if not, the index is not what it should be.
const checkSearch = ({ index }: Look): Check => {
  const [entry] = index.skills
  if (entry === undefined) return { name: "search", ok: false, message: "no skill to search for" }
  const { name } = entry.skill
  const started = performance.now()
  const [first] = search(index, `/${name}`, { limit: 1 })
  const ms = (performance.now() - started).toFixed(1)
  const ok = first?.name === name
  return {
    name: "search",
    ok,
    message: ok ? `found "${name}" by its name in ${ms} ms` : `asked for "${name}" by its name, got "${first?.name}"`,
    ...(!ok && { cure: "give the skill a name of letters, digits and hyphens" }),
  }
}

const checkSettings = (library: Library): Check => {
  const { path, faults, settings } = library.settings()
  return {
    name: "settings",
    ok: faults.length === 0,
    message:
      path === undefined ? `no settings file: defaults hold, lang ${settings.lang}` : `${path}, lang ${settings.lang}`,
    ...(faults.length > 0 && { cure: "mend what the lines below name", details: [...faults] }),
  }
}

const OURS = /^SKILL_(MCP|ROUTER)_/
/** Variables of the host that decide which folders are searched. */
const HOSTS = /^(OPENCODE_(CONFIG|CONFIG_DIR|DISABLE_\w+)|XDG_CONFIG_HOME)$/

const checkEnvironment = ({ environment: { env, cwd, home } }: Library): Check => {
  const names = Object.keys(env).filter((name) => OURS.test(name) || HOSTS.test(name))
  return {
    name: "environment",
    ok: true,
    message: `working directory ${cwd}, home ${home}`,
    ...(names.length > 0 && { details: names.sort().map((name) => `${name}=${env[name] ?? ""}`) }),
  }
}
