import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { createLexicon, lexiconSteps, type UserLexicon } from "../../lexicon/lexicon.ts"
import { toTerms } from "../../lexicon/terms.ts"
import { phraseAt, synonymsOf, translate } from "../../lexicon/translate.ts"

const DATA = join(import.meta.dirname, "../../lexicon/data")

const BUNDLED = createLexicon()

const meanings = (text: string, own?: UserLexicon): string[] => {
  const lexicon = own === undefined ? BUNDLED : createLexicon(own)
  const terms = toTerms(text)
  const phrase = phraseAt(lexicon, terms, 0)
  const [first] = terms
  if (phrase !== undefined) return phrase.translation.flat().map(({ term }) => term)
  if (first === undefined) return []
  const found = first.script === "latin" ? [synonymsOf(lexicon, first.term)] : translate(lexicon, first.term)
  return found.flat().map(({ term }) => term)
}

const check = (text: string, meaning: string, own?: UserLexicon): void => {
  const wanted = toTerms(meaning).map(({ term }) => term)
  const found = meanings(text, own)
  for (const term of wanted) assert.ok(found.includes(term), `${text} means ${found.join(", ") || "nothing"}`)
}

describe("the bundled lexicon", () => {
  it("knows loan words and their inflected forms", () => {
    check("деплой", "deploy")
    check("деплоя", "deploy")
    check("задеплоить", "deploy")
    check("пул-реквест", "pull request")
    check("пул-реквеста", "pull request")
    check("релизу", "release")
  })

  it("knows the words of the office, the law, data and design", () => {
    check("договоры", "contract")
    check("договор поставки", "supply contract")
    check("эксель", "excel")
    check("таблицу", "table")
    check("юрист", "legal")
    check("поставка", "supply")
    check("поставок", "supply")
    check("дизайн", "design")
  })

  it("has at least 400 pairs of each kind of word", () => {
    const rows = (folder: string): number =>
      readdirSync(join(DATA, folder)).reduce((sum, file) => {
        const table: unknown = JSON.parse(readFileSync(join(DATA, folder, file), "utf8"))
        return sum + (Array.isArray(table) ? table.length : 0)
      }, 0)
    assert.ok(rows("ru-en") >= 400, `${rows("ru-en")} rows`)
  })

  it("has each left word once", () => {
    const seen = new Map<string, string>()
    const twice: string[] = []
    const tables = [...readdirSync(join(DATA, "ru-en")).map((file) => `ru-en/${file}`), "loan-words.json"]
    for (const table of tables) {
      const rows: unknown = JSON.parse(readFileSync(join(DATA, table), "utf8"))
      for (const row of Array.isArray(rows) ? rows : []) {
        for (const word of String(row[0]).split(" ")) {
          const other = seen.get(word)
          if (other !== undefined) twice.push(`${word} in ${other} and ${table}`)
          seen.set(word, table)
        }
      }
    }
    assert.deepEqual(twice, [])
  })

  it("gives weights between nought and one, the best first", () => {
    for (const [stem, translation] of BUNDLED.words) {
      assert.ok(translation.length > 0, stem)
      for (const part of translation) {
        assert.ok(part.length > 0, stem)
        for (const { term, weight } of part) assert.ok(term !== "" && weight > 0 && weight <= 1, `${stem}: ${term}`)
      }
    }
  })
})

describe("the user's own entries", () => {
  it("add a word of any language", () => {
    check("накладная", "invoice", { накладная: ["invoice"] })
    check("накладные", "invoice", { накладная: ["invoice"] })
    check("waybill", "invoice", { waybill: ["invoice"] })
    check("请假", "vacation", { 请假: ["vacation"] })
  })

  it("add a phrase", () => {
    check("акт сверки", "reconciliation", { "акт сверки": ["reconciliation statement"] })
    check("green field", "startup", { "green field": ["startup"] })
  })

  it("come before the bundled ones", () => {
    assert.equal(meanings("договор", { договор: ["treaty"] })[0], "treati")
  })

  it("lead a word that the bundled ones know away to nothing when they are empty", () => {
    check("договор", "contract", { договор: [] })
    check("договор", "contract", { "": ["x"], "…": ["y"], договор: [""] })
  })

  it("may bear the names that every object has", () => {
    const own = JSON.parse('{"constructor": ["builder"], "__proto__": ["prototype"], "toString": ["text"]}')
    check("constructor", "builder", own)
    check("proto", "prototype", own)
    assert.deepEqual(synonymsOf(BUNDLED, "valueof"), [])
    assert.deepEqual(synonymsOf(BUNDLED, "hasownproperty"), [])
  })

  it("do not leak into the next lexicon", () => {
    createLexicon({ накладная: ["zebra"] })
    assert.ok(!meanings("накладная").includes("zebra"))
  })
})

describe("lexiconSteps", () => {
  it("comes to the same lexicon in small steps", () => {
    const steps = lexiconSteps({ накладная: ["invoice"] })
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count++
    assert.ok(count > 10, `${count} steps`)
    assert.deepEqual(step.value, createLexicon({ накладная: ["invoice"] }))
  })
})
