import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { writeStamp } from "../../plugin/stamp.ts"
import { temporaryFolder } from "../lab/scratch.ts"

const check = (file: string | undefined, expected: object | undefined): void => {
  const folder = temporaryFolder("stamp")
  const beside = join(folder, "plugin")
  mkdirSync(beside)
  writeFileSync(join(beside, "package.json"), '{"version":"1.2.3"}')
  const path = file === undefined ? undefined : join(folder, file)
  const lines: string[] = []
  writeStamp({ host: "v1", directory: "/project", beside, file: path, log: (line) => lines.push(line) })
  const written = readdirSync(folder).includes("stamp.json")
    ? readFileSync(join(folder, "stamp.json"), "utf8")
    : undefined
  const { time, ...rest } = written === undefined ? { time: undefined } : JSON.parse(written)
  assert.deepEqual(written === undefined ? undefined : rest, expected)
  if (expected !== undefined) assert.ok(Math.abs(Date.now() - Date.parse(time)) < 10_000)
  assert.deepEqual(lines.length, file?.includes("/") ? 1 : 0)
}

describe("the stamp", () => {
  it("says what was loaded, where and by which host", () =>
    check("stamp.json", { version: "1.2.3", host: "v1", directory: "/project" }))
  it("is not written where nobody asks for it", () => check(undefined, undefined))
  it("does no harm where it cannot be written", () => check("missing/stamp.json", undefined))
})
