import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { createLexicon } from "../../lexicon/lexicon.ts"
import { toTerms } from "../../lexicon/terms.ts"
import { phraseAt, synonymsOf, translate } from "../../lexicon/translate.ts"

const lexicon = createLexicon()

const check = (word: string, expected: string | undefined): void => {
  const [first] = toTerms(word)
  const terms = translate(lexicon, first?.term ?? "")
    .flat()
    .map(({ term }) => term)
  if (expected === undefined) assert.deepEqual(terms, [], word)
  else assert.ok(terms.includes(expected), `${word}: ${terms.join(", ")}`)
}

const phrase = (text: string, at = 0): { terms: string[]; length: number } | undefined => {
  const found = phraseAt(lexicon, toTerms(text), at)
  return found && { terms: found.translation.flat().map(({ term }) => term), length: found.length }
}

describe("translate", () => {
  it("finds a word by its stem, its derivations and its beginning", () => {
    check("тест", "test")
    check("тестами", "test")
    check("тестирование", "test")
    check("проверка", "check")
    check("проверить", "check")
  })

  it("finds a verb without its prefix, and trusts that less", () => {
    check("заархивировать", "archiv")
    const [first] = translate(lexicon, "заархивирова").flat()
    assert.deepEqual(first, { term: "archiv", weight: 0.6 })
  })

  it("knows nothing of nonsense, of short words and of names that objects have", () => {
    check("жщфыврк", undefined)
    assert.deepEqual(translate(lexicon, ""), [])
    assert.deepEqual(translate(lexicon, "щы"), [])
    assert.deepEqual(translate(lexicon, "constructor"), [])
    assert.deepEqual(translate(lexicon, "__proto__"), [])
  })

  it("does not take a word for another with a common beginning", () => {
    assert.ok(
      !translate(lexicon, toTerms("планета")[0]?.term ?? "")
        .flat()
        .some(({ term }) => term === "plan"),
    )
  })
})

describe("phraseAt", () => {
  it("finds the longest phrase that begins at a place", () => {
    assert.equal(phrase("договор поставки")?.length, 2)
    assert.ok(phrase("договор поставки")?.terms.includes("suppli"))
    assert.equal(phrase("проверь договор поставки", 1)?.length, 2)
  })

  it("finds none at other places and beyond the end", () => {
    assert.equal(phrase("договор"), undefined)
    assert.equal(phrase("договор поставки", 2), undefined)
    assert.equal(phrase("", 0), undefined)
  })
})

describe("synonymsOf", () => {
  it("leads from the words people use to those that descriptions use, and not back", () => {
    const terms = (word: string): string[] => synonymsOf(lexicon, toTerms(word)[0]?.term ?? "").map(({ term }) => term)
    assert.ok(terms("bug").includes("defect"))
    assert.ok(terms("defect").includes("bug"))
    assert.ok(terms("eslint").includes("lint"))
    assert.ok(!terms("lint").includes("eslint"))
    assert.ok(!terms("bug").includes("bug"))
  })
})
