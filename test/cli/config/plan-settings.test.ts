import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { planSettings } from "../../../cli/config/plan-settings.ts"
import type { Lang } from "../../../core/index.ts"

const check = (raw: string | undefined, lang: Lang, isExplicit: boolean, after: string | undefined): void => {
  const { change, fault } = planSettings({ path: "f", raw }, { lang, isExplicit })
  assert.equal(fault, undefined)
  assert.deepEqual(change, after === undefined ? undefined : { path: "f", before: raw, after })
}

describe("planSettings", () => {
  it("makes a file only for a language that is not the default", () => {
    check(undefined, "en", false, '{\n  "lang": "en"\n}\n')
    check(undefined, "en", true, '{\n  "lang": "en"\n}\n')
    check(undefined, "ru", false, undefined)
    check(undefined, "ru", true, undefined)
  })

  it("adds the language to a file that names none, in the file's style", () => {
    check('{\n\t"rule": false\n}\n', "en", false, '{\n\t"rule": false,\n\t"lang": "en"\n}\n')
    check('\uFEFF{"rule":false}', "en", false, '\uFEFF{"rule":false,"lang":"en"}')
    check('{ "rule": false }', "ru", false, undefined)
    check('{ "rule": false }', "ru", true, undefined)
  })

  it("overrules a language that the file names only when asked for another outright", () => {
    check('{ "lang": "en" }', "ru", false, undefined)
    check('{ "lang": "en" }', "ru", true, '{ "lang": "ru" }')
    check('{ "lang": "ru" }', "en", false, undefined)
    check('{ "lang": "ru", "boost": [] }', "en", true, '{ "lang": "en", "boost": [] }')
    check('{ "lang": "de" }', "ru", true, '{ "lang": "ru" }')
    check('{ "lang": "en" }', "en", true, undefined)
  })

  it("leaves alone what is no JSON, and says so", () => {
    for (const raw of ['{ "lang": "ru", }', "[]", "", '{ // mine\n "rule": true }']) {
      const { change, fault } = planSettings({ path: "f", raw }, { lang: "en", isExplicit: true })
      assert.equal(change, undefined)
      assert.equal(fault, 'f is not valid JSON, so "lang": "en" was not set there', raw)
    }
  })
})
