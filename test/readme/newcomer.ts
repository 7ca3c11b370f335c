import { execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { hostEnvironment, opencodeBinary } from "../lab/opencode.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { INSIDE } from "../lab/unconnected.ts"
import { ROOT } from "./page.ts"

/** Somebody who has just cloned the project: a checkout, an empty home, an npm prefix of their own. */
export interface Newcomer {
  readonly home: string
  readonly checkout: string
  /**
   * Runs one line of a page in the checkout, as a shell does, and gives what it printed. Neither Node nor, where the
   * machine allows a network namespace, anything else reaches more than loopback: not npm, not opencode either.
   */
  readonly run: (line: string) => Promise<Ran>
  readonly leave: () => void
}

export interface Ran {
  readonly code: number | null
  /** Both outputs, as they came. */
  readonly output: string
}

export const makeNewcomer = (): Newcomer => {
  const top = temporaryFolder("newcomer")
  const [home, checkout, prefix] = [join(top, "home"), join(top, "checkout"), join(top, "prefix")]
  for (const folder of [home, checkout, prefix]) mkdirSync(folder)
  copyCheckout(checkout)
  // The locale decides which language init writes.
  const env = {
    ...hostEnvironment({ home, extra: { LANG: "en_US.UTF-8" } }),
    npm_config_prefix: prefix,
    npm_config_fund: "false",
    PATH: [join(prefix, "bin"), dirname(opencodeBinary()), process.env.PATH].join(delimiter),
  }
  return {
    home,
    checkout,
    run: (line) => runLine(line, { cwd: checkout, env }),
    leave: () => removeFolder(top),
  }
}

/** What a clone and `npm ci` would give: the files that git knows or would take, and the packages by a link. */
const copyCheckout = (checkout: string): void => {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  })
  for (const path of list.split("\0")) {
    // A file that was deleted and not committed is still in the list.
    if (path !== "" && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(checkout, path))
  }
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"))
}

const runLine = (line: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const [program = "", ...args] = [...INSIDE, "bash", "-c", line]
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
      })
    }
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, output }))
  })
