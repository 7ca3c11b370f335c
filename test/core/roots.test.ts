import assert from "node:assert/strict"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import type { HostEnvironment } from "../../core/host-environment.ts"
import { defaultRoots } from "../../core/roots.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

/** The roots as `origin path`, relative to a folder with `home` and the repository `repo`, from `repo/sub`. */
const roots = (more: Partial<HostEnvironment> = {}, files: Files = {}): string[] => {
  const top = temporaryFolder("roots")
  folders.push(top)
  plant(top, { "repo/.git/HEAD": "ref: x\n", "repo/sub/x": "", "home/x": "", ...files })
  const { cwd = "repo/sub", home = "home", ...rest } = more
  const found = defaultRoots({ cwd: join(top, cwd), home: join(top, home), env: {}, ...rest })
  return found.map(({ origin, path }) => `${origin} ${path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path}`)
}

const check = (more: Partial<HostEnvironment>, expected: readonly string[], files: Files = {}): void => {
  assert.deepEqual(roots(more, files), expected)
}

const config = (...paths: readonly string[]): Files => ({ "repo/opencode.json": JSON.stringify({ skills: { paths } }) })

const EXTERNAL = [
  "claude home/.claude/skills",
  "agents home/.agents/skills",
  "claude repo/sub/.claude/skills",
  "agents repo/sub/.agents/skills",
  "claude repo/.claude/skills",
  "agents repo/.agents/skills",
]
const CONFIG = [
  "opencode home/.config/opencode/skill",
  "opencode home/.config/opencode/skills",
  "opencode repo/sub/.opencode/skill",
  "opencode repo/sub/.opencode/skills",
  "opencode repo/.opencode/skill",
  "opencode repo/.opencode/skills",
  "opencode home/.opencode/skill",
  "opencode home/.opencode/skills",
]

describe("defaultRoots", () => {
  it("lists the host's roots in its order, then the user's own", () => {
    check(
      { extra: ["mine", "~/team"] },
      [...EXTERNAL, ...CONFIG, "config repo/sub/ext", "settings repo/sub/mine", "settings home/team"],
      config("./ext"),
    )
  })

  it("takes paths against the working directory, ~/ alone for the home, and tidies them", () => {
    const paths = roots({}, config("a/../b/", "~", "~user/x", "$HOME/x", "", ".", "/abs//x/")).slice(14)
    assert.deepEqual(paths, [
      "config repo/sub/b",
      "config repo/sub/~",
      "config repo/sub/~user/x",
      "config repo/sub/$HOME/x",
      "config repo/sub",
      "config /abs/x",
    ])
  })

  it("keeps the file system's root as it is", () => {
    assert.ok(roots({ extra: ["/"] }).includes("settings /"))
  })

  it("lists a root that is named twice once, where it counts most", () => {
    const others = EXTERNAL.filter((root) => root !== "claude repo/.claude/skills")
    check({}, [...others, ...CONFIG, "config repo/.claude/skills"], config("../.claude/skills"))
  })

  it("meets the home once when the working directory is the home", () => {
    const found = roots({ cwd: "home" })
    assert.equal(found.filter((root) => root === "claude home/.claude/skills").length, 1)
    assert.equal(found.filter((root) => root === "opencode home/.opencode/skills").length, 1)
  })

  it("drops what the host's switches drop, spelled each way", () => {
    for (const on of ["1", "true", "yes", "on", "y"]) {
      check({ env: { OPENCODE_DISABLE_EXTERNAL_SKILLS: on } }, CONFIG)
      const agents = EXTERNAL.filter((root) => root.startsWith("agents"))
      check({ env: { OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: on } }, [...agents, ...CONFIG])
      check({ env: { OPENCODE_DISABLE_CLAUDE_CODE: on } }, [...agents, ...CONFIG])
    }
    for (const off of ["0", "false", "no", "off", "n", "", "TRUE"])
      check({ env: { OPENCODE_DISABLE_EXTERNAL_SKILLS: off, OPENCODE_DISABLE_CLAUDE_CODE: off } }, [
        ...EXTERNAL,
        ...CONFIG,
      ])
    const home = CONFIG.filter((root) => root.startsWith("opencode home"))
    check({ env: { OPENCODE_DISABLE_PROJECT_CONFIG: "TRUE" } }, [...EXTERNAL, ...home], config("ext"))
    check({ env: { OPENCODE_PURE: "1" } }, [...EXTERNAL, ...CONFIG])
  })

  it("searches dot folders in .claude and .agents only, and flat files on V2 in the host's roots only", () => {
    const all = (host: HostEnvironment["host"]) =>
      defaultRoots({ cwd: "/nowhere", home: "/h", env: {}, extra: ["/mine"], ...(host && { host }) })
    for (const { origin, hasDotFolders } of all("v1"))
      assert.equal(hasDotFolders, ["claude", "agents"].includes(origin))
    assert.deepEqual(new Set(all(undefined).map(({ hasFlatFiles }) => hasFlatFiles)), new Set([false]))
    for (const { origin, hasFlatFiles } of all("v2")) assert.equal(hasFlatFiles, origin !== "settings")
  })

  it("lists all .claude before all .agents on V2, the inner ones later", () => {
    check({ host: "v2" }, [
      "claude home/.claude/skills",
      "claude repo/.claude/skills",
      "claude repo/sub/.claude/skills",
      "agents home/.agents/skills",
      "agents repo/.agents/skills",
      "agents repo/sub/.agents/skills",
      "opencode home/.config/opencode/skill",
      "opencode home/.config/opencode/skills",
      "opencode repo/.opencode/skill",
      "opencode repo/.opencode/skills",
      "opencode repo/sub/.opencode/skill",
      "opencode repo/sub/.opencode/skills",
    ])
  })

  it("does not throw where nothing exists", () => {
    assert.ok(defaultRoots({ cwd: "/nowhere/at/all", home: "/gone", env: {} }).length > 0)
  })
})
