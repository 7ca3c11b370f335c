import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { createText } from "../../../cli/config/install-text.ts"
import { type Circumstances, readCircumstances } from "../../../cli/doctor/circumstances.ts"
import { temporaryFolder } from "../../lab/scratch.ts"
import { fakePackage } from "../config/fake-package.ts"

const TOP = temporaryFolder("patients")

/** The package that the patients' configurations lead to. */
export const installation = fakePackage()

/** What init would write for it. */
export const HEALTHY = createText({ plugin: installation.plugin, command: [process.execPath, installation.gateway] })

/** A home whose files are given by path, and what doctor reads of it. Nothing is on PATH. */
export const examinedHome = async (
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ home: string; circumstances: Circumstances }> => {
  const home = mkdtempSync(join(TOP, "home "))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const surroundings = { cwd: home, home, env: { PATH: "/nowhere", ...env } }
  return { home, circumstances: await readCircumstances(surroundings, installation) }
}

/** Where the global configuration lies in a home. */
export const GLOBAL = ".config/opencode/opencode.jsonc"
