import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { applyEdits, parse } from "jsonc-parser"
import { appendMember } from "../../../cli/config/append-member.ts"
import { formerText } from "../../../cli/config/former-text.ts"
import { createText, installText, type Ownership, snippet } from "../../../cli/config/install-text.ts"
import { type Config, parseConfig } from "../../../cli/config/parse-config.ts"
import { containerKeys, uninstallText } from "../../../cli/config/uninstall-text.ts"
import { CONFIG_TEXT } from "./jsonc-arbitrary.ts"

const ENTRIES = { plugin: "/p/dist/plugin", command: ["/bin/node", "/p/dist/gateway.js"] }

/** Tells by the texts alone: what stands at `/old/` is stale. */
const OWNERSHIP: Ownership = {
  plugin: (spec) => (spec === ENTRIES.plugin ? "current" : spec.startsWith("/old/") ? "stale" : "foreign"),
  server: (command) =>
    isDeepStrictEqual([...command], ENTRIES.command)
      ? "current"
      : command[1]?.startsWith("/old/")
        ? "stale"
        : "foreign",
}

const configOf = (text: string): Config => {
  const { config, fault } = parseConfig(text)
  assert.ok(config, fault?.message)
  return config
}

const install = (text: string): string => installText(configOf(text), ENTRIES, OWNERSHIP)

const check = (text: string, expected: string): void => {
  assert.equal(install(text), expected)
  assert.equal(install(expected), expected, "a second time changes nothing")
}

const SERVER = '"type": "local",\n      "command": ["/bin/node", "/p/dist/gateway.js"],\n      "enabled": true'

describe("installText", () => {
  it("appends both entries in the style of the file", () => {
    check(
      '{\n  "model": "a/b"\n}\n',
      `{\n  "model": "a/b",\n  "plugin": ["/p/dist/plugin"],\n  "mcp": {\n    "skill-mcp": {\n      ${SERVER}\n    }\n  }\n}\n`,
    )
    check(
      '{"model":"a/b"}',
      '{"model":"a/b","plugin":["/p/dist/plugin"],"mcp":{"skill-mcp":{"type":"local","command":["/bin/node","/p/dist/gateway.js"],"enabled":true}}}',
    )
    check(
      '{\r\n\t"mcp": {\r\n\t\t"x": {}, // x\r\n\t},\r\n}\r\n',
      '{\r\n\t"mcp": {\r\n\t\t"x": {}, // x\r\n\t\t"skill-mcp": {\r\n\t\t\t"type": "local",\r\n\t\t\t"command": ["/bin/node", "/p/dist/gateway.js"],\r\n\t\t\t"enabled": true\r\n\t\t},\r\n\t},\r\n\t"plugin": ["/p/dist/plugin"],\r\n}\r\n',
    )
  })

  it("leaves comments with what they are about", () => {
    check(
      '{\n  // 27" display, see, this\n  "glob": "*.{ts,}" // all of them\n  // "mcp": {}\n}\n',
      `{\n  // 27" display, see, this\n  "glob": "*.{ts,}", // all of them\n  // "mcp": {}\n  "plugin": ["/p/dist/plugin"],\n  "mcp": {\n    "skill-mcp": {\n      ${SERVER}\n    }\n  }\n}\n`,
    )
  })

  it("makes a file of an empty one", () => {
    check("", createText(ENTRIES))
    check("// mine", `// mine\n${createText(ENTRIES)}`)
    assert.equal(
      createText(ENTRIES),
      `{\n  "$schema": "https://opencode.ai/config.json",\n  "plugin": ["/p/dist/plugin"],\n  "mcp": {\n    "skill-mcp": {\n      ${SERVER}\n    }\n  }\n}\n`,
    )
  })

  it("speaks V2 where the file does", () => {
    const server = '{ "type": "local", "command": ["/bin/node", "/p/dist/gateway.js"] }'
    check('{ "plugins": [] }', `{ "plugins": ["/p/dist/plugin"], "mcp": { "servers": { "skill-mcp": ${server} } } }`)
    check(
      '{ "permissions": [] }',
      `{ "permissions": [], "plugins": ["/p/dist/plugin"], "mcp": { "servers": { "skill-mcp": ${server} } } }`,
    )
    check(
      '{ "mcp": { "servers": { } } }',
      `{ "mcp": { "servers": { "skill-mcp": ${server} } }, "plugins": ["/p/dist/plugin"] }`,
    )
    check(
      '{ "plugins": [], "mcp": { "x": { "enabled": false } } }',
      '{ "plugins": ["/p/dist/plugin"], "mcp": { "x": { "enabled": false }, "skill-mcp": { "type": "local", "command": ["/bin/node", "/p/dist/gateway.js"], "enabled": true } } }',
    )
  })

  it("speaks V1 where both spellings stand", () => {
    check(
      '{ "plugin": [], "plugins": [], "mcp": {"a": {}} }',
      '{ "plugin": ["/p/dist/plugin"], "plugins": [], "mcp": {"a": {}, "skill-mcp": { "type": "local", "command": ["/bin/node", "/p/dist/gateway.js"], "enabled": true }} }',
    )
  })

  it("replaces what is stale of ours and keeps what a person added to it", () => {
    check(
      '{ "plugin": ["a", ["/old/dist/plugin", { "lang": "en" }], "/old/two", "b"], "mcp": { "skill-mcp": { "command": ["node", "/old/dist/gateway.js"], "type": "local", "timeout": 9, "enabled": false } } }',
      '{ "plugin": ["a", ["/p/dist/plugin", { "lang": "en" }], "b"], "mcp": { "skill-mcp": { "command": ["/bin/node", "/p/dist/gateway.js"], "type": "local", "timeout": 9, "enabled": false } } }',
    )
    check(
      '{ "plugin": ["/old/one", "/p/dist/plugin"], "plugins": [{ "package": "/old/two" }], "mcp": {"skill-mcp": { "command": ["/bin/node", "/p/dist/gateway.js"] }, "servers": { "skill-mcp": { "command": ["node", "/old/x"] } } } }',
      '{ "plugin": ["/p/dist/plugin"], "plugins": [], "mcp": {"skill-mcp": { "command": ["/bin/node", "/p/dist/gateway.js"] }, "servers": { } } }',
    )
  })

  it("refuses a server of our name that is somebody else's, and names its line", () => {
    const refused = (text: string, message: RegExp): void => {
      assert.throws(
        () => install(text),
        (error: { fault?: { line: number } }) => {
          assert.equal(error.fault?.line, 3)
          assert.match(String(error), message)
          return true
        },
      )
    }
    refused('{ "mcp": {\n\n"skill-mcp": { "type": "local", "command": ["x", "y"] } } }', /not ours stands there: x y/)
    refused('{ "mcp": {\n\n"skill-mcp": { "type": "remote", "url": "http://x" } } }', /not ours stands there$/)
    refused('{ "mcp": {\n\n"skill-mcp": { "enabled": false } } }', /switched off/)
    refused('{ "mcp": {\n\n"skill-mcp": { "type": "remote", "command": ["node", "/old/x"] } } }', /not of type "local"/)
  })

  it("gives a snippet in the file's spelling", () => {
    assert.equal(
      snippet(ENTRIES, true),
      '"plugins": ["/p/dist/plugin"],\n"mcp": {\n  "servers": {\n    "skill-mcp": {\n      "type": "local",\n      "command": ["/bin/node", "/p/dist/gateway.js"]\n    }\n  }\n}',
    )
  })
})

