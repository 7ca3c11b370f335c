import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { parseConfig } from "../../../cli/config/parse-config.ts"
import type { PlacedFile } from "../../../cli/config/scan-configs.ts"
import { namedPlugins, namedServer } from "../../../cli/doctor/effective-config.ts"
import type { HostGeneration } from "../../../core/index.ts"

const filesOf = (texts: readonly (readonly [PlacedFile["scope"], string])[]): PlacedFile[] =>
  texts.map(([scope, raw], at) => {
    const { config } = parseConfig(raw)
    assert.ok(config)
    return { path: String(at), raw, config, scope }
  })

const FILES = filesOf([
  [
    "global",
    '{ "plugin": ["a"], "mcp": { "skill-mcp": { "type": "local", "command": ["x"], "environment": { "A": "1" } } } }',
  ],
  ["global", '{ "plugin": ["b"], "plugins": [{ "package": "c", "options": { "lang": "en" } }] }'],
  [
    "project",
    '{ "plugin": [["d", { "lang": "ru" }]], "mcp": { "servers": { "skill-mcp": { "type": "local", "command": ["n"] } } } }',
  ],
  ["other", '{ "mcp": { "skill-mcp": { "enabled": false, "environment": { "B": "2" } } } }'],
])

describe("namedPlugins", () => {
  const counting = (host: HostGeneration): string[] =>
    namedPlugins(FILES, host).flatMap(({ spec, passedOver }) => (passedOver === undefined ? [spec] : []))

  it("takes, on V1, the highest global list, the project's too, and no `plugins`", () => {
    assert.deepEqual(counting("v1"), ["b", "d"])
  })

  it("takes, on V2, the lists of all files under both keys", () => {
    assert.deepEqual(counting("v2"), ["a", "b", "c", "d"])
  })

  it("gives options and files", () => {
    const [last] = namedPlugins(FILES, "v1").slice(-1)
    assert.equal(JSON.stringify([last?.spec, last?.options, last?.file]), '["d",{"lang":"ru"},"2"]')
  })
})

describe("namedServer", () => {
  it("joins, on V1, what all files say, the highest last", () => {
    const { files, value } = namedServer(FILES, "v1") ?? {}
    assert.deepEqual(files, ["0", "2", "3"])
    assert.equal(
      JSON.stringify(value),
      '{"type":"local","command":["n"],"environment":{"A":"1","B":"2"},"enabled":false}',
    )
  })

  it("takes, on V2, what the highest file says", () => {
    assert.equal(JSON.stringify(namedServer(FILES, "v2")?.value), '{"enabled":false,"environment":{"B":"2"}}')
    assert.equal(JSON.stringify(namedServer(FILES.slice(0, 3), "v2")?.value), '{"type":"local","command":["n"]}')
  })

  it("is undefined where no file names it", () => {
    assert.equal(namedServer(filesOf([["global", "{}"]]), "v1"), undefined)
  })
})
