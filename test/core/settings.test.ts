import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { DEFAULT_SETTINGS, parseSettings, type Settings, toSettings } from "../../core/settings.ts"

/** What a value changes of the defaults, and the beginnings of the faults it has. */
const check = (value: unknown, changed: Partial<Settings>, faults: readonly string[] = []): void => {
  const read = toSettings(value)
  assert.deepEqual(read.settings, { ...DEFAULT_SETTINGS, ...changed }, JSON.stringify(value))
  assert.deepEqual(
    read.faults.map((fault) => fault.split(/ (?:must|is)/)[0]),
    faults.map((fault) => `"${fault}"`),
    JSON.stringify(read.faults),
  )
}

const { upstream } = DEFAULT_SETTINGS

describe("toSettings", () => {
  it("takes each key of the right kind", () => {
    check({ deny: { a: ["x*"] }, allow: { "*": [] } }, { deny: { a: ["x*"] }, allow: { "*": [] } })
    check({ rule: false, preload: false, hint: false }, { rule: false, preload: false, hint: false })
    check({ lang: "en" }, { lang: "en" })
    check({ roots: ["~/team"], boost: ["a"] }, { roots: ["~/team"], boost: ["a"] })
    check({ lexicon: { накладная: ["invoice"] } }, { lexicon: { накладная: ["invoice"] } })
    for (const subagents of ["hint", "full", "off"] as const) check({ subagents }, { subagents })
    check({ extension: true }, { extension: true })
    check({ $schema: "https://x.example" }, {})
    check({}, {})
    check(undefined, {})
  })

  it("takes the upstream's keys one by one", () => {
    check({ upstream: { enabled: false } }, { upstream: { ...upstream, enabled: false } })
    check(
      { upstream: { groups: "all" } },
      { upstream: { ...upstream, groups: ["graph", "queue", "findings", "suppressions"] } },
    )
    check({ upstream: { groups: ["findings", "graph"] } }, { upstream: { ...upstream, groups: ["graph", "findings"] } })
    check({ upstream: { groups: [] } }, { upstream: { ...upstream, groups: [] } })
    check({ upstream: { url: "http://127.0.0.1:1/mcp" } }, { upstream: { ...upstream, url: "http://127.0.0.1:1/mcp" } })
  })

  it("names each value of a wrong kind and keeps its default, the others counting", () => {
    for (const [key, values] of Object.entries({
      deny: [[], "x", { a: "x" }, { a: [1] }, null],
      allow: [1, { a: { b: [] } }],
      rule: ["false", 0, null, []],
      preload: ["on"],
      hint: [1],
      lang: ["de", "RU", null, 1],
      roots: ["~/x", [1], {}],
      boost: ["a", [null]],
      lexicon: [["a"], { a: "b" }],
      subagents: ["none", true, "Hint"],
      extension: ["true"],
      upstream: [true, [], "all", null],
    })) {
      for (const value of values)
        check({ [key]: value, boost: key === "boost" ? value : ["kept"] }, key === "boost" ? {} : { boost: ["kept"] }, [
          key,
        ])
    }
  })

  it("names each wrong value of the upstream", () => {
    for (const value of [{ enabled: "no" }, { enabled: null }]) check({ upstream: value }, {}, ["upstream.enabled"])
    for (const groups of ["graph", ["x"], [1], null, {}, ["graph", "x"]])
      check({ upstream: { groups } }, {}, ["upstream.groups"])
    check({ upstream: { url: 1, enabled: false } }, { upstream: { ...upstream, enabled: false } }, ["upstream.url"])
  })

  it("names unknown keys, those of the upstream too", () => {
    check({ rules: true, Lang: "en", lang: "en" }, { lang: "en" }, ["rules", "Lang"])
    check({ upstream: { group: ["graph"] } }, {}, ["upstream.group"])
  })

  it("holds its ground against what is no object", () => {
    for (const value of [null, 1, "x", [], true]) {
      const { settings, faults } = toSettings(value)
      assert.deepEqual([settings, faults.length], [DEFAULT_SETTINGS, 1])
    }
  })

  it("pays no heed to what every object inherits", () => {
    check(Object.create({ rule: false, lang: "en" }), {})
    const { settings } = toSettings(
      JSON.parse('{"__proto__": {"rule": false}, "constructor": 1, "deny": {"__proto__": ["x"]}}'),
    )
    assert.equal(settings.rule, true)
    assert.equal("x" in {}, false)
  })

  it("counts over the settings that hold already, key by key", () => {
    const base = toSettings({ lang: "en", boost: ["a"], rule: false, upstream: { enabled: false, url: "u" } }).settings
    const { settings } = toSettings({ rule: true, boost: 1, upstream: { groups: "all" } }, base)
    assert.deepEqual([settings.lang, settings.rule, settings.boost], ["en", true, ["a"]])
    assert.deepEqual(
      [settings.upstream.enabled, settings.upstream.url, settings.upstream.groups.length],
      [false, "u", 4],
    )
    assert.deepEqual(toSettings(1, base).settings, base)
  })

  it("never throws and always gives every key", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), "x"), fc.jsonValue()), (value) => {
        const { settings } = toSettings(value)
        assert.deepEqual(Object.keys(settings).sort(), Object.keys(DEFAULT_SETTINGS).sort())
      }),
      { numRuns: 300 },
    )
  })
})

describe("parseSettings", () => {
  it("reads strict JSON, a byte order mark allowed", () => {
    assert.deepEqual(parseSettings('\uFEFF{"rule": false}\r\n').settings.rule, false)
    assert.deepEqual(parseSettings('{"rule": false}').faults, [])
  })

  it("holds the defaults and names the fault where it is malformed", () => {
    for (const text of ["", "{", '{"rule": false,}', "// x\n{}", "rule: false", "\0"]) {
      const { settings, faults } = parseSettings(text)
      assert.deepEqual(settings, DEFAULT_SETTINGS)
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? "", /not valid JSON/)
    }
  })
})
