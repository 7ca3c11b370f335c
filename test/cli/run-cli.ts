import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** What a call of the CLI gave. */
export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const MAIN = join(import.meta.dirname, "../../cli/main.ts")

/** Runs the CLI from its sources, as a process of its own, in a fresh home unless `home` says otherwise. */
export const runCli = (
  args: readonly string[],
  where: { home: string; cwd?: string; env?: Record<string, string> },
): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? "", HOME: where.home, ...where.env }
    const child = spawn(process.execPath, ["--import", TSX, MAIN, ...args], {
      cwd: where.cwd ?? where.home,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })

// By URL, since the CLI runs in folders that have no node_modules.
const TSX = import.meta.resolve("tsx")

/** A home directory for one test file. */
export const makeHome = (): { readonly home: string; readonly remove: () => void } => {
  const home = mkdtempSync(join(tmpdir(), "skill-finder-cli-"))
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}
