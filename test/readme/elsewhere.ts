import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { ROOT } from "./page.ts"

/** A command of a page that its own test does not run, and what proves it. */
interface Elsewhere {
  readonly command: string
  /** The line of .ci/run that runs it. */
  readonly ciLine?: string
  /** A script of package.json that takes minutes and the corpus; that its file exists is all that is proven here. */
  readonly script?: string
}

const ELSEWHERE: readonly Elsewhere[] = [
  // Needs a registry, and CI has done it before any test runs.
  { command: "npm ci", ciLine: "step npm ci --no-audit --no-fund" },
  // Would run this very test again.
  { command: "npm test", ciLine: "step npm test" },
  { command: "npm run measure", script: "measure" },
  { command: "npm run peers", script: "peers" },
  { command: "npm run latency", script: "latency" },
  { command: "npm run calibrate", script: "calibrate" },
]

/** Whether a command is proven elsewhere. Throws when what should prove it is gone. */
export const isProvenElsewhere = (command: string): boolean => {
  const entry = ELSEWHERE.find((one) => one.command === command)
  if (entry === undefined) return false
  const { ciLine, script } = entry
  if (ciLine !== undefined && !readFileSync(join(ROOT, ".ci/run"), "utf8").split("\n").includes(ciLine))
    throw new Error(`.ci/run has no line "${ciLine}", which should prove "${command}"`)
  if (script !== undefined && !isScript(script)) throw new Error(`"${command}" runs no file that exists`)
  return true
}

/** Whether package.json has a script of this name whose file, if it names one of ours, exists. */
export const isScript = (name: string): boolean => {
  const script = new Map(Object.entries(manifest.scripts)).get(name)
  const file = script === undefined ? undefined : /--import tsx (\S+\.ts)/.exec(script)?.[1]
  return script !== undefined && (file === undefined || existsSync(join(ROOT, file)))
}
