import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Judge } from "./conform.ts"

/** What a client of the upstream's revision has to do; the later revision has no sessions, and skill-map none of it. */
const SCENARIOS = ["initialize", "tools_call", "sse-retry"] as const
const REVISION = "2025-11-25"

/** Runs the suite's scenarios for clients against the gateway's side towards an upstream. True when all of them pass. */
export const conformClient = ({ node, folder }: Judge): boolean =>
  !SCENARIOS.map((scenario) => judge({ node, folder }, scenario)).includes(false)

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
const CLIENT = [process.execPath, "--import", import.meta.resolve("tsx"), join(import.meta.dirname, "link-client.ts")]
  // The suite gives it to a shell.
  .map((part) => JSON.stringify(part))
  .join(" ")
/** Its own limit is 30 s, which a busy machine takes to start the client. */
const MOST_MS = 120_000

const judge = ({ node, folder }: Judge, scenario: string): boolean => {
  const output = mkdtempSync(join(tmpdir(), "conform-client-"))
  const args = [join(folder, SUITE), "client", "--command", CLIENT, "--scenario", scenario]
  args.push("--spec-version", REVISION, "--timeout", String(MOST_MS), "-o", output)
  const { status, stdout, stderr } = spawnSync(node, args, { encoding: "utf8" })
  rmSync(output, { recursive: true })
  const said = `${stdout}\n${stderr}`
  const verdict = VERDICT.exec(said)?.[0]
  console.log(`client, ${scenario}: exit ${status}: ${verdict ?? `failed\n${said}`}`)
  // A scenario that the suite passes over ends with 0, too.
  return status === 0 && verdict !== undefined
}

const VERDICT = /^Passed: .*$/m
