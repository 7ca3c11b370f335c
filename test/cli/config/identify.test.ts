import assert from "node:assert/strict"
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import { createIdentify, type Identity, toDist } from "../../../cli/config/identify.ts"
import { fakePackage } from "./fake-package.ts"
import { newFolder } from "./workbench.ts"

const installation = fakePackage()
const other = fakePackage()
const dist = dirname(installation.plugin)
const cwd = newFolder()

describe("identify.plugin", () => {
  const foreign = join(newFolder(), "dist/plugin")
  mkdirSync(foreign, { recursive: true })
  writeFileSync(join(foreign, "package.json"), '{ "name": "somebody-else" }')
  const bare = join(newFolder(), "skill-finder-mcp/dist/plugin")
  mkdirSync(bare, { recursive: true })
  const link = join(newFolder(), "link")
  symlinkSync(installation.plugin, link)
  const file = join(dist, "opencode.json")

  const check = (spec: string, expected: Identity, knownDists: readonly string[] = []): void =>
    assert.equal(createIdentify({ installation, cwd, knownDists }).plugin(spec, file), expected, spec)

  it("knows this installation by every way that leads to it", () => {
    check(installation.plugin, "current")
    check(`${installation.plugin}/`, "current")
    check(pathToFileURL(installation.plugin).href, "current")
    check("./plugin", "current")
    check("../dist/plugin", "current")
    check(link, "current")
  })

  it("knows other copies, and ways to this one that do not work on every host", () => {
    check(other.plugin, "stale")
    check(join(installation.plugin, "index.js"), "stale")
    check(join(dist, ".."), "stale")
    check("skill-finder-mcp", "stale")
    check("skill-finder-mcp@0.1.0", "stale")
    check("~/lib/node_modules/skill-finder-mcp/dist/plugin", "stale")
  })

  it("knows lost copies by their path", () => {
    check("/gone/node_modules/skill-finder-mcp/dist/plugin", "stale")
    check("/gone/skill-finder-mcp/dist/plugin/index.js", "stale")
    check("C:\\gone\\skill-finder-mcp\\dist\\plugin", process.platform === "win32" ? "stale" : "foreign")
    check("file:///gone/skill-finder-mcp/dist/plugin", "stale")
    check("/gone/checkout/dist/plugin", "stale", ["/gone/checkout/dist"])
  })

  it("lets everything else be", () => {
    check("/gone/checkout/dist/plugin", "foreign")
    check("/gone/checkout/dist/plugin", "foreign", ["/gone/other/dist"])
    check("/gone/skill-finder-mcp-fork/dist/plugin", "foreign")
    check("/gone/skill-finder-mcp/dist/plugin2", "foreign")
    check(foreign, "foreign")
    check(bare, "foreign")
    check("opencode-something", "foreign")
    check("skill-finder-mcp-extra", "foreign")
    check("@me/skill-finder-mcp", "foreign")
    check("file://elsewhere/skill-finder-mcp/dist/plugin", "foreign")
  })
})

describe("identify.server", () => {
  const identify = createIdentify({ installation, cwd })
  const check = (command: readonly string[], expected: Identity): void =>
    assert.equal(identify.server(command), expected, command.join(" "))
  const node = process.execPath

  it("knows this installation's server when it can be started", () => {
    check([node, installation.gateway], "current")
    check(["node", installation.gateway], "current")
    check(["opencode", installation.gateway], "current")
    check([node, "--no-warnings", installation.gateway], "current")
  })

  it("knows what starts us by name", () => {
    check(["npx", "-y", "skill-finder-mcp", "serve"], "current")
    check(["bunx", "skill-finder-mcp@latest", "serve"], "current")
    check(["/usr/local/bin/skill-mcp", "serve"], "current")
    check(["C:\\bin\\skill-finder-mcp.cmd", "serve"], process.platform === "win32" ? "current" : "foreign")
  })

  it("knows other copies, lost copies, and an interpreter that is gone", () => {
    check([node, other.gateway], "stale")
    check([node, "/gone/dist/gateway.js"], "stale")
    check([node, "/gone/skill-finder-mcp/dist/cli.js", "serve"], "stale")
    check(["/gone/bin/node", installation.gateway], "stale")
  })

  it("lets everything else be", () => {
    const foreign = join(newFolder(), "gateway.js")
    writeFileSync(foreign, "")
    check([node, foreign], "foreign")
    check([node, "/gone/src/gateway.js"], "foreign")
    check([node, "/gone/dist/index.js"], "foreign")
    check([node, "/gone/dist/cli.js", "serve"], "foreign")
    check(["skill-mcp"], "foreign")
    check([], "foreign")
  })

  it("sees a copy that was moved away as lost", () => {
    const moving = fakePackage()
    const before = createIdentify({ installation: moving, cwd })
    assert.equal(before.server([node, moving.gateway]), "current")
    renameSync(join(dirname(moving.gateway), ".."), join(dirname(moving.gateway), "../../moved"))
    assert.equal(identify.server([node, moving.gateway]), "stale")
    assert.equal(identify.plugin(moving.plugin, cwd), "stale")
  })
})

describe("toDist", () => {
  it("gives the folder that a server's argv takes for our dist/", () => {
    assert.equal(toDist(["node", "/a b/dist/gateway.js"]), "/a b/dist")
    assert.equal(toDist(["node", "dist/gateway.js"]), undefined)
    assert.equal(toDist(["node", "/a/src/gateway.js"]), undefined)
  })
})
