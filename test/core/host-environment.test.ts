import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import {
  configDirectories,
  directoriesUpward,
  globalConfigDirectory,
  type HostEnvironment,
  isOn,
  realDirectory,
  skipsProjectConfig,
} from "../../core/host-environment.ts"
import { type Files, initRepository, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

const laid = (files: Files): string => {
  const folder = temporaryFolder("environment")
  folders.push(folder)
  plant(folder, files)
  return folder
}

const HEAD = "ref: refs/heads/main\n"

/** The directories from `cwd` upward, relative to `top`; `/` when they lead out of it. */
const check = (top: string, cwd: string, expected: readonly string[]): void => {
  const found = directoriesUpward(join(top, cwd))
  assert.equal(found.at(-1) === "/", expected.at(-1) === "/", `${cwd}: ${found.join(", ")}`)
  const inside = found.filter((path) => path === top || path.startsWith(`${top}/`))
  assert.deepEqual(
    inside.map((path) => path.slice(top.length + 1)),
    expected.filter((path) => path !== "/"),
    cwd,
  )
}

describe("directoriesUpward", () => {
  it("goes from the working directory up to the git root and no further", () => {
    const top = laid({ "repo/a/b/x": "" })
    initRepository(join(top, "repo"))
    check(top, "repo/a/b", ["repo/a/b", "repo/a", "repo"])
    check(top, "repo", ["repo"])
  })

  it("goes to the file system's root where there is no repository", () => {
    check(laid({ "a/b/x": "" }), "a/b", ["a/b", "a", "", "/"])
  })

  it("stops at the inner one of nested repositories", () => {
    const top = laid({ "outer/.git/HEAD": HEAD, "outer/inner/.git/HEAD": HEAD, "outer/inner/x/y": "" })
    check(top, "outer/inner/x", ["outer/inner/x", "outer/inner"])
  })

  it("stops at the root of a worktree and of a submodule", () => {
    const top = laid({
      "main/.git/HEAD": HEAD,
      "main/.git/worktrees/w/HEAD": HEAD,
      "main/.git/modules/s/HEAD": HEAD,
      "main/sub/.git": "gitdir: ../.git/modules/s\n",
      "main/sub/x/y": "",
      "w/x/y": "",
    })
    plant(top, { "w/.git": `gitdir: ${top}/main/.git/worktrees/w\n` })
    check(top, "w/x", ["w/x", "w"])
    check(top, "main/sub/x", ["main/sub/x", "main/sub"])
  })

  it("knows a real worktree as git makes it", () => {
    const top = laid({ x: "" })
    const git = (...args: readonly string[]): void => {
      const identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
      execFileSync("git", ["-C", join(top, "repo"), ...identity, ...args], { stdio: "ignore" })
    }
    initRepository(join(top, "repo"))
    git("commit", "--allow-empty", "--message", "x")
    git("worktree", "add", "../tree")
    plant(top, { "tree/a/b": "" })
    check(top, "tree/a", ["tree/a", "tree"])
  })

  it("passes over an empty .git folder", () => {
    const top = laid({ "outer/.git/HEAD": HEAD, "outer/in/.git": { folder: true }, "lone/.git": { folder: true } })
    check(top, "outer/in", ["outer/in", "outer"])
    check(top, "lone", ["lone", "", "/"])
  })

  it("knows no repository where a .git file leads nowhere, even inside a good one", () => {
    const top = laid({ "outer/.git/HEAD": HEAD, "outer/a/.git": "gitdir: ../nowhere\n", "outer/b/.git": "junk" })
    check(top, "outer/a", ["outer/a", "outer", "", "/"])
    check(top, "outer/b", ["outer/b", "outer", "", "/"])
  })

  it("stops at the folder of a bare repository's .git, also from inside it", () => {
    const top = laid({ "repo/.git/HEAD": HEAD, "repo/.git/hooks/x": "", "repo/a/x": "" })
    check(top, "repo/a", ["repo/a", "repo"])
    assert.equal(directoriesUpward(join(top, "repo/.git/hooks")).at(-1), join(top, "repo"))
  })

  it("resolves a linked working directory first", () => {
    const top = laid({ "repo/.git/HEAD": HEAD, "repo/a/x": "", link: { link: "repo/a" } })
    check(top, "link", ["repo/a", "repo"])
  })

  it("takes a directory that does not exist as it is named", () => {
    const top = laid({ x: "" })
    check(top, "gone/below", ["gone/below", "gone", "", "/"])
    assert.equal(realDirectory(join(top, "gone")), join(top, "gone"))
  })
})

describe("the switches", () => {
  it("of the skill scans know five spellings and no others", () => {
    for (const value of ["1", "true", "yes", "on", "y"]) assert.equal(isOn(value), true, value)
    for (const value of [undefined, "", "0", "false", "no", "off", "n", "TRUE", "Yes", " 1", "2"])
      assert.equal(isOn(value), false, value)
  })

  it("of the project's configuration know two, in any case of letters", () => {
    for (const value of ["1", "true", "TRUE", "True"])
      assert.equal(skipsProjectConfig({ OPENCODE_DISABLE_PROJECT_CONFIG: value }), true, value)
    for (const value of [undefined, "", "0", "yes", "on", "y", " true", "true\n"])
      assert.equal(skipsProjectConfig({ OPENCODE_DISABLE_PROJECT_CONFIG: value }), false, JSON.stringify(value))
  })
})

describe("configDirectories", () => {
  const cwd = "/p/a"
  const directories = (more: Partial<HostEnvironment>): string[] =>
    configDirectories({ cwd, home: "/h", env: {}, ...more }, ["/p/a", "/p"])

  it("lists the global one, the project's, the home's and that of the environment, each once", () => {
    assert.deepEqual(directories({ env: { OPENCODE_CONFIG_DIR: "/c" } }), [
      "/h/.config/opencode",
      "/p/a/.opencode",
      "/p/.opencode",
      "/h/.opencode",
      "/c",
    ])
    assert.deepEqual(configDirectories({ cwd: "/h", home: "/h", env: {} }, ["/h", "/"]), [
      "/h/.config/opencode",
      "/h/.opencode",
      "/.opencode",
    ])
  })

  it("leaves the project's out when its configuration is switched off", () => {
    assert.deepEqual(directories({ env: { OPENCODE_DISABLE_PROJECT_CONFIG: "1" } }), [
      "/h/.config/opencode",
      "/h/.opencode",
    ])
  })

  it("heeds XDG_CONFIG_HOME, an empty one as none", () => {
    assert.equal(globalConfigDirectory({ home: "/h", env: { XDG_CONFIG_HOME: "/x" } }), "/x/opencode")
    assert.equal(globalConfigDirectory({ home: "/h", env: { XDG_CONFIG_HOME: "" } }), "/h/.config/opencode")
  })

  it("reads a relative OPENCODE_CONFIG_DIR against the working directory, a tilde as a plain letter", () => {
    assert.ok(directories({ env: { OPENCODE_CONFIG_DIR: "conf" } }).includes("/p/a/conf"))
    assert.ok(directories({ env: { OPENCODE_CONFIG_DIR: "~/conf" } }).includes("/p/a/~/conf"))
    assert.equal(directories({ env: { OPENCODE_CONFIG_DIR: "" } }).length, 4)
  })

  it("reads it against the real path of a linked working directory", () => {
    const top = laid({ "real/a/x": "", link: { link: "real/a" } })
    const environment = { cwd: join(top, "link"), home: "/h", env: { OPENCODE_CONFIG_DIR: "../conf" } }
    assert.equal(configDirectories(environment, []).at(-1), join(top, "real", "conf"))
  })

  it("puts that of the environment in the global one's place on V2, and the inner directory last", () => {
    assert.deepEqual(directories({ host: "v2", env: { OPENCODE_CONFIG_DIR: "/c" } }), [
      "/c",
      "/p/.opencode",
      "/p/a/.opencode",
    ])
    assert.equal(directories({ host: "v2" })[0], "/h/.config/opencode")
  })
})
