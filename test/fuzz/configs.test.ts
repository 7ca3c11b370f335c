import assert from "node:assert/strict"
import type { Buffer } from "node:buffer"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { after, describe, it } from "node:test"
import fc from "fast-check"
import { type ParseError, parse } from "jsonc-parser"
import { backupPaths } from "../../cli/config/backup-paths.ts"
import { type ConfigFile, type FileFault, readConfigFile } from "../../cli/config/config-file.ts"
import { planInstall } from "../../cli/config/plan-install.ts"
import { planUninstall } from "../../cli/config/plan-uninstall.ts"
import { fakePackage } from "../cli/config/fake-package.ts"
import { benchOf, newFolder, runInit, runUninstall } from "../cli/config/workbench.ts"
import { removeFolder } from "../lab/scratch.ts"
import { check, within } from "./fuzz-run.ts"
import { CONFIG_BYTES } from "./make-config.ts"

const bench = benchOf(fakePackage())

let changed = 0
let refused = 0
after(() => console.log(`fuzz configs: ${changed} entered and taken out, ${refused} refused`))

describe("whatever a configuration file holds,", () => {
  it("init enters us and uninstall gives the bytes back, or both leave it alone and say why", () =>
    check(
      "configs",
      { short: 200, long: 5_000 },
      fc.asyncProperty(CONFIG_BYTES, async (bytes) => {
        const path = join(newFolder(), "opencode.json")
        writeFileSync(path, bytes)
        const faults = await within("plan", () => faultsOf(path))
        if (faults.length > 0) assertLeftAlone(path, bytes, faults)
        else await within("init and uninstall", () => assertUndone(path, bytes))
        removeFolder(dirname(path))
      }),
    ))
})

const options = (path: string) => ({ scope: "global", identify: bench.identify, newPath: path }) as const

const faultsOf = (path: string): readonly FileFault[] => {
  const { file, fault } = readConfigFile(path)
  return fault === undefined ? planInstall([file], bench.entries, options(path)).faults : [fault]
}

const assertLeftAlone = (path: string, bytes: Buffer, [fault]: readonly FileFault[]): void => {
  refused += 1
  assert.ok(fault?.path === path && fault.message.length > 5)
  assert.deepEqual(readFileSync(path), bytes)
  assert.deepEqual(readdirSync(dirname(path)), ["opencode.json"])
  const { file } = readConfigFile(path)
  // One that holds somebody else's server can be read, and nothing in it is ours to take out.
  if (file !== undefined) {
    const plan = planUninstall({ ...file, backups: [] }, bench.identify)
    assert.ok(plan === undefined || !/"(?:x|y)"/.test(file.config.text) || plan.after !== undefined)
  }
}

const assertUndone = (path: string, bytes: Buffer): void => {
  changed += 1
  const before = fileAt(path)
  const { changes } = runInit([path], bench)
  const entered = readFileSync(path)
  assertEntered(before, fileAt(path))
  assert.deepEqual(runInit([path], bench).changes, [], "a second init has something to do")
  assert.deepEqual(readFileSync(path), entered)
  assert.equal(backupPaths(path).length, changes.length)
  runUninstall(path, bench)
  // A stale entry of ours that stood there before goes with the others.
  if (!bytes.includes("/gone/skill-finder-mcp")) assert.deepEqual(readFileSync(path), bytes)
  assert.equal(planUninstall({ ...fileAt(path), backups: [] }, bench.identify), undefined)
}

const fileAt = (path: string): ConfigFile => {
  const { file, fault } = readConfigFile(path)
  assert.ok(file, fault?.message)
  return file
}

const valueIn = (text: string): Record<string, unknown> => {
  const errors: ParseError[] = []
  const value = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) ?? {}
  assert.deepEqual(errors, [])
  return value
}

const OURS = ["plugin", "plugins", "mcp", "$schema"]

const withoutOurs = (value: Record<string, unknown>): [string, unknown][] =>
  Object.entries(value).filter(([key]) => !OURS.includes(key))

const assertEntered = ({ config: before }: ConfigFile, { config: after }: ConfigFile): void => {
  // As text, since a key `__proto__` gives each value a prototype of its own.
  const others = [after, before].map(({ text }) => JSON.stringify(withoutOurs(valueIn(text))))
  assert.equal(others[0], others[1])
  const specs = [after.plugin, after.plugins].flatMap((list) => list?.plugins.map(({ spec }) => spec) ?? [])
  assert.equal(specs.filter((spec) => spec === bench.entries.plugin).length, 1)
  assert.deepEqual(after.entries.at(0)?.command, bench.entries.command)
  if (before.text.includes("/gone/skill-finder-mcp")) return
  // Nothing was taken away: comments and white space stand there still, in their order.
  let at = 0
  for (let to = 0; to < after.text.length && at < before.text.length; to++) if (after.text[to] === before.text[at]) at++
  assert.equal(at, before.text.length, "a character of the person's own is gone")
}
