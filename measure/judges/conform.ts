import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"

/** The conformance suite: the extension's scenarios and those of a plain server, in the revisions that have them. */
export const CONFORMANCE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"

const EXTENSION = ["sep-2640-skills-enumeration", "sep-2640-skills-manifest", "sep-2640-skills-directory"] as const
/** By revision; 2026-07-28 has neither a handshake nor ping. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2025-06-18": ["server-initialize", "ping", "tools-list"],
  "2025-11-25": ["server-initialize", "ping", "tools-list", ...EXTENSION],
  "2026-07-28": ["tools-list", ...EXTENSION],
}

export interface Judge {
  /** A Node that the suite runs on. */
  readonly node: string
  /** The folder into which the suite is installed. */
  readonly folder: string
}

/** Runs the scenarios against the gateway behind HTTP. True when all of them pass. */
export const conform = async ({ node, folder }: Judge): Promise<boolean> => {
  const home = mkdtempSync(join(tmpdir(), "conform-"))
  const skill = join(home, ".claude/skills/first-one")
  write(join(skill, "SKILL.md"), "---\nname: first-one\ndescription: Has a folder\nmade: 2024-01-31\n---\n# First\n")
  write(join(skill, "folder/file.txt"), "text")
  const bridge = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(import.meta.dirname, "../../test/gateway/http-bridge.ts")],
    { cwd: home, env: { ...process.env, HOME: home }, stdio: ["ignore", "pipe", "inherit"] },
  )
  const [url] = await once(createInterface({ input: bridge.stdout }), "line")
  const passed = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
    scenarios.map((scenario) => judge(join(folder, SUITE), { node, url: String(url), scenario, revision })),
  )
  bridge.kill()
  rmSync(home, { recursive: true })
  return !passed.includes(false)
}

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const judge = (
  suite: string,
  { node, url, scenario, revision }: { node: string; url: string; scenario: string; revision: string },
): boolean => {
  const args = [suite, "server", "--url", url, "--scenario", scenario, "--spec-version", revision, "--force"]
  const { status, stdout } = spawnSync(node, args, { encoding: "utf8" })
  const verdict = /^Passed: .*$/m.exec(stdout)?.[0] ?? `failed\n${stdout}`
  console.log(`${scenario}, ${revision}: exit ${status}: ${verdict}`)
  return status === 0
}
