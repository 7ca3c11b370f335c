import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { type BuiltPackage, buildPackage } from "./built-package.ts"
import { type CliResult, makeHome, runCli } from "./run-cli.ts"

const PRELOAD = join(import.meta.dirname, "kill-at.mjs")
const ORIGINAL = '{\n  "model": "a/b" // mine\n}\n'

let built: BuiltPackage
const homes: (() => void)[] = []
before(async () => {
  built = await buildPackage()
})
after(() => {
  for (const remove of homes) remove()
})

const run = (args: readonly string[], home: string, point = "0 before"): Promise<CliResult> =>
  runCli(["init", "--yes", ...args], {
    home,
    program: ["--import", PRELOAD, built.cli],
    env: { PATH: "/nowhere", KILL_AT: point },
  })

const newHome = (): { home: string; file: string; folder: string } => {
  const { home, remove } = makeHome()
  homes.push(remove)
  const folder = join(home, ".config/opencode")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "opencode.json"), ORIGINAL)
  return { home, folder, file: join(folder, "opencode.json") }
}

/** The text that a whole run writes, and the calls by which it changes the disk. */
const runWhole = async (): Promise<{ text: string; calls: readonly string[] }> => {
  const { home, file } = newHome()
  const { stderr } = await run(["--lang", "ru"], home)
  return { text: readFileSync(file, "utf8"), calls: /calls: (.*)/.exec(stderr)?.[1]?.split(" ") ?? [] }
}

describe("init that is killed", () => {
  it("leaves the old or the new file whole at every point of writing, and a later run mends it", async () => {
    const whole = await runWhole()
    const { calls } = whole
    for (const name of ["openSync", "writeFileSync", "linkSync", "renameSync"]) assert.ok(calls.includes(name), name)
    const points = [
      ...calls.map((_, at) => `${at + 1} before`),
      ...calls.flatMap((name, at) => (name === "writeFileSync" ? [`${at + 1} amid`] : [])),
      `${calls.length} after`,
    ]
    const check = async (point: string): Promise<string> => {
      const { home, folder, file } = newHome()
      assert.equal((await run(["--lang", "ru"], home, point)).code, null, `${point}: it was not killed`)
      const text = readFileSync(file, "utf8")
      assert.ok([ORIGINAL, whole.text].includes(text), `${point}: ${text}`)
      // A backup is whole or not there.
      const backups = readdirSync(folder).filter((name) => name.includes(".bak-"))
      for (const name of backups) assert.equal(readFileSync(join(folder, name), "utf8"), ORIGINAL, point)
      if (text === whole.text) assert.equal(backups.length, 1, point)
      if (/amid|after/.test(point)) await checkRecovery({ home, folder, file, text: whole.text })
      return text
    }
    const texts: string[] = []
    // Two at a time, one a processor.
    for (let at = 0; at < points.length; at += 2)
      texts.push(...(await Promise.all(points.slice(at, at + 2).map(check))))
    assert.deepEqual([...new Set(texts)], [ORIGINAL, whole.text])
  })
})

const checkRecovery = async (place: { home: string; folder: string; file: string; text: string }): Promise<void> => {
  assert.equal((await run(["--lang", "ru"], place.home)).code, 0)
  assert.equal(readFileSync(place.file, "utf8"), place.text)
  assert.equal((await run(["--uninstall"], place.home)).code, 0)
  assert.equal(readFileSync(place.file, "utf8"), ORIGINAL)
  assert.deepEqual(
    readdirSync(place.folder).filter((name) => name.endsWith(".tmp")),
    [],
  )
}
