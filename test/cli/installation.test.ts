import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { missingParts, ownInstallation, stableProgram, toCommand } from "../../cli/installation.ts"
import { fakePackage } from "./config/fake-package.ts"

describe("ownInstallation", () => {
  it("is the folder of the built command, and dist/ beside the sources", () => {
    assert.deepEqual(ownInstallation("/p/dist/cli.js"), { plugin: "/p/dist/plugin", gateway: "/p/dist/gateway.js" })
    assert.deepEqual(ownInstallation("/p/cli/x.ts"), { plugin: "/p/dist/plugin", gateway: "/p/dist/gateway.js" })
    assert.ok(ownInstallation().gateway.endsWith("/dist/gateway.js"))
    assert.ok(existsSync(join(ownInstallation().plugin, "../../package.json")))
  })
})

describe("missingParts", () => {
  it("names what is not built", () => {
    assert.deepEqual(missingParts(fakePackage()), [])
    assert.deepEqual(missingParts({ plugin: "/gone/plugin", gateway: "/gone/gateway.js" }), [
      "/gone/plugin/index.js",
      "/gone/plugin/package.json",
      "/gone/gateway.js",
    ])
  })
})

describe("toCommand", () => {
  const installation = { plugin: "/p/dist/plugin", gateway: "/a b/dist/gateway.js" }

  it("is an argv of absolute paths, or opencode by its bare name", () => {
    assert.deepEqual(toCommand(installation, "node", "/usr/bin/node"), ["/usr/bin/node", "/a b/dist/gateway.js"])
    assert.deepEqual(toCommand(installation, "opencode", "/usr/bin/node"), ["opencode", "/a b/dist/gateway.js"])
  })

  it("never starts opencode where it means its Bun", () => {
    assert.deepEqual(toCommand(installation, "node", "/opt/bin/opencode"), ["opencode", "/a b/dist/gateway.js"])
  })
})

describe("stableProgram", () => {
  it("takes Homebrew's link that outlives an upgrade, where it leads to the same program", () => {
    const cellar = "/opt/homebrew/Cellar/node@20/20.20.2/bin/node"
    const links: Record<string, string> = { "/opt/homebrew/opt/node@20/bin/node": cellar, [cellar]: cellar }
    assert.equal(
      stableProgram(cellar, (path) => links[path]),
      "/opt/homebrew/opt/node@20/bin/node",
    )
    assert.equal(
      stableProgram(cellar, (path) => (path === cellar ? cellar : "/other")),
      cellar,
    )
    assert.equal(
      stableProgram("/usr/bin/node", (path) => path),
      "/usr/bin/node",
    )
  })
})
