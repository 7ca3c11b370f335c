import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { readFrontmatter } from "../core/frontmatter.ts"
import { createPace } from "../core/pace.ts"
import { parseSkill } from "../core/parse-skill.ts"
import type { Root, Skill } from "../core/skill.ts"
import { walkRoot } from "../core/walk-root.ts"

/** A text of a corpus by the name of its folder. */
export interface CorpusText {
  readonly folder: string
  readonly text: string
}

/** The corpus that development machines and CI have beside the project. */
export const SHARED_CORPUS = join(import.meta.dirname, "../../shared/corpus")

/**
 * Reads a corpus: a folder of skill folders, or a folder with `skills.jsonl.gz` as in ../shared/corpus.
 * @param only file with a JSON list of the ids to keep, as a path or a name beside the corpus.
 */
export const readCorpus = async (path: string, only?: string): Promise<CorpusText[]> => {
  const kept = only === undefined ? undefined : readIds(path, only)
  const packed = join(path, "skills.jsonl.gz")
  const texts = existsSync(packed) ? readPacked(packed) : await readFolder(path)
  return kept === undefined ? texts : texts.filter(({ folder }) => kept.has(folder))
}

/** The skills of a corpus. Unlike discovery it keeps skills of one name apart, since the labels tell them apart. */
export const toSkills = (texts: readonly CorpusText[]): Skill[] =>
  texts.flatMap(({ folder, text }) => {
    const path = join("/corpus", folder, "SKILL.md")
    const { skill } = parseSkill({ path, realPath: path, root: toRoot("/corpus"), id: folder, text })
    return skill === undefined ? [] : [skill]
  })

/** What stands below the frontmatter, by the id that `toSkills` gives. */
export const toBodies = (texts: readonly CorpusText[]): Map<string, string> =>
  new Map(texts.map(({ folder, text }) => [folder, readFrontmatter(text).body]))

/** Lays a corpus out on disk for as long as `work` runs. */
export const withCorpusFolder = async <T>(
  texts: readonly CorpusText[],
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const top = mkdtempSync(join(tmpdir(), "skill-finder-measure-"))
  try {
    for (const { folder, text } of texts) {
      mkdirSync(join(top, folder))
      writeFileSync(join(top, folder, "SKILL.md"), text)
    }
    return await work(top)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

/** A corpus of any size: the texts again and again under new names, with a few words changed in each copy. */
export const grow = (texts: readonly CorpusText[], size: number): CorpusText[] =>
  Array.from({ length: size }, (_, at) => {
    const copy = Math.floor(at / texts.length)
    const { folder, text } = texts[at % texts.length] ?? { folder: "none", text: "" }
    if (copy === 0) return { folder, text }
    return {
      folder: `${folder}-${copy}`,
      text: text
        .replace(/^(name:\s*\S+)/m, `$1-${copy}`)
        .replace(/\b(\w{6,})\b/g, (word, _w, offset: number) => ((offset + copy) % 17 === 0 ? `${word}${copy}` : word)),
    }
  })

/** A root over a folder, as a plain path given to `discoverSkills` becomes one. */
export const toRoot = (path: string): Root => ({ path, origin: "given", hasDotFolders: true, hasFlatFiles: false })

const folderOf = (id: string): string => id.replaceAll("/", "__")

const readIds = (corpus: string, only: string): Set<string> => {
  const file = existsSync(only) ? only : join(corpus, only)
  const ids: unknown = JSON.parse(readFileSync(file, "utf8"))
  if (!Array.isArray(ids)) throw new Error(`${file} is not a list of ids`)
  return new Set(ids.map((id) => folderOf(String(id))))
}

const readPacked = (file: string): CorpusText[] =>
  gunzipSync(readFileSync(file))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { id, text }: { id: string; text: string } = JSON.parse(line)
      return { folder: folderOf(id), text }
    })

const readFolder = async (path: string): Promise<CorpusText[]> => {
  const { files } = await walkRoot(toRoot(path), createPace())
  return files.map((file) => ({ folder: basename(dirname(file.path)), text: readFileSync(file.path, "utf8") }))
}
