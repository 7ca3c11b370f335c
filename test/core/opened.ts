import { after } from "node:test"
import { type LiveIndex, type LiveIndexOptions, openIndex } from "../../core/open-index.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { makeRoot } from "./make-skill.ts"

const opened: LiveIndex[] = []
const folders: string[] = []
after(() => {
  for (const one of opened) one.close()
  folders.forEach(removeFolder)
})

/** Lays files out in a folder that is gone when the test file ends. */
export const laid = (files: Files): string => {
  const folder = temporaryFolder("open")
  folders.push(folder)
  plant(folder, files)
  return folder
}

/** Opens an index over a folder; it is closed when the test file ends. */
export const open = (root: string, more: Partial<LiveIndexOptions> = {}): LiveIndex => {
  const live = openIndex({ roots: () => [makeRoot(root)], ...more })
  opened.push(live)
  return live
}
