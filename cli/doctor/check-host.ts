import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { configDirectories, directoriesUpward } from "../../core/index.ts"
import { faultLine } from "../config/throw-faults.ts"
import { OLDEST_OPENCODE } from "../host/find-opencode.ts"
import { type Check, fault, note, ok } from "./check.ts"
import type { Circumstances } from "./circumstances.ts"

/** The oldest Node that runs us (`engines` of package.json). */
const OLDEST_NODE = [20, 19] as const

/** The Node that runs this command. */
export const checkNode = (version = process.versions.node): Check => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  const fact = process.versions.bun === undefined ? `Node ${version}` : `Bun ${process.versions.bun}`
  return isNew ? ok("node", fact) : fault("node", fact, `install Node ${OLDEST_NODE.join(".")} or newer`)
}

/** The opencode of this machine and its version. */
export const checkOpencode = ({ opencode }: Circumstances): Check => {
  if (opencode.kind === "absent") {
    return note(
      "opencode",
      "opencode is neither on PATH nor in ~/.opencode/bin: what it does with our entries cannot be proven here",
      "install opencode, or put it on PATH",
    )
  }
  if (opencode.kind === "silent") {
    return fault("opencode", `${opencode.path} does not tell its version: ${opencode.reason}`, "install opencode again")
  }
  const fact = `opencode ${opencode.version} at ${opencode.path}`
  return opencode.isTooOld
    ? fault("opencode", `${fact} is older than ${OLDEST_OPENCODE}`, "update it: opencode upgrade")
    : ok("opencode", fact)
}

/** The configuration files that opencode reads here: that there is one, and that each can be read. */
export const checkConfig = ({ scan }: Circumstances): Check[] => {
  const there = scan.files.filter(({ raw }) => raw !== undefined).map(({ path }) => path)
  const faults = scan.faults.map((one) =>
    fault("config", faultLine(one), "mend the file: opencode refuses to start with it"),
  )
  if (faults.length > 0) return faults
  if (there.length === 0) {
    return [fault("config", "opencode has no configuration file yet", "run `skill-finder-mcp init`")]
  }
  return [ok("config", `${there.length} ${there.length === 1 ? "file" : "files"}, all readable: ${there.join(", ")}`)]
}

/** Whether opencode's start waits for the package that it installs beside every configuration that may hold plugins. */
export const checkStartUp = ({ environment, plugins, generation }: Circumstances): Check[] => {
  if (plugins.length === 0 || generation === "v2") return []
  const directories = configDirectories(environment, directoriesUpward(environment.cwd)).filter((path) =>
    existsSync(path),
  )
  const bare = directories.filter((path) => !existsSync(join(path, "node_modules/@opencode-ai/plugin")))
  if (bare.length === 0) return [ok("start-up", "opencode has the package that it wants beside every configuration")]
  return [
    note(
      "start-up",
      `with any plugin, opencode installs @opencode-ai/plugin at its start into ${bare.join(", ")}; without a network it tries each time`,
      "start opencode once with a network; we ourselves need nothing of it",
    ),
  ]
}
