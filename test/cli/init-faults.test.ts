import assert from "node:assert/strict"
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { type BuiltPackage, buildPackage } from "./built-package.ts"
import { type CliResult, makeHome, runCli } from "./run-cli.ts"

let built: BuiltPackage
const homes: (() => void)[] = []
before(async () => {
  built = await buildPackage()
})
after(() => {
  for (const remove of homes) remove()
})

const run = (args: readonly string[], home: string): Promise<CliResult> =>
  runCli(["init", ...args], { home, program: [built.cli], env: { PATH: "/nowhere" } })

const newFolder = (): { home: string; folder: string; file: string } => {
  const { home, remove } = makeHome()
  homes.push(remove)
  const folder = join(home, ".config/opencode")
  mkdirSync(folder, { recursive: true })
  return { home, folder, file: join(folder, "opencode.json") }
}

/** The bytes of a file; undefined where it has none to read. */
const bytesOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    // A folder, or a link that leads nowhere.
    return undefined
  }
}

/** What is wrong, what makes it so, and how the message begins behind the file's name. */
const FAULTS: Readonly<Record<string, readonly [plant: (file: string) => void, message: string]>> = {
  "broken JSON": [(file) => writeFileSync(file, '{\n  "a": 1\n  "b": 2\n}'), ":3: not valid JSON (CommaExpected)"],
  "the wrong type of plugin": [(file) => writeFileSync(file, '{ "plugin": "x" }'), ':1: "plugin" is not a list'],
  "the wrong type of mcp": [(file) => writeFileSync(file, '{\n"mcp": [] }'), ':2: "mcp" is not an object'],
  "a key that stands twice": [
    (file) => writeFileSync(file, '{\n"plugin": [],\n"plugin": ["x"] }'),
    ':3: the key "plugin" stands twice',
  ],
  "an unknown shape": [
    (file) => writeFileSync(file, '{ "plugin": [1] }'),
    ':1: an element of "plugin" has an unknown shape',
  ],
  "somebody else's skill-mcp": [
    (file) =>
      writeFileSync(file, '{ "mcp": {\n"skill-mcp": { "type": "local", "command": ["node", "/my/server.js"] } } }'),
    ':2: a server "skill-mcp" that is not ours stands there: node /my/server.js',
  ],
  "a read-only file": [
    (file) => {
      writeFileSync(file, "{}")
      chmodSync(file, 0o444)
    },
    ": read-only: nobody may write to it",
  ],
  "UTF-16": [(file) => writeFileSync(file, Buffer.from("{}", "utf16le")), ":1: not valid JSON ("],
  "a file that is not UTF-8": [(file) => writeFileSync(file, Buffer.from('{"a":"\xe9"}', "latin1")), ": not UTF-8"],
  "a folder": [(file) => mkdirSync(file), ": not a file"],
  "a circle of links": [(file) => symlinkSync("opencode.json", file), ": cannot be read (ELOOP)"],
}

describe("init on a faulty file", () => {
  for (const [name, [plant, message]] of Object.entries(FAULTS)) {
    it(`names file, line and reason, gives the snippet, and touches nothing: ${name}`, async () => {
      const { home, folder, file } = newFolder()
      plant(file)
      const bytes = bytesOf(file)
      const { code, stdout, stderr } = await run(["--yes", "--lang", "en"], home)
      assert.equal(code, 2, stdout)
      assert.ok(stderr.startsWith(`skill-finder-mcp: ${file}${message}`), stderr)
      assert.ok(stderr.includes(`\n  "plugin": ["${built.plugin}"],\n  "mcp": {\n    "skill-mcp": {\n`), stderr)
      assert.ok(stderr.includes("Nothing was written."))
      assert.deepEqual(readdirSync(folder), ["opencode.json"])
      assert.deepEqual(bytesOf(file), bytes)
    })
  }

  it("does not write one file when another of the same directory is faulty", async () => {
    const { home, folder, file } = newFolder()
    writeFileSync(file, '{ "plugin": [ }')
    writeFileSync(join(folder, "opencode.jsonc"), "{}")
    assert.equal((await run(["--yes"], home)).code, 2)
    assert.equal(readFileSync(join(folder, "opencode.jsonc"), "utf8"), "{}")
    assert.equal(readdirSync(folder).length, 2)
  })

  it("says so where the package is not built", async () => {
    const { home } = newFolder()
    writeFileSync(join(home, "cli.js"), readFileSync(built.cli))
    const { code, stderr } = await runCli(["init"], { home, program: [join(home, "cli.js")] })
    assert.equal(code, 2)
    assert.match(stderr, /plugin\/index\.js is missing: run "npm run build" first/)
  })
})

describe("init --uninstall on faulty files", () => {
  it("does what it can, and names the file that may hold our entries still", async () => {
    const { home, folder, file } = newFolder()
    await run(["--lang", "ru"], home)
    writeFileSync(file, '{ "mcp": { "skill-mcp": }')
    const { code, stderr } = await run(["--uninstall"], home)
    assert.equal(code, 2)
    assert.ok(stderr.includes(`${file}:1: not valid JSON (ValueExpected)\nLeft as it is`), stderr)
    assert.deepEqual(readdirSync(folder), ["opencode.json"])
  })

  it("passes over a faulty file that does not name us", async () => {
    const { home, file } = newFolder()
    writeFileSync(file, '{ "broken": }')
    const { code, stdout } = await run(["--uninstall"], home)
    assert.equal(code, 0)
    assert.match(stdout, /Nothing to do/)
  })
})

describe("wrong usage of init", () => {
  const { home, remove } = makeHome()
  after(remove)
  const check = async (args: readonly string[], line: RegExp): Promise<void> => {
    const { code, stderr } = await run(args, home)
    assert.equal(code, 2)
    assert.match(stderr.split("\n")[0] ?? "", line)
    assert.match(stderr, /Usage: skill-finder-mcp init \[options\]/)
  }

  it("gets one clear line and the usage", async () => {
    await check(["now"], /init takes no "now"/)
    await check(["--lang", "de"], /--lang is "de"; give ru or en/)
    await check(["--runtime", "bun"], /--runtime is "bun"; give node or opencode/)
    await check(["--purge"], /only --uninstall has --purge/)
    await check(
      ["--uninstall", "--project"],
      /--uninstall takes both entries out wherever they are; leave out --project/,
    )
    assert.deepEqual(readdirSync(home), [])
  })
})
