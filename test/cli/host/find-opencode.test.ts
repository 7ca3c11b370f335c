import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { findOpencode, isTooOld, locateOpencode } from "../../../cli/host/find-opencode.ts"
import { temporaryFolder } from "../../lab/scratch.ts"
import { programOnPath } from "../built-package.ts"

const home = temporaryFolder("home")
const surroundings = (...folders: string[]) => ({ env: { PATH: folders.join(":") }, home, cwd: home })

describe("findOpencode", () => {
  it("reads the version of either generation", async () => {
    for (const [script, version, generation, tooOld] of [
      ['console.log("1.18.33")', "1.18.33", "v1", false],
      ['console.log("opencode v2.0.22")', "2.0.22", "v2", false],
      ['console.log("1.13.0")', "1.13.0", "v1", true],
    ] as const) {
      const opencode = await findOpencode(surroundings(programOnPath("opencode", script)))
      assert.equal(opencode.kind, "found")
      assert.deepEqual(opencode.kind === "found" && [opencode.version, opencode.generation, opencode.isTooOld], [
        version,
        generation,
        tooOld,
      ])
    }
  })

  it("does not wait for one that does not answer, and ends what it started", async () => {
    const hanging = 'require("node:child_process").spawnSync(process.execPath, ["-e", "setInterval(() => 0, 1000)"])'
    const started = performance.now()
    const opencode = await findOpencode(surroundings(programOnPath("opencode", hanging)), 700)
    assert.equal(opencode.kind === "silent" && opencode.reason, "no answer to --version in 0.7 s")
    assert.ok(performance.now() - started < 10_000)
  })

  it("says so where it cannot be started, fails, or prints something else", async () => {
    const folder = temporaryFolder("bin")
    writeFileSync(join(folder, "opencode"), "#!/nowhere/at/all\n", { mode: 0o755 })
    const unstartable = await findOpencode(surroundings(folder))
    assert.match(unstartable.kind === "silent" ? unstartable.reason : "", /ENOENT/)
    const odd = await findOpencode(surroundings(programOnPath("opencode", 'console.log("hello")')))
    assert.equal(odd.kind === "silent" && odd.reason, "--version ended with 0 and no version")
    assert.deepEqual(await findOpencode(surroundings("/nowhere", "")), { kind: "absent" })
  })
})

describe("locateOpencode", () => {
  it("takes the first program on PATH, and then that of opencode's own installer", () => {
    const folder = temporaryFolder("bin")
    mkdirSync(join(folder, "opencode"))
    const plain = temporaryFolder("bin")
    writeFileSync(join(plain, "opencode"), "")
    const second = programOnPath("opencode2", "")
    const own = join(home, ".opencode/bin")
    mkdirSync(own, { recursive: true })
    assert.equal(locateOpencode(surroundings(folder, plain, second)), join(second, "opencode2"))
    writeFileSync(join(own, "opencode"), "", { mode: 0o755 })
    assert.equal(locateOpencode(surroundings(folder, plain)), join(own, "opencode"))
  })
})

describe("isTooOld", () => {
  it("draws the line at 1.14", () => {
    for (const version of ["0.15.31", "1.1.65", "1.3.2", "1.13.99"]) assert.ok(isTooOld(version), version)
    for (const version of ["1.14.0", "1.18.33", "2.0.0", "10.0.0", "0.0.0-dev-2026"])
      assert.ok(!isTooOld(version), version)
  })
})
