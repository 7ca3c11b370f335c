import { readdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** The name of a backup made now: local time to the minute, and a number where that name is taken. */
export const backupPath = (file: string, now: Date, number = 1): string => {
  const two = (value: number): string => String(value).padStart(2, "0")
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  return `${file}.bak-${day}-${two(now.getHours())}${two(now.getMinutes())}${number === 1 ? "" : `-${number}`}`
}

/** The backups of a file that `init` has left beside it, newest first. */
export const backupPaths = (file: string): string[] => {
  const folder = dirname(file)
  const start = `${basename(file)}.bak-`
  return namesIn(folder)
    .flatMap((name) => {
      const match = name.startsWith(start) ? STAMP.exec(name.slice(start.length)) : null
      return match === null ? [] : [{ path: join(folder, name), minute: match[1] ?? "", number: Number(match[2] ?? 1) }]
    })
    .sort((a, b) => (a.minute < b.minute ? 1 : a.minute > b.minute ? -1 : b.number - a.number))
    .map(({ path }) => path)
}

const STAMP = /^(\d{8}-\d{4})(?:-(\d+))?$/

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // No folder, no backups.
    return []
  }
}
