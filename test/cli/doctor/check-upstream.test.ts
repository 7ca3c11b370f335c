import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { checkUpstream } from "../../../cli/doctor/check-upstream.ts"
import { DEFAULT_SETTINGS, type UpstreamSettings } from "../../../core/index.ts"
import { temporaryFolder } from "../../lab/scratch.ts"

const TOP = temporaryFolder("upstream")
let health: string | undefined
let server: Server
let port = 0

before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/api/health" && health !== undefined) response.end(health)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  port = typeof address === "object" && address !== null ? address.port : 0
})
after(() => {
  server.closeAllConnections()
  server.close()
})

interface Case {
  readonly says?: string
  /** The record that a server of this project has left. */
  readonly record?: object
  readonly settings?: Partial<UpstreamSettings>
}

const check = async (makeCase: (project: string) => Case, expected: RegExp): Promise<void> => {
  const project = mkdtempSync(join(TOP, "project"))
  const { says, record, settings = {} } = makeCase(project)
  health = says
  if (record !== undefined) {
    mkdirSync(join(project, ".skill-map"))
    writeFileSync(join(project, ".skill-map/serve.json"), JSON.stringify(record))
  }
  const { status, fact } = await checkUpstream(project, { ...DEFAULT_SETTINGS.upstream, ...settings })
  assert.match(`${status} ${fact}`, expected)
}

const here = (): object => ({ host: "127.0.0.1", port })

describe("checkUpstream", () => {
  it("names a running skill-map with MCP on, and one with MCP off", async () => {
    const says = (cwd: string, mcp: boolean): string => JSON.stringify({ cwd, mcp, implVersion: "1.12.2" })
    await check(
      (cwd) => ({ says: says(cwd, true), record: here() }),
      /^ok skill-map 1\.12\.2 answers at http:\/\/127\.0\.0\.1:\d+ with MCP on$/,
    )
    await check((cwd) => ({ says: says(cwd, false), record: here() }), /^note skill-map answers at .* with MCP off$/)
    await check(
      (cwd) => ({ says: says(cwd, true), settings: { url: `http://localhost:${port}/mcp` } }),
      /^ok .* with MCP on$/,
    )
  })

  it("names another project's server behind a stale record", async () => {
    const says = JSON.stringify({ cwd: "/elsewhere", mcp: true })
    await check(() => ({ says, record: here() }), /^note skill-map at .* serves another project: \/elsewhere$/)
  })

  it("names a record whose server is gone, silent, or no skill-map", async () => {
    await check(
      () => ({ record: { host: "127.0.0.1", port: 1 } }),
      /^note skill-map does not answer at http:\/\/127\.0\.0\.1:1, where it is said to run$/,
    )
    await check(() => ({ record: here() }), /^note skill-map does not answer/)
    await check(() => ({ says: "<html>", record: here() }), /^note skill-map does not answer/)
  })

  it("never asks another machine, and asks nobody when switched off", async () => {
    const says = JSON.stringify({ cwd: TOP, mcp: true })
    await check(
      () => ({ says, record: { host: "example.com", port: 80 } }),
      /^ok skill-map does not run here|^ok skill-map at http:\/\/127\.0\.0\.1:4242/,
    )
    await check(
      () => ({ says, record: here(), settings: { enabled: false } }),
      /^ok skill-map is switched off in the settings$/,
    )
  })
})
