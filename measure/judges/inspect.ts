import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { CONFORMANCE, conform } from "./conform.ts"
import { conformClient } from "./conform-client.ts"

/** The judge, and a Node that it runs on (it wants 22.19, this project 20.19). Neither becomes a dependency. */
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
const PLATFORM = process.platform === "win32" ? "win" : process.platform
const NODE = `node-${PLATFORM}-${process.arch}`
const CACHE = join(tmpdir(), "skill-finder-inspector")

const ROOT = join(import.meta.dirname, "../..")
const ERAS = ["legacy", "auto", "modern"] as const
/** The Inspector's own words for its exit codes. */
const VERDICTS: Readonly<Record<number, string>> = {
  0: "conforming",
  7: "nonconforming",
  8: "incomplete",
  9: "unverifiable",
}

interface Verdict {
  readonly code: number
  readonly line: string
  readonly faults: readonly string[]
}

/**
 * Has the MCP Inspector verify what the gateway serves of some skill folders: every entry, manifest, digest and
 * frontmatter, in every era of the protocol; then the same of a server that is wrong on purpose, which it must refuse;
 * then runs the conformance suite's scenarios, those for clients against our upstream link too.
 * usage: node --import tsx measure/judges/inspect.ts [FOLDER...]   (default examples/skills)
 */
const inspectFolders = async (folders: readonly string[]): Promise<number> => {
  const node = install()
  let worst = 0
  for (const folder of folders) {
    const home = makeHome(folder)
    for (const era of ERAS) {
      const { code, line, faults } = verify(node, home, { era, command: GATEWAY })
      console.log(`${folder}, ${era}: ${VERDICTS[code] ?? "failed"} (exit ${code}): ${line}`)
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      if (code !== 0) worst = code
    }
    rmSync(home, { recursive: true })
  }
  if (worst !== 0) return worst
  return refusesWrongServer(node) && (await conform({ node, folder: CACHE })) && conformClient({ node, folder: CACHE })
    ? 0
    : 1
}

/** Fetches the judge once, into a folder of its own under the system's temporary one. */
const install = (): string => {
  const node = join(CACHE, "node_modules", NODE, "bin", process.platform === "win32" ? "node.exe" : "node")
  if ([LAUNCHER, SUITE, node].every((file) => existsSync(resolve(CACHE, file)))) return node
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, "package.json"), '{ "private": true }\n')
  const packages = [INSPECTOR, CONFORMANCE, `${NODE}@26`]
  const args = ["install", "--no-audit", "--no-fund", "--no-save", ...packages]
  const { status } = spawnSync("npm", args, { cwd: CACHE, stdio: "inherit" })
  if (status !== 0) throw new Error("npm could not install the Inspector: is a registry within reach?")
  if (existsSync(node)) return node
  throw new Error(`there is no Node in ${CACHE}: remove the folder and try again`)
}

const LAUNCHER = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
const SUITE = "node_modules/@modelcontextprotocol/conformance/package.json"
const LOADER = ["--import", import.meta.resolve("tsx")]
const GATEWAY = [process.execPath, ...LOADER, join(ROOT, "gateway/serve.ts")]
const WRONG = [process.execPath, ...LOADER, join(ROOT, "test/gateway/extension/wrong-server.ts")]

const makeHome = (folder: string): string => {
  const home = mkdtempSync(join(tmpdir(), "inspect-"))
  cpSync(resolve(folder), join(home, ".claude/skills"), { recursive: true })
  return home
}

const verify = (
  node: string,
  home: string,
  { era, command }: { era: (typeof ERAS)[number]; command: readonly string[] },
): Verdict => {
  const args = [
    join(CACHE, LAUNCHER),
    "--cli",
    ...command,
    "-e",
    `HOME=${home}`,
    "--protocol-era",
    era,
    "--method",
    "skills/list",
    "--verify",
    "--require-digests",
    "--skill-catalog-max-skills",
    "100000",
    "--skill-catalog-max-bytes",
    String(2 ** 40),
  ]
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd: home,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    env: { ...process.env, HOME: home },
  })
  const lines = `${stdout}\n${stderr}`.trim().split("\n")
  return { code: status ?? -1, line: lines.at(-1) ?? "", faults: lines.slice(0, -1).filter(isFault) }
}

const isFault = (line: string): boolean => line.startsWith("{") && !/"ok":true,"outcome":"verified"/.test(line)

// A judge that accepts everything proves nothing.
const refusesWrongServer = (node: string): boolean => {
  const home = makeHome(join(ROOT, "examples/skills"))
  const { code, line } = verify(node, home, { era: "legacy", command: WRONG })
  rmSync(home, { recursive: true })
  console.log(`a server that is wrong on purpose: ${VERDICTS[code] ?? "failed"} (exit ${code}): ${line}`)
  return code === 7
}

const named = process.argv.slice(2)
process.exitCode = await inspectFolders(named.length > 0 ? named : [join(ROOT, "examples/skills")])
