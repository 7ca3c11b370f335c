import type { ChildProcess } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import type { Held } from "./flatness.ts"

/**
 * Has a process that runs with watch-loop.mjs say what it holds.
 * @param file the process's SOAK_FILE.
 * @throws Error when the process has ended.
 */
export const askHeld = async <T extends Held>(
  child: ChildProcess,
  { calls, file }: { readonly calls: number; readonly file: string },
): Promise<T> => {
  rmSync(file, { force: true })
  child.kill("SIGUSR2")
  while (child.exitCode === null && child.signalCode === null) {
    await wait(20)
    try {
      return { calls, ...JSON.parse(readFileSync(file, "utf8")) }
    } catch {
      // Not written yet, or not to its end.
    }
  }
  throw new Error(`the process ended after ${calls} calls: ${child.exitCode ?? child.signalCode}`)
}
