import assert from "node:assert/strict"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { after, before, describe, it } from "node:test"
import { initRepository } from "../lab/project.ts"
import { type BuiltPackage, buildPackage, programOnPath } from "./built-package.ts"
import { type CliPlace, type CliResult, makeHome, runCli } from "./run-cli.ts"

let built: BuiltPackage
const homes: (() => void)[] = []
before(async () => {
  built = await buildPackage()
})
after(() => {
  for (const remove of homes) remove()
})

/** Nothing is on PATH unless a test puts it there. */
const NOWHERE = { PATH: "/nowhere" }

const newHome = (config?: string, name = "opencode.json"): { home: string; folder: string; file: string } => {
  const { home, remove } = makeHome()
  homes.push(remove)
  const folder = join(home, ".config/opencode")
  if (config !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), config)
  }
  return { home, folder, file: join(folder, name) }
}

const run = (args: readonly string[], place: CliPlace): Promise<CliResult> =>
  runCli(["init", ...args], { program: [built.cli], ...place, env: { ...NOWHERE, ...place.env } })

const textOf = (path: string): string => readFileSync(path, "utf8")
const namesIn = (folder: string): string[] => readdirSync(folder).sort()

const ORIGINAL = '{\n  // 27" display, see, this\n  "glob": "*.{ts,}",\n  "model": "a/b" // mine\n}\n'

const expected = (): string =>
  `{\n  // 27" display, see, this\n  "glob": "*.{ts,}",\n  "model": "a/b", // mine\n  "plugin": ["${built.plugin}"],\n  "mcp": {\n    "skill-mcp": {\n      "type": "local",\n      "command": ["${process.execPath}", "${built.gateway}"],\n      "enabled": true\n    }\n  }\n}\n`

