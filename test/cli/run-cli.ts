import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OFFLINE_TREE } from "../lab/offline.ts"

/** What a call of the CLI gave. */
export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const MAIN = join(import.meta.dirname, "../../cli/main.ts")

/** Where and how the CLI is run. */
export interface CliPlace {
  readonly home: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** What Node runs instead of the sources: a built cli.js, with Node's own options in front. */
  readonly program?: readonly string[]
  /** What is written to its standard input; without it that is closed. */
  readonly stdin?: string
}

/** Runs the CLI from its sources, as a process of its own, which reaches loopback only, like the servers it starts. */
export const runCli = (args: readonly string[], where: CliPlace): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? "", HOME: where.home, ...OFFLINE_TREE, ...where.env }
    const child = spawn(process.execPath, [...(where.program ?? ["--import", TSX, MAIN]), ...args], {
      cwd: where.cwd ?? where.home,
      env,
      stdio: ["pipe", "pipe", "pipe"],
    })
    // A command that never reads closes the pipe first.
    child.stdin.on("error", () => undefined).end(where.stdin)
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
