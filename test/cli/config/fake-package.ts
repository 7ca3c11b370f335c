import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Installation } from "../../../cli/installation.ts"
import { temporaryFolder } from "../../lab/scratch.ts"

/** The files of an installed package as far as recognising it goes, in a folder whose name is no plain ASCII. */
export const fakePackage = (parent = temporaryFolder("package Ж")): Installation => {
  const dist = join(parent, "node_modules", "skill-finder-mcp", "dist")
  const manifest = JSON.stringify({ name: "skill-finder-mcp", version: "0.1.0" })
  mkdirSync(join(dist, "plugin"), { recursive: true })
  writeFileSync(join(dist, "..", "package.json"), manifest)
  writeFileSync(join(dist, "plugin", "package.json"), manifest)
  writeFileSync(join(dist, "plugin", "index.js"), "export default { id: 'x', server: async () => ({}) }\n")
  writeFileSync(join(dist, "gateway.js"), "")
  return { plugin: join(dist, "plugin"), gateway: join(dist, "gateway.js") }
}
