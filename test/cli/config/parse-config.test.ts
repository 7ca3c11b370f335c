import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { readConfigFile } from "../../../cli/config/config-file.ts"
import { parseConfig } from "../../../cli/config/parse-config.ts"
import { newFolder } from "./workbench.ts"

/** Texts that are not edited, with the line and the reason. */
const FAULTS: Readonly<Record<string, readonly [text: string, line: number, message: string]>> = {
  "an open brace": ['{\n  "a": 1', 2, "not valid JSON (CloseBraceExpected)"],
  "a missing comma": ['{\n  "a": 1\n  "b": 2\n}', 3, "not valid JSON (CommaExpected)"],
  "a missing colon": ['{\n  "a" 1\n}', 2, "not valid JSON (ColonExpected)"],
  "single quotes": ["{\n  'a': 1\n}", 2, "not valid JSON (InvalidSymbol)"],
  "two documents": ["{}\n{}", 2, "not valid JSON (EndOfFileExpected)"],
  "an open text": ['{\n  "a": "b\n}', 2, "not valid JSON (UnexpectedEndOfString)"],
  "an open comment": ["{}\n/* a", 2, "not valid JSON (UnexpectedEndOfComment)"],
  "a list": ["[]", 1, "not a JSON object"],
  "a text": ['\n"a"', 2, "not a JSON object"],
  "plugin a text": ['{\n  "plugin": "x"\n}', 2, '"plugin" is not a list'],
  "plugin an object": ['{\n  "plugin": {}\n}', 2, '"plugin" is not a list'],
  "plugin null": ['{\n  "plugin": null\n}', 2, '"plugin" is not a list'],
  "plugins an object": ['{\n  "plugins": {}\n}', 2, '"plugins" is not a list'],
  "a number among the plugins": ['{ "plugin": [\n"a",\n1] }', 3, 'an element of "plugin" has an unknown shape'],
  "an object among the plugins of V1": [
    '{ "plugin": [\n{ "package": "a" }] }',
    2,
    'an element of "plugin" has an unknown shape',
  ],
  "three parts in a plugin": ['{ "plugin": [\n["a", {}, 1]] }', 2, 'an element of "plugin" has an unknown shape'],
  "an object without a package": [
    '{ "plugins": [\n{ "name": "a" }] }',
    2,
    'an element of "plugins" has an unknown shape',
  ],
  "mcp a list": ['{\n  "mcp": []\n}', 2, '"mcp" is not an object'],
  "mcp null": ['{\n  "mcp": null\n}', 2, '"mcp" is not an object'],
  "mcp.servers a list": ['{ "mcp": {\n  "servers": []\n} }', 2, '"mcp.servers" is not an object'],
  "our server a text": ['{ "mcp": {\n  "skill-mcp": "x"\n} }', 2, '"mcp.skill-mcp" is not an object'],
  "our server's command a text": [
    '{ "mcp": { "skill-mcp": {\n  "command": "x y"\n} } }',
    2,
    '"mcp.skill-mcp.command" is not a list of texts',
  ],
  "a number in our server's command": [
    '{ "mcp": { "servers": { "skill-mcp": {\n  "command": ["x", 1]\n} } } }',
    2,
    '"mcp.servers.skill-mcp.command" is not a list of texts',
  ],
  "plugin twice": ['{\n  "plugin": [],\n  "model": "a",\n  "plugin": []\n}', 4, 'the key "plugin" stands twice'],
  "plugin twice, once escaped": ['{\n  "plugin": [],\n  "plug\\u0069n": []\n}', 3, 'the key "plugin" stands twice'],
  "mcp twice": ['{ "mcp": {},\n "mcp": {} }', 2, 'the key "mcp" stands twice'],
  "our server twice": ['{ "mcp": { "skill-mcp": {},\n "skill-mcp": {} } }', 2, 'the key "skill-mcp" stands twice'],
  "our server's command twice": [
    '{ "mcp": { "skill-mcp": { "command": [],\n "command": [] } } }',
    2,
    'the key "command" stands twice',
  ],
}

describe("parseConfig", () => {
  for (const [name, [text, line, message]] of Object.entries(FAULTS)) {
    it(`names the fault and its line: ${name}`, () => {
      assert.deepEqual(parseConfig(text).fault, { line, message })
      assert.deepEqual(parseConfig(text.replaceAll("\n", "\r\n")).fault?.line, line, "with CRLF")
    })
  }

  it("survives what is nested too deeply", () => {
    const fault = parseConfig("[".repeat(100_000)).fault
    assert.match(fault?.message ?? "", /nested too deeply|not valid JSON|not a JSON object/)
  })

  it("takes what opencode takes", () => {
    for (const text of [
      "",
      "{}",
      '{ "model": 1, "model": 2 }',
      '{ "a": [1,], /* b */ }',
      '{ "mcp": { "servers": { "type": "local" } } }',
    ]) {
      assert.equal(parseConfig(text).fault, undefined, text)
    }
  })

  it("tells V2's spelling from V1's", () => {
    const isNative = (text: string): boolean | undefined => parseConfig(text).config?.isNative
    assert.equal(isNative('{ "plugins": [] }'), true)
    assert.equal(isNative('{ "permissions": [] }'), true)
    assert.equal(isNative('{ "mcp": { "servers": {} } }'), true)
    assert.equal(isNative('{ "plugin": [], "plugins": [] }'), false)
    assert.equal(isNative('{ "permission": {}, "mcp": { "a": { "type": "local", "command": [] } } }'), false)
    assert.equal(isNative('{ "mcp": { "servers": { "type": "local", "command": [] } } }'), false)
  })

  it("reads specs, options and the server", () => {
    const { config } = parseConfig(
      '{ "plugin": ["a", ["b", { "c": 1 }]], "mcp": { "skill-mcp": { "type": "local", "command": ["x"] } } }',
    )
    // As JSON, since the values have no prototype.
    const check = (value: unknown, expected: string): void => assert.equal(JSON.stringify(value), expected)
    check(
      config?.plugin?.plugins.map(({ spec, options }) => [spec, options]),
      '[["a",null],["b",{"c":1}]]',
    )
    check(
      config?.entries.map(({ isNative, command, value }) => ({ isNative, command, value })),
      '[{"isNative":false,"command":["x"],"value":{"type":"local","command":["x"]}}]',
    )
  })
})

describe("readConfigFile", () => {
  const check = (bytes: string | Uint8Array, message: string): void => {
    const path = join(newFolder(), "opencode.json")
    writeFileSync(path, bytes)
    assert.equal(readConfigFile(path).fault?.message, message)
  }

  it("leaves alone what is not UTF-8", () => {
    check(Buffer.from("\uFEFF{}", "utf16le"), "not UTF-8")
    check(Buffer.from('{ "a": "caf\xe9" }', "latin1"), "not UTF-8")
  })

  it("leaves alone what is not a file, and tells a missing one from that", () => {
    const folder = newFolder()
    assert.equal(readConfigFile(folder).fault?.message, "not a file")
    assert.equal(readConfigFile(join(folder, "none.json")).file?.raw, undefined)
    assert.equal(readConfigFile(join(folder, "none.json")).fault, undefined)
  })
})