describe("installText on whatever file", () => {
  const valueIn = (text: string): Record<string, unknown> => parse(text, [], { allowTrailingComma: true })
  const property = (holds: (text: string, after: string) => void): void =>
    fc.assert(
      fc.property(CONFIG_TEXT, (raw) => {
        const text = raw.replace(/^\uFEFF/, "")
        holds(text, install(text))
      }),
      { numRuns: 1_000 },
    )

  it("changes nothing but our keys, whatever they held", () =>
    property((text, after) => {
      const { plugin: plugins, mcp: servers, ...rest } = valueIn(after)
      const { plugin = [], mcp = {}, ...before } = valueIn(text)
      assert.ok(Array.isArray(plugin) && typeof mcp === "object")
      assert.deepEqual(rest, before)
      assert.deepEqual(plugins, [...plugin, ENTRIES.plugin])
      assert.deepEqual(servers, { ...mcp, "skill-mcp": { type: "local", command: ENTRIES.command, enabled: true } })
    }))

  it("does all there is to do at once", () => property((_, after) => assert.equal(install(after), after)))

  it("only inserts: what was there stands there still, in its order", () =>
    property((text, after) => {
      let at = 0
      for (const unit of after.split("")) if (unit === text[at]) at += 1
      assert.equal(at, text.length)
    }))

  it("can be undone to the byte where no container was empty before", () =>
    property((text, after) => {
      const before = configOf(text)
      if ([before.root, before.mcp].some((node) => node?.children?.length === 0)) return
      assert.equal(uninstallText(configOf(after), OWNERSHIP, containerKeys(before)), text)
    }))

  it("is recognised as what came of the backup", () =>
    property((text, after) => {
      const noise = ['{ "not": "it" }', "broken {", `${text} `]
      assert.deepEqual(formerText(configOf(after), [...noise, after, text], OWNERSHIP), { text })
      assert.equal(formerText(configOf(`${after}\n`), [...noise, text], OWNERSHIP), undefined)
    }))

  it("leaves every later edit and every comment behind when it is undone", () =>
    property((text, after) => {
      const config = configOf(after)
      for (const container of [config.root, config.plugin?.node, config.mcp]) {
        assert.ok(config.root && container)
        const member = container.type === "array" ? { value: "later" } : { key: "later", value: "x" }
        const edited = applyEdits(after, appendMember({ text: after, root: config.root, container }, member))
        const undone = uninstallText(configOf(edited), OWNERSHIP, containerKeys(configOf(text)))
        assert.deepEqual(commentsIn(undone), commentsIn(edited))
        assert.deepEqual(
          valueIn(undone),
          valueIn(withLater(text, container === config.root ? [] : container.type === "array" ? ["plugin"] : ["mcp"])),
        )
      }
    }))

  // The same edit made to the file that init never saw.
  const withLater = (text: string, path: readonly string[]): string => {
    const value = valueIn(text)
    const [key] = path
    if (key === undefined) return JSON.stringify({ ...value, later: "x" })
    const held = value[key]
    if (key === "plugin") return JSON.stringify({ ...value, plugin: [...(Array.isArray(held) ? held : []), "later"] })
    return JSON.stringify({ ...value, mcp: { ...(typeof held === "object" ? held : {}), later: "x" } })
  }

  const commentsIn = (text: string): string[] =>
    [...text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)]
      .map(([mark]) => mark)
      .filter((mark) => mark.startsWith("/"))
})
