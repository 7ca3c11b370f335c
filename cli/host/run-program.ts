import { spawn } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** How a program is run. */
export interface ProgramRun {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Milliseconds until it is ended with all that it has started. */
  readonly timeoutMs: number
}

/** How a run ended. */
export type ProgramEnd =
  | { readonly kind: "exited"; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "timed out" }
  | { readonly kind: "not started"; readonly reason: string }

/** Runs a program to its end. Its output goes to files, since opencode loses the end of a long answer in a pipe. */
export const runProgram = async (run: ProgramRun): Promise<ProgramEnd> => {
  const folder = mkdtempSync(join(tmpdir(), "skill-mcp-run-"))
  const paths = [join(folder, "stdout"), join(folder, "stderr")] as const
  const outputs = [openSync(paths[0], "w"), openSync(paths[1], "w")] as const
  try {
    const end = await waitFor(run, outputs)
    if (end.kind !== "exited") return end
    return { ...end, stdout: readFileSync(paths[0], "utf8"), stderr: readFileSync(paths[1], "utf8") }
  } finally {
    for (const output of outputs) closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}

const waitFor = (
  { argv: [program = "", ...args], cwd, env, timeoutMs }: ProgramRun,
  outputs: readonly [number, number],
): Promise<ProgramEnd> =>
  new Promise((resolve) => {
    // A group of its own, so that a wrapper's child ends with it.
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", ...outputs],
      detached: process.platform !== "win32",
    })
    const timer = setTimeout(() => {
      endTree(child.pid)
      resolve({ kind: "timed out" })
    }, timeoutMs)
    child.once("error", (error) => {
      clearTimeout(timer)
      resolve({ kind: "not started", reason: error.message })
    })
    child.once("exit", (code) => {
      clearTimeout(timer)
      resolve({ kind: "exited", code, stdout: "", stderr: "" })
    })
  })

/** Ends a program that leads a group, with all of the group. */
export const endTree = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL")
  } catch {
    // It ended by itself in the meantime.
  }
}
