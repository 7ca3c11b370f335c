import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { before, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { OFFLINE } from "../../lab/offline.ts"
import { temporaryFolder } from "../../lab/scratch.ts"

const DIST = "C:\\Program Files\\nodejs\\node_modules\\skill-finder-mcp\\dist"
const NODE = "C:\\Program Files\\nodejs\\node.exe"
const HOME = "C:\\Users\\Ж Me"

let report: Record<string, unknown> = {}

before(async () => {
  const cwd = temporaryFolder("windows")
  // On this disk these are plain names in the working directory, which is where the report then finds them.
  for (const path of ["C:\\bin\\opencode.exe", `${HOME}\\.opencode\\bin\\opencode.cmd`]) {
    writeFileSync(join(cwd, path), "")
    chmodSync(join(cwd, path), 0o755)
  }
  const args = [...OFFLINE, "--import", import.meta.resolve("tsx"), "--import", import.meta.resolve("./preload.mjs")]
  args.push(fileURLToPath(import.meta.resolve("./report.ts")))
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  report = JSON.parse(stdout)
})

const check = (key: string, expected: unknown): void => assert.deepEqual(report[key], expected)

describe("init on Windows", () => {
  it("writes absolute paths with drive letters, spaces and backslashes, and no shell", () => {
    check("installation", { plugin: `${DIST}\\plugin`, gateway: `${DIST}\\gateway.js` })
    check("fromSources", { plugin: "D:\\src\\dist\\plugin", gateway: "D:\\src\\dist\\gateway.js" })
    check("byNode", [NODE, `${DIST}\\gateway.js`])
    check("byOpencode", ["opencode", `${DIST}\\gateway.js`])
    check("underOpencode", ["opencode", `${DIST}\\gateway.js`])
    const value = JSON.parse(String(report.text))
    assert.deepEqual(value.plugin, [`${DIST}\\plugin`])
    assert.deepEqual(value.mcp["skill-mcp"].command, [NODE, `${DIST}\\gateway.js`])
  })

  it("looks below .config of the home directory, whatever %APPDATA% says", () => {
    check("places", [
      `global ${HOME}\\.config\\opencode\\config.json`,
      `global ${HOME}\\.config\\opencode\\opencode.json`,
      `global ${HOME}\\.config\\opencode\\opencode.jsonc`,
      "other D:\\opencode.json",
      "other D:\\opencode.jsonc",
      "other D:\\My Work\\opencode.json",
      "other D:\\My Work\\opencode.jsonc",
      "project D:\\My Work\\app\\opencode.json",
      "project D:\\My Work\\app\\opencode.jsonc",
      "project D:\\My Work\\app\\.opencode\\opencode.json",
      "project D:\\My Work\\app\\.opencode\\opencode.jsonc",
      "other D:\\My Work\\.opencode\\opencode.json",
      "other D:\\My Work\\.opencode\\opencode.jsonc",
      "other D:\\.opencode\\opencode.json",
      "other D:\\.opencode\\opencode.jsonc",
      `other ${HOME}\\.opencode\\opencode.json`,
      `other ${HOME}\\.opencode\\opencode.jsonc`,
      "other E:\\Data\\opencode\\opencode.json",
      "other E:\\Data\\opencode\\opencode.jsonc",
    ])
    check("newGlobal", `${HOME}\\.config\\opencode\\opencode.jsonc`)
    check("newProject", "D:\\My Work\\app\\opencode.json")
  })

  it("recognises its entries by paths with either slash", () => {
    const folder = `${HOME}\\.config\\opencode`
    check("pluginPaths", [`${folder}\\x`, `${HOME}\\.config\\x`, `${folder}\\x`, "C:\\x", null, null])
    check("plugins", ["stale", "stale", "stale", "foreign"])
    check("servers", ["stale", "foreign", "current"])
  })

  it("finds opencode by its Windows names, and starts npm's wrapper without a shell", () => {
    check("opencode", "C:\\bin\\opencode.exe")
    check("ownOpencode", `${HOME}\\.opencode\\bin\\opencode.cmd`)
    check("wrapper", [NODE, "C:\\npm\\node_modules\\opencode-ai\\bin\\opencode"])
    check("program", ["C:\\bin\\opencode.exe"])
  })
})
