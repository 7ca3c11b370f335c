import { type ChildProcess, spawnSync } from "node:child_process"
import { accessSync, constants, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findServer, serveFileOf } from "../../../gateway/upstream/find-server.ts"
import { makeProject } from "../../lab/project.ts"
import { endGroup, spawnGroup } from "../../lab/scratch.ts"
import { cleanEnvironment } from "../gateway-process.ts"
import { SERVER_FILES, type Server } from "./behaviour.ts"

/** Before the first scan there is no answer. */
const START_MS = 60_000
const STOP_MS = 10_000

/** The first `sm` on a PATH. */
export const findSkillMap = (path: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "sm"))
    .find(isExecutable)

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run: the next folder may have one.
    return false
  }
}

/** The real skill-map in a project of its own, made ready to have jobs submitted. */
export const openSkillMap = async (command: string): Promise<Server> => {
  const project = makeProject({ files: SERVER_FILES })
  const { folder } = project
  const env = { ...cleanEnvironment(project), CI: "1" }
  // Without a database its tools refuse; without a processing skill it takes no jobs.
  for (const args of [["init"], ["agent", "install"]]) {
    const { status, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8", input: "" })
    if (status !== 0) console.error(`sm ${args.join(" ")}: exit ${status}: ${stderr}`)
  }
  let child: ChildProcess | undefined
  let errors = ""

  const waitUntilFound = async (started: ChildProcess): Promise<void> => {
    const end = Date.now() + START_MS
    for (;;) {
      const found = await findServer({ folder, url: undefined, last: undefined })
      if (found.kind === "found") return
      if (started.exitCode !== null || Date.now() > end)
        throw new Error(`sm serve does not run (exit ${started.exitCode}, ${found.kind}): ${errors}`)
      await sleep(100)
    }
  }

  return {
    project,
    start: async () => {
      const args = ["serve", "--mcp", "--no-open", "--port", "0"]
      child = spawnGroup(command, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] })
      child.stderr?.on("data", (bytes: Buffer) => {
        errors = `${errors}${bytes}`.slice(-4_000)
      })
      await waitUntilFound(child)
    },
    stop: async () => {
      const stopping = child
      child = undefined
      if (stopping === undefined || stopping.exitCode !== null) return
      const gone = new Promise<"gone">((resolve) => void stopping.once("exit", () => resolve("gone")))
      stopping.kill("SIGTERM")
      const how = await Promise.race([gone, sleep(STOP_MS, "late", { ref: false })])
      endGroup(stopping)
      // A killed one leaves it behind.
      rmSync(serveFileOf(folder), { force: true })
      if (how === "late") throw new Error(`sm serve did not end within ${STOP_MS} ms of SIGTERM`)
    },
  }
}
