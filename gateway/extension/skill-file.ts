import { createHash } from "node:crypto"
import { type ExactStats, type OpenedFile, SkillFinderError } from "../../core/index.ts"
import { type SkillFolder, withInside } from "./skill-folder.ts"

/** What the extension says of a file. */
export interface FileFacts {
  /** `sha256:` and the hash of the raw bytes. */
  readonly digest: string
  /** In bytes. */
  readonly size: number
}

/** Larger files are not served: the extension's own limit for a whole skill. */
export const MOST_SKILL_BYTES = 16 * 1024 * 1024

/** Digests that were computed before, by what the file system says of the file. */
export interface FactsCache {
  /** Digest and size of a file as it is now; hashed only when it changed. */
  readonly of: (folder: SkillFolder, names: readonly string[]) => Promise<FileFacts>
  /** Keeps what was computed from bytes that were needed anyway. */
  readonly keep: (read: ReadFile) => FileFacts
}

/** A file's bytes at one moment. */
export interface ReadFile {
  readonly bytes: Buffer
  /** Size, times, inode and device in one word: equal marks, equal content. */
  readonly mark: string
  readonly real: string
}

/** An empty cache. */
export const createFactsCache = (): FactsCache => {
  const known = new Map<string, { readonly mark: string; readonly facts: FileFacts }>()
  const keep = ({ bytes, mark, real }: ReadFile): FileFacts => {
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`
    const facts = { digest, size: bytes.length }
    known.delete(real)
    if (!isFresh(mark)) known.set(real, { mark, facts })
    const [oldest] = known.keys()
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
    return facts
  }
  return {
    keep,
    of: async (folder, names) => {
      const found = await withInside(folder, names, async (file, real) => {
        const entry = known.get(real)
        return entry?.mark === toMark(await file.stat({ bigint: true })) ? entry.facts : undefined
      })
      return found ?? keep(await readSkillFile(folder, names))
    },
  }
}

/** Digests kept: more files than any library is known to have. */
const MOST_KEPT = 50_000
/** Coarse clocks give two writes that follow each other closely the same time. */
const FRESH_MS = 2_000

const isFresh = (mark: string): boolean => Date.now() - Number(BigInt(mark.split(" ")[1] ?? 0) / 1_000_000n) < FRESH_MS

const toMark = ({ size, mtimeNs, ctimeNs, ino, dev }: ExactStats): string =>
  `${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`

/** A file that is written to meanwhile is read anew so often. */
const ATTEMPTS = 5

/**
 * Reads a file of a skill whole, as it stood at one moment.
 * @throws SkillFinderError `E_FORBIDDEN` when it lies outside the skill, `E_UNAVAILABLE` when it cannot be read,
 * is no regular file, too large, or changes without end.
 */
export const readSkillFile = (folder: SkillFolder, names: readonly string[]): Promise<ReadFile> =>
  attempt(() => withInside(folder, names, readOnce), ATTEMPTS)

const readOnce = async (file: OpenedFile, real: string): Promise<ReadFile | undefined> => {
  const before = await file.stat({ bigint: true })
  if (!before.isFile()) throw new SkillFinderError("E_UNAVAILABLE", "it is no regular file")
  if (before.size > MOST_SKILL_BYTES) throw new SkillFinderError("E_UNAVAILABLE", "it is larger than 16 MiB")
  const bytes = Buffer.from(await file.readFile())
  const mark = toMark(await file.stat({ bigint: true }))
  return mark === toMark(before) && BigInt(bytes.length) === before.size ? { bytes, mark, real } : undefined
}

const attempt = async <T>(run: () => Promise<T | undefined>, left: number): Promise<T> => {
  if (left === 0) throw new SkillFinderError("E_UNAVAILABLE", "it is being changed all the time")
  return (await run()) ?? attempt(run, left - 1)
}
