import assert from "node:assert/strict"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, it } from "node:test"
import { backupPath, backupPaths } from "../../../cli/config/backup-paths.ts"
import { unwritable } from "../../../cli/config/config-file.ts"
import { removeFile, writeChange } from "../../../cli/config/write-change.ts"
import { newFolder } from "./workbench.ts"

const NOW = new Date(2026, 10, 9, 7, 5)

const plant = (text: string, folder = newFolder()): string => {
  const path = join(folder, "opencode.json")
  writeFileSync(path, text)
  return path
}

const namesIn = (folder: string): string[] => readdirSync(folder).sort()

describe("writeChange", () => {
  it("backs up first, under the local time to the minute, and never over an older backup", () => {
    const path = plant("0")
    for (const [at, name] of ["bak-20261109-0705", "bak-20261109-0705-2", "bak-20261109-0705-3"].entries()) {
      const change = { path, before: String(at), after: String(at + 1) }
      assert.equal(writeChange(change, NOW), `${path}.${name}`)
      assert.equal(readFileSync(`${path}.${name}`, "utf8"), String(at))
    }
    assert.equal(readFileSync(path, "utf8"), "3")
    assert.deepEqual(
      backupPaths(path).map((one) => readFileSync(one, "utf8")),
      ["2", "1", "0"],
    )
    assert.equal(namesIn(dirname(path)).length, 4, "nothing else is left behind")
  })

  it("keeps the mode of the file, and gives it to the backup", () => {
    for (const mode of [0o600, 0o640, 0o664, 0o755]) {
      const path = plant("old")
      chmodSync(path, mode)
      const backup = writeChange({ path, before: "old", after: "new" }, NOW)
      assert.equal(statSync(path).mode & 0o777, mode)
      assert.equal(statSync(backup ?? "").mode & 0o777, mode)
    }
  })

  it("writes through symbolic links, also relative ones in linked folders, and keeps them", () => {
    const [top, dotfiles] = [newFolder(), newFolder()]
    mkdirSync(join(dotfiles, "real/deep"), { recursive: true })
    writeFileSync(join(dotfiles, "real/target.json"), "old")
    symlinkSync(join(dotfiles, "real/deep"), join(top, "config"))
    symlinkSync("../target.json", join(top, "config/opencode.json"))
    const path = join(top, "config/opencode.json")
    const backup = writeChange({ path, before: "old", after: "new" }, NOW)
    assert.equal(readlinkSync(path), "../target.json")
    assert.equal(readFileSync(join(dotfiles, "real/target.json"), "utf8"), "new")
    assert.equal(backup, `${path}.bak-20261109-0705`)
    assert.deepEqual(namesIn(join(dotfiles, "real")), ["deep", "target.json"])
  })

  it("makes the file that a link leads to, and the folders to a file", () => {
    const folder = newFolder()
    const path = join(folder, "opencode.json")
    symlinkSync("elsewhere/made.json", path)
    assert.equal(writeChange({ path, before: undefined, after: "new" }, NOW), undefined)
    assert.ok(lstatSync(path).isSymbolicLink())
    assert.equal(readFileSync(join(folder, "elsewhere/made.json"), "utf8"), "new")
    assert.deepEqual(backupPaths(path), [])
  })

  it("gives a new file the usual mode", () => {
    const path = join(newFolder(), "new.json")
    writeChange({ path, before: undefined, after: "new" }, NOW)
    assert.equal(statSync(path).mode & 0o777, 0o666 & ~process.umask())
  })

  it("touches nothing that is no longer what was planned from", () => {
    const path = plant("edited meanwhile")
    for (const before of ["old", undefined]) {
      assert.throws(
        () => writeChange({ path, before, after: "new" }, NOW),
        /changed in the meantime; run the command again/,
      )
    }
    assert.throws(
      () => writeChange({ path: `${path}x`, before: "old", after: undefined }, NOW),
      /changed in the meantime/,
    )
    assert.equal(readFileSync(path, "utf8"), "edited meanwhile")
    assert.deepEqual(namesIn(dirname(path)), ["opencode.json"])
  })

  it("removes a file, and its folder only when that is empty", () => {
    const path = plant("mine")
    const other = join(dirname(path), "other")
    writeFileSync(other, "theirs")
    writeChange({ path, before: "mine", after: undefined }, NOW)
    assert.deepEqual(namesIn(dirname(path)), ["other"])
    writeChange({ path: other, before: "theirs", after: undefined }, NOW)
    assert.equal(existsSync(dirname(path)), false)
  })

  it("clears away what a killed run has left, but not what a running one is writing", () => {
    const path = plant("old")
    const folder = dirname(path)
    const left = (id: number): string => `.${basename(path)}.skill-mcp-${id}.tmp`
    writeFileSync(join(folder, left(2 ** 22 + 7)), "half")
    writeFileSync(join(folder, left(process.ppid)), "half")
    writeFileSync(join(folder, left(process.pid)), "half")
    writeChange({ path, before: "old", after: "new" }, NOW)
    assert.deepEqual(namesIn(folder), [left(process.ppid), "opencode.json", "opencode.json.bak-20261109-0705"].sort())
  })

  it("says which file it could not write, and leaves it whole", () => {
    const path = join(plant("a file, no folder"), "below.json")
    assert.throws(() => writeChange({ path, before: undefined, after: "new" }, NOW), /below\.json cannot be written: /)
    assert.throws(() => removeFile(path), /below\.json cannot be removed: ENOTDIR/)
  })
})

describe("unwritable", () => {
  it("names a file to which nobody may write, even for root", () => {
    const path = plant("{}")
    assert.equal(unwritable(path), undefined)
    chmodSync(path, 0o444)
    assert.deepEqual(unwritable(path), { path, message: "read-only: nobody may write to it" })
  })

  it("looks at the file behind a link, and lets a missing one be", () => {
    const folder = newFolder()
    const target = plant("{}", folder)
    chmodSync(target, 0o444)
    symlinkSync(target, join(folder, "link.json"))
    assert.match(unwritable(join(folder, "link.json"))?.message ?? "", /read-only/)
    assert.equal(unwritable(join(folder, "none.json")), undefined)
  })

  it("names links that go round in a circle", () => {
    const path = join(newFolder(), "a.json")
    symlinkSync("a.json", path)
    assert.match(unwritable(path)?.message ?? "", /too many symbolic links/)
  })
})

describe("backupPaths", () => {
  it("takes our backups only, newest first", () => {
    const path = plant("{}")
    const names = [
      "bak",
      "bak-20261109-0705-2",
      "bak-20261109-0705",
      "bak-2026",
      "bak-20251231-2359-10",
      "bak-20261109-0705.json",
      "bak-20251231-2359-9",
    ]
    for (const name of names) writeFileSync(`${path}.${name}`, "")
    writeFileSync(join(dirname(path), "x-opencode.json.bak-20261109-0705"), "")
    assert.deepEqual(
      backupPaths(path).map((one) => one.slice(path.length + 1)),
      ["bak-20261109-0705-2", "bak-20261109-0705", "bak-20251231-2359-10", "bak-20251231-2359-9"],
    )
    assert.equal(backupPath("f", new Date(2031, 0, 2, 3, 4)), "f.bak-20310102-0304")
  })
})