describe("init", () => {
  it("writes both entries as absolute paths, shows the diff, backs up, and has nothing to do a second time", async () => {
    const { home, folder, file } = newHome(ORIGINAL)
    const first = await run(["--lang", "ru"], { home })
    assert.equal(first.code, 0, first.stderr)
    assert.equal(textOf(file), expected())
    assert.match(first.stdout, /^! opencode is neither on PATH nor in ~\/\.opencode\/bin/)
    assert.ok(first.stdout.includes(`--- ${file}\n+++ ${file}\n@@ -`))
    assert.ok(first.stdout.includes(`\n+  "plugin": ["${built.plugin}"],\n`))
    assert.ok(!first.stdout.includes("\u001b"))
    const [, backup = ""] = namesIn(folder)
    assert.match(backup, /^opencode\.json\.bak-\d{8}-\d{4}$/)
    assert.equal(textOf(join(folder, backup)), ORIGINAL)
    assert.ok(first.stdout.includes(`backup: ${join(folder, backup)}`))
    const second = await run(["--lang", "ru"], { home })
    assert.equal(second.code, 0)
    assert.match(second.stdout, /Nothing to do: both entries are there\./)
    assert.deepEqual(namesIn(folder), ["opencode.json", backup])
    assert.equal(textOf(file), expected())
  })

  it("gives everything back with --uninstall, and every trace with --purge", async () => {
    const { home, folder, file } = newHome(ORIGINAL)
    await run(["--lang", "en"], { home })
    assert.equal(textOf(join(folder, "skill-mcp.config.json")), '{\n  "lang": "en"\n}\n')
    const gone = await run(["--uninstall"], { home })
    assert.equal(gone.code, 0, gone.stderr)
    assert.equal(textOf(file), ORIGINAL)
    assert.match(gone.stdout, /restored: .*opencode\.json has the bytes that it had before init/)
    assert.match(gone.stdout, /These stay; .*--purge.*\n {2}.*skill-mcp\.config\.json\n {2}.*\.bak-/)
    assert.equal(namesIn(folder).length, 4)
    const purged = await run(["--uninstall", "--purge"], { home })
    assert.equal(purged.code, 0, purged.stderr)
    assert.deepEqual(namesIn(folder), ["opencode.json"])
    const again = await run(["--uninstall", "--purge"], { home })
    assert.match(again.stdout, /Nothing to do/)
  })

  it("makes the file where there is none, and removes it again with the folder", async () => {
    const { home, folder } = newHome()
    const made = await run(["--lang", "ru"], { home })
    assert.match(made.stdout, /--- \/dev\/null\n\+\+\+ .*opencode\.jsonc/)
    assert.deepEqual(namesIn(folder), ["opencode.jsonc"])
    assert.match(
      textOf(join(folder, "opencode.jsonc")),
      /^\{\n {2}"\$schema": "https:\/\/opencode\.ai\/config\.json",\n/,
    )
    const gone = await run(["--uninstall"], { home })
    assert.match(gone.stdout, /removed: .*opencode\.jsonc, which init had made/)
    assert.deepEqual(namesIn(join(home, ".config")), [])
  })

  it("writes nothing with --dry-run, and answers 1 while there is something to do", async () => {
    const { home, folder, file } = newHome(ORIGINAL)
    const dry = await run(["--dry-run"], { home })
    assert.equal(dry.code, 1)
    assert.match(dry.stdout, /\+ {2}"mcp": \{/)
    assert.equal(textOf(file), ORIGINAL)
    assert.deepEqual(namesIn(folder), ["opencode.json"])
    await run([], { home })
    assert.equal((await run(["--dry-run"], { home })).code, 0)
    assert.equal((await run(["--dry-run", "--uninstall"], { home })).code, 1)
    assert.equal(textOf(file), expected())
  })

  it("never waits for an answer that no terminal can give", async () => {
    const { home, file } = newHome(ORIGINAL)
    const { code, stdout } = await run([], { home, stdin: "n\n" })
    assert.equal(code, 0)
    assert.doesNotMatch(stdout, /\[y\/N\]/)
    assert.equal(textOf(file), expected())
  })

  it("takes the language of the locale, and leaves the one that is set", async () => {
    const { home, folder } = newHome(ORIGINAL)
    await run([], { home, env: { LANG: "ru_RU.UTF-8" } })
    assert.ok(!namesIn(folder).includes("skill-mcp.config.json"))
    await run([], { home, env: { LANG: "de_DE.UTF-8" } })
    assert.equal(textOf(join(folder, "skill-mcp.config.json")), '{\n  "lang": "en"\n}\n')
    await run(["--lang", "ru"], { home })
    assert.equal(textOf(join(folder, "skill-mcp.config.json")), '{\n  "lang": "ru"\n}\n')
    await run([], { home, env: { LANG: "de_DE.UTF-8" } })
    assert.equal(textOf(join(folder, "skill-mcp.config.json")), '{\n  "lang": "ru"\n}\n')
  })

  it("runs the server by opencode itself when asked, and by Node again when asked", async () => {
    const { home, file } = newHome("{}")
    await run(["--runtime", "opencode"], { home })
    assert.ok(textOf(file).includes(`"command": ["opencode", "${built.gateway}"]`))
    assert.match((await run([], { home })).stdout, /Nothing to do/)
    await run(["--runtime", "node"], { home })
    assert.ok(textOf(file).includes(`"command": ["${process.execPath}", "${built.gateway}"]`))
  })

  it("writes through a symbolic link and keeps the mode", async () => {
    const { home, folder } = newHome(ORIGINAL, "dotfiles.json")
    const target = join(folder, "dotfiles.json")
    chmodSync(target, 0o600)
    symlinkSync("dotfiles.json", join(folder, "opencode.json"))
    await run(["--lang", "ru"], { home })
    assert.equal(textOf(target), expected())
    await run(["--uninstall"], { home })
    assert.equal(textOf(target), ORIGINAL)
  })

  it("edits the file that holds the key, and never makes a second one", async () => {
    const { home, folder } = newHome('{ "plugin": ["x"] }')
    writeFileSync(join(folder, "opencode.jsonc"), '{\n  "$schema": "https://opencode.ai/config.json"\n}')
    const { stdout } = await run(["--lang", "ru"], { home })
    assert.match(stdout, /opencode\.json: it holds the list of plugins that takes effect/)
    assert.deepEqual(
      namesIn(folder).filter((name) => !name.includes(".bak-")),
      ["opencode.json", "opencode.jsonc"],
    )
    assert.equal(textOf(join(folder, "opencode.jsonc")), '{\n  "$schema": "https://opencode.ai/config.json"\n}')
  })
})

describe("init --project", () => {
  it("enters into the project's file, or makes one at the git root", async () => {
    const { home } = newHome()
    const project = join(home, "мой проект")
    const cwd = join(project, "packages/a")
    mkdirSync(cwd, { recursive: true })
    initRepository(project)
    const made = await run(["--project", "--lang", "ru"], { home, cwd })
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /! the entries are paths of this machine/)
    assert.deepEqual(namesIn(project), [".git", "opencode.json", "packages"])
    assert.deepEqual(namesIn(home), ["мой проект"])
    await run(["--uninstall"], { home, cwd })
    assert.deepEqual(namesIn(project), [".git", "packages"])
    mkdirSync(join(project, ".opencode"))
    writeFileSync(join(project, ".opencode/opencode.json"), "{}")
    await run(["--project", "--lang", "ru"], { home, cwd })
    assert.ok(textOf(join(project, ".opencode/opencode.json")).includes(built.plugin))
    assert.deepEqual(namesIn(project), [".git", ".opencode", "packages"])
  })
})

describe("init after a move", () => {
  it("replaces its own stale entries and only those", async () => {
    const others = '"other", "/gone/other/dist/plugin"'
    const { home, file } = newHome(`{ "plugin": [${others}] }`)
    const moving = join(dirname(built.folder), "moving")
    const moved = join(dirname(built.folder), "moved")
    cpSync(built.folder, moving, { recursive: true })
    await run([], { home, program: [join(moving, "dist/cli.js")] })
    assert.ok(textOf(file).includes(join(moving, "dist/plugin")))
    renameSync(moving, moved)
    const replaced = await run([], { home, program: [join(moved, "dist/cli.js")] })
    assert.equal(replaced.code, 0, replaced.stderr)
    const text = textOf(file)
    assert.ok(!text.includes(moving))
    assert.ok(text.startsWith(`{ "plugin": [${others}, "${join(moved, "dist/plugin")}"], "mcp": {`), text)
    assert.ok(text.includes(`"command": ["${process.execPath}", "${join(moved, "dist/gateway.js")}"]`))
    await run(["--uninstall"], { home })
    assert.equal(textOf(file), `{ "plugin": [${others}] }`)
  })

  it("replaces an interpreter that is gone", async () => {
    const { home, file } = newHome("{}")
    await run([], { home })
    writeFileSync(file, textOf(file).replace(process.execPath, "/gone/bin/node"))
    await run([], { home })
    assert.ok(textOf(file).includes(process.execPath))
  })
})

describe("init and the version of opencode", () => {
  const withOpencode = (script: string): Record<string, string> => ({ PATH: programOnPath("opencode", script) })

  it("refuses one that would crash, with the reason, and writes nothing", async () => {
    const { home, file } = newHome(ORIGINAL)
    for (const version of ["1.1.65", "1.13.9", "0.15.0"]) {
      const { code, stderr } = await run([], { home, env: withOpencode(`console.log("${version}")`) })
      assert.equal(code, 2)
      assert.match(
        stderr,
        new RegExp(`opencode ${version} at .* is older than 1\\.14: it would crash .* Nothing was written`),
      )
    }
    assert.equal(textOf(file), ORIGINAL)
  })

  it("goes on with one that is new enough, and with one that does not tell", async () => {
    for (const [script, line] of [
      ['console.log("1.14.0")', /^opencode 1\.14\.0 at /],
      ['console.log("opencode v2.1.4")', /^opencode 2\.1\.4 at /],
      ['console.log("0.0.0-dev-202611")', /^opencode 0\.0\.0-dev-202611 at /],
      ["process.exit(3)", /^! .*opencode does not tell its version \(--version ended with 3/],
    ] as const) {
      const { home, file } = newHome(ORIGINAL)
      const { code, stdout, stderr } = await run(["--lang", "ru"], { home, env: withOpencode(script) })
      assert.equal(code, 0, stderr)
      assert.match(stdout, line)
      assert.equal(textOf(file), expected())
    }
  })

  it("finds it in ~/.opencode/bin too", async () => {
    const { home } = newHome(ORIGINAL)
    mkdirSync(join(home, ".opencode/bin"), { recursive: true })
    cpSync(join(programOnPath("opencode", 'console.log("1.18.33")'), "opencode"), join(home, ".opencode/bin/opencode"))
    assert.match((await run([], { home })).stdout, /^opencode 1\.18\.33 at .*\/\.opencode\/bin\/opencode/)
  })

  it("says so where a file in V2's spelling meets opencode 1", async () => {
    const { home, file } = newHome('{ "plugins": [] }')
    const { stdout } = await run([], { home, env: withOpencode('console.log("1.18.33")') })
    assert.match(stdout, /! .*is in the spelling of opencode 2.*opencode 1\.18\.33 does not read "plugins"/)
    assert.ok(textOf(file).startsWith(`{ "plugins": ["${built.plugin}"], "mcp": { "servers": {`))
  })
})
