import assert from "node:assert/strict"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, it } from "node:test"
import fc from "fast-check"
import { parse } from "jsonc-parser"
import { CONFIG_SHAPES } from "./config-shapes.ts"
import { fakePackage } from "./fake-package.ts"
import { CONFIG_TEXT } from "./jsonc-arbitrary.ts"
import { benchOf, bytesOf, newFolder, runInit, runUninstall } from "./workbench.ts"

const bench = benchOf(fakePackage())

/** Without a backup nothing tells these from what `init` makes of `{}` or of no key at all. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  "empty file",
  "byte order mark and nothing",
  "only white space",
  "only a comment",
  "only a comment and a line end",
  "empty object over two lines",
  "empty list of plugins",
  "spaced empty list of plugins",
  "empty list of plugins over two lines",
  "empty mcp",
  "empty mcp over two lines",
  "our key escaped",
  "V2 empty servers",
])

const plant = (text: string): string => {
  const path = join(newFolder(), "opencode.json")
  writeFileSync(path, text)
  return path
}

const backupsOf = (path: string): string[] => readdirSync(dirname(path)).filter((name) => name.includes(".bak-"))

const parsed = (path: string): Record<string, unknown> =>
  parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) ?? {}

describe("init and then uninstall", () => {
  it("has shapes enough to tell", () => assert.ok(Object.keys(CONFIG_SHAPES).length >= 40))

  for (const [name, text] of Object.entries(CONFIG_SHAPES)) {
    it(`gives back the bytes of: ${name}`, () => {
      const path = plant(text)
      const before = bytesOf(path)
      runInit([path], bench)
      const after = bytesOf(path)
      assert.notEqual(after, before)
      assert.deepEqual(runInit([path], bench).changes, [], "a second init has nothing to do")
      assert.equal(backupsOf(path).length, 1)
      assert.equal(runUninstall(path, bench), true)
      assert.equal(bytesOf(path), before)
    })

    if (AMBIGUOUS.has(name)) continue
    it(`gives back the bytes even without the backup of: ${name}`, () => {
      const path = plant(text)
      const before = bytesOf(path)
      runInit([path], bench)
      assert.equal(runUninstall(path, bench, "lost"), false)
      assert.equal(bytesOf(path), before)
    })
  }

  it("gives back the bytes of whatever file", () => {
    const check = fc.property(CONFIG_TEXT, (text) => {
      const path = plant(text)
      const before = bytesOf(path)
      runInit([path], bench)
      assert.equal(runUninstall(path, bench), true)
      assert.equal(bytesOf(path), before)
      rmSync(dirname(path), { recursive: true })
    })
    fc.assert(check, { numRuns: 60 })
  })

  it("removes a file that init made, and the folder with it", () => {
    const path = join(newFolder(), "config/opencode/opencode.jsonc")
    runInit([path], bench)
    assert.equal(parsed(path).$schema, "https://opencode.ai/config.json")
    assert.equal(runUninstall(path, bench), true)
    assert.equal(bytesOf(path), undefined)
    assert.deepEqual(readdirSync(join(dirname(path), "..")), [])
  })

  it("goes back over an upgrade from another place to the first bytes", () => {
    const older = fakePackage()
    const path = plant(CONFIG_SHAPES["trailing comma and comment"] ?? "")
    const before = bytesOf(path)
    runInit([path], benchOf(older))
    runInit([path], bench)
    assert.equal(backupsOf(path).length, 2)
    assert.equal(runUninstall(path, bench), true)
    assert.equal(bytesOf(path), before)
  })

  it("goes back over an upgrade to the file that was not there", () => {
    const path = join(newFolder(), "opencode.jsonc")
    runInit([path], benchOf(fakePackage()))
    runInit([path], bench)
    assert.equal(runUninstall(path, bench), true)
    assert.equal(bytesOf(path), undefined)
  })

  it("works again after itself", () => {
    const path = plant(CONFIG_SHAPES["inches in a comment"] ?? "")
    const before = bytesOf(path)
    for (let round = 0; round < 3; round += 1) {
      runInit([path], bench)
      runUninstall(path, bench)
      assert.equal(bytesOf(path), before)
    }
    assert.equal(backupsOf(path).length, 6)
  })
})

describe("uninstall of a file edited since", () => {
  const check = (before: string, edit: (text: string) => string, expected: string): void => {
    const path = plant(before)
    runInit([path], bench)
    writeFileSync(path, edit(readFileSync(path, "utf8")))
    assert.equal(runUninstall(path, bench), false)
    assert.equal(readFileSync(path, "utf8"), expected)
  }

  it("takes out our entries and nothing else", () => {
    check(
      '{\n  "model": "a/b" // mine\n}\n',
      (text) => text.replace('"a/b"', '"c/d"').replace("{\n", "{\n  // new\n"),
      '{\n  // new\n  "model": "c/d" // mine\n}\n',
    )
  })

  it("keeps what was added beside our entries", () => {
    check(
      '{\n  "model": "a/b"\n}\n',
      (text) =>
        text
          .replace('dist/plugin"]', 'dist/plugin", "later"]')
          .replace('"mcp": {', '"mcp": {\n    // mine\n    "x": {},'),
      '{\n  "model": "a/b",\n  "plugin": ["later"],\n  "mcp": {\n    // mine\n    "x": {}\n  }\n}\n',
    )
  })

  it("keeps lists that were empty before init, and drops those that init made", () => {
    const edit = (text: string): string => `${text}// later\n`
    check('{\n  "plugin": [],\n  "mcp": {}\n}\n', edit, '{\n  "plugin": [],\n  "mcp": {}\n}\n// later\n')
    check('{\n  "plugin": []\n}\n', edit, '{\n  "plugin": []\n}\n// later\n')
    check("{}\n", edit, "{}\n// later\n")
  })

  it("keeps the line that opencode adds for the schema", () => {
    check(
      '{\n  "model": "a/b"\n}\n',
      (text) => text.replace("{", '{\n  "$schema": "https://opencode.ai/config.json",'),
      '{\n  "$schema": "https://opencode.ai/config.json",\n  "model": "a/b"\n}\n',
    )
  })

  it("takes out entries with the options that a person gave them", () => {
    check(
      '{\n  "plugin": ["other"]\n}\n',
      (text) =>
        text
          .replace(/"([^"]*dist\/plugin)"/, '["$1", { "lang": "en" }]')
          .replace('"enabled": true', '"enabled": false, "timeout": 9'),
      '{\n  "plugin": ["other"]\n}\n',
    )
  })

  it("takes out a file's entries that nobody backed up", () => {
    const path = plant(`{\n  "plugin": ["a", ${JSON.stringify(bench.entries.plugin)}, "b"]\n}\n`)
    assert.equal(runUninstall(path, bench), false)
    assert.equal(readFileSync(path, "utf8"), '{\n  "plugin": ["a", "b"]\n}\n')
  })

  it("leaves a file alone that holds no entry of ours", () => {
    const path = plant('{ "mcp": { "skill-mcp": { "type": "local", "command": ["somebody", "else"] } } }')
    assert.equal(runUninstall(path, bench), false)
    assert.deepEqual(backupsOf(path), [])
  })
})
