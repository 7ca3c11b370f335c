import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { OddCase } from "./odd-case.ts"
import { frontmatterCases } from "./odd-frontmatter.ts"
import { layoutCases } from "./odd-layout.ts"
import { type Files, makeProject, type Planted, type Project } from "./project.ts"

export type OddProject = Project & {
  /** The folders of `skills.paths`, absolute and in order. */
  readonly paths: readonly string[]
  /** The case a location belongs to, and undefined for a location outside every case. */
  readonly caseOf: (location: string) => OddCase | undefined
}

/** Every made case; no two of them give a skill the same name, since the host keeps one skill a name. */
export const oddCases = (): readonly OddCase[] => [...frontmatterCases(), ...layoutCases()]

/** Every folder of a corpus of odd SKILL.md files as a case of its own. */
export const corpusCases = (corpus: string): readonly OddCase[] =>
  readdirSync(corpus, { withFileTypes: true })
    .filter((found) => found.isDirectory())
    .map((found) => toCorpusCase(corpus, found.name))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Lays all cases out in one project, so that one run of the host tells what it makes of each of them. */
export const makeOddProject = (cases: readonly OddCase[]): OddProject => {
  const files = cases.flatMap((one) => [...placed(folderOf(one), one.files), ...placed("odd/apart", one.apart ?? {})])
  const relative = cases.filter((one) => one.root === "path").map(folderOf)
  const project = makeProject({ files: Object.fromEntries(files), config: { ...schema, skills: { paths: relative } } })
  const byFolder = cases.map((one) => [`${join(project.folder, folderOf(one))}/`, one] as const)
  return {
    ...project,
    paths: relative.map((path) => join(project.folder, path)),
    caseOf: (location) => byFolder.find(([folder]) => location.startsWith(folder))?.[1],
  }
}

const schema = { $schema: "https://opencode.ai/config.json" }

const folderOf = ({ id, root }: OddCase): string => {
  if (root === "path") return `odd/cases/${id}`
  return root === "claude" ? `.claude/skills/${id}` : `.opencode/skills/${id}`
}

const placed = (folder: string, files: Files): readonly (readonly [string, Planted])[] =>
  Object.entries(files).map(([path, planted]) => [`${folder}/${path}`, planted])

const toCorpusCase = (corpus: string, id: string): OddCase => {
  const folder = join(corpus, id)
  const files = readdirSync(folder).map((name) => [name, renamed(readFileSync(join(folder, name)), id)] as const)
  return { id: `corpus-${id}`, root: "path", files: Object.fromEntries(files), note: "see INDEX.md of the corpus" }
}

/** The made files of the corpus share one name; each gets its own, byte by byte, since not all of them are UTF-8. */
const renamed = (bytes: Buffer, id: string): Uint8Array => {
  const encoding = encodings.find((known) => bytes.includes(Buffer.from(shared, known)))
  if (encoding === undefined) return bytes
  const at = bytes.indexOf(Buffer.from(shared, encoding))
  const rest = bytes.subarray(at + Buffer.byteLength(shared, encoding))
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`name: ${id}`, encoding), rest])
}

const shared = "name: systematic-debugging"
const encodings = ["latin1", "utf16le"] as const
