import { constants } from "node:fs"
import { open, readlink, realpath, stat } from "node:fs/promises"
import { SkillFinderError } from "./error.ts"

/** What an open file offers; Node's own handle, named so that a reader of our types needs no types of Node. */
export interface OpenedFile {
  readonly fd: number
  stat(): Promise<{ readonly size: number; isFile(): boolean; isDirectory(): boolean }>
  stat(options: { readonly bigint: true }): Promise<ExactStats>
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>
  readFile(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Where a file is and when it was written, to the last digit. */
export interface ExactStats {
  readonly ino: bigint
  readonly dev: bigint
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  isFile(): boolean
}

/** An editor that saves replaces the file under our hands; more often than this it is no editor. */
const ATTEMPTS = 5

/**
 * Opens a file or folder and gives it to `use` with its real path. It is opened first and judged by where it really
 * is: a path that is judged first and opened then can be turned elsewhere in between (one read in sixty gave what lay
 * outside, when test/gateway/boundary.test.ts was run on code like that).
 * @param called what errors call it.
 * @throws SkillFinderError `E_UNAVAILABLE` when it cannot be opened.
 */
export const withOpened = async <T>(
  path: string,
  use: (file: OpenedFile, real: string) => Promise<T>,
  called: string = path,
): Promise<T> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await openFile(path, called)
    try {
      const real = await realPathOf(file, path)
      if (real !== undefined) return await use(file, real)
    } finally {
      await file.close()
    }
  }
  throw new SkillFinderError("E_UNAVAILABLE", `${called} is being changed all the time: try again later`)
}

// Without O_NONBLOCK the opening of a pipe that took the file's place would wait for ever.
const openFile = (path: string, called: string): Promise<OpenedFile> =>
  open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((cause: unknown) => {
    throw new SkillFinderError("E_UNAVAILABLE", `${called} cannot be read any more: call find again`, { cause })
  })

// Where an open file really is; undefined when it was removed or replaced while we looked.
const realPathOf = async (file: OpenedFile, path: string): Promise<string | undefined> => {
  const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realPathByIdentity(file, path))
  return real?.endsWith(" (deleted)") ? undefined : real
}

/** One look can be deceived by who turns the path to and fro between its steps; so many in a row were not. */
const LOOKS = 8

// Where the system does not tell: again and again the path must lead to one place that is the file we hold.
const realPathByIdentity = async (file: OpenedFile, path: string): Promise<string | undefined> => {
  try {
    const held = await file.stat({ bigint: true })
    const real = await realpath(path)
    for (let look = 0; look < LOOKS; look++) {
      const named = await stat(real, { bigint: true })
      const isSame = named.ino === held.ino && named.dev === held.dev && (await realpath(path)) === real
      if (!isSame) return undefined
    }
    return real
  } catch {
    // It vanished meanwhile: the next attempt tells whether for good.
    return undefined
  }
}
