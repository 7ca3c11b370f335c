import assert from "node:assert/strict"
import { mkdirSync, realpathSync, symlinkSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, it } from "node:test"
import { configPlaces, newConfigPath, projectDirectory } from "../../../cli/config/config-places.ts"
import type { HostGeneration } from "../../../core/index.ts"
import { initRepository } from "../../lab/project.ts"
import { newFolder } from "./workbench.ts"

const top = realpathSync(newFolder())
const home = join(top, "home")
const repository = join(top, "project")
const cwd = join(repository, "packages/a")
mkdirSync(home)
mkdirSync(cwd, { recursive: true })
initRepository(repository)

const placesOf = (env: Record<string, string>, host: HostGeneration = "v1", where = cwd): string[] =>
  configPlaces({ cwd: where, env: { OPENCODE_TEST_MANAGED_CONFIG_DIR: join(top, "managed"), ...env }, home, host }).map(
    ({ path, scope }) => `${scope} ${relative(top, path)}`,
  )

describe("configPlaces", () => {
  it("lists the files of V1 from low to high precedence", () => {
    assert.deepEqual(placesOf({ OPENCODE_CONFIG: "../own.json", OPENCODE_CONFIG_DIR: join(top, "dir") }), [
      "global home/.config/opencode/config.json",
      "global home/.config/opencode/opencode.json",
      "global home/.config/opencode/opencode.jsonc",
      "other project/packages/own.json",
      "project project/opencode.json",
      "project project/opencode.jsonc",
      "project project/packages/opencode.json",
      "project project/packages/opencode.jsonc",
      "project project/packages/a/opencode.json",
      "project project/packages/a/opencode.jsonc",
      "project project/packages/a/.opencode/opencode.json",
      "project project/packages/a/.opencode/opencode.jsonc",
      "project project/packages/.opencode/opencode.json",
      "project project/packages/.opencode/opencode.jsonc",
      "project project/.opencode/opencode.json",
      "project project/.opencode/opencode.jsonc",
      "other home/.opencode/opencode.json",
      "other home/.opencode/opencode.jsonc",
      "other dir/opencode.json",
      "other dir/opencode.jsonc",
      "other managed/opencode.json",
      "other managed/opencode.jsonc",
    ])
  })

  it("skips the project's files where opencode is told to", () => {
    assert.deepEqual(
      placesOf({ OPENCODE_DISABLE_PROJECT_CONFIG: "true" }).filter((one) => one.startsWith("project")),
      [],
    )
  })

  it("takes XDG_CONFIG_HOME", () => {
    assert.equal(placesOf({ XDG_CONFIG_HOME: join(top, "xdg") })[0], "global xdg/opencode/config.json")
  })

  it("lists the files of V2: no config.json, the outer .opencode before the inner, everything up to the root", () => {
    const places = placesOf({ OPENCODE_CONFIG_DIR: join(top, "dir") }, "v2")
    assert.deepEqual(places.slice(0, 2), ["global dir/opencode.json", "global dir/opencode.jsonc"])
    assert.ok(places.includes("other opencode.json"))
    assert.ok(
      places.indexOf("project project/.opencode/opencode.json") <
        places.indexOf("project project/packages/a/.opencode/opencode.json"),
    )
    assert.ok(!places.some((one) => one.endsWith("/config.json") || one.includes("home/")))
  })

  it("names each file once, where the host reads it last", () => {
    const places = placesOf({ OPENCODE_CONFIG: join(repository, "opencode.json") })
    assert.equal(places.filter((one) => one.endsWith(" project/opencode.json")).length, 1)
    assert.ok(places.includes("project project/opencode.json"))
  })
})

describe("newConfigPath", () => {
  it("is the file that opencode itself would make", () => {
    const environment = { cwd, env: {}, home }
    assert.equal(newConfigPath(environment, "global"), join(home, ".config/opencode/opencode.jsonc"))
    assert.equal(newConfigPath(environment, "project"), join(repository, "opencode.json"))
    const env = { OPENCODE_CONFIG_DIR: join(top, "dir") }
    assert.equal(newConfigPath({ cwd, env, home, host: "v2" }, "global"), join(top, "dir/opencode.jsonc"))
  })
})

describe("projectDirectory", () => {
  it("is the git root, or the working directory where there is none", () => {
    assert.equal(projectDirectory(cwd), repository)
    assert.equal(projectDirectory(home), home)
    symlinkSync(cwd, join(top, "link"))
    assert.equal(projectDirectory(join(top, "link")), repository)
  })
})
