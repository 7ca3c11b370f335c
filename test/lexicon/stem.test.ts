import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { rootOfRussian, stemEnglish, stemRussian } from "../../lexicon/stem.ts"

const check = (stem: (word: string) => string, words: string): void => {
  const stems = new Set(words.split(" ").map(stem))
  assert.equal(stems.size, 1, `${words}: ${[...stems].join(", ")}`)
}

const checkApart = (stem: (word: string) => string, a: string, b: string): void => {
  assert.notEqual(stem(a), stem(b), `${a} and ${b}`)
}

describe("stemEnglish", () => {
  it("joins the forms of a word", () => {
    check(stemEnglish, "review reviews reviewed reviewing")
    check(stemEnglish, "deploy deploys deployed deploying")
    check(stemEnglish, "contract contracts")
  })

  it("joins the forms that the exception list names", () => {
    check(stemEnglish, "analysis analyses analyse analysing")
    check(stemEnglish, "repo repos repository repositories")
    check(stemEnglish, "k8s kubernetes")
  })

  it("leaves short words and words with digits whole", () => {
    assert.equal(stemEnglish("go"), "go")
    assert.equal(stemEnglish("s3"), "s3")
    assert.equal(stemEnglish("oauth2"), "oauth2")
  })

  it("answers a name that every object has as a word", () => {
    assert.equal(stemEnglish("constructor"), "constructor")
    assert.equal(typeof stemEnglish("tostring"), "string")
  })

  it("gives the same stem again after 100,000 other words", () => {
    const before = stemEnglish("migrations")
    for (let at = 0; at < 100_001; at++) stemEnglish(`w${at}`)
    assert.equal(stemEnglish("migrations"), before)
  })
})

describe("stemRussian", () => {
  it("joins the cases and numbers of a noun", () => {
    check(stemRussian, "договор договора договору договором договоры договоров")
    check(stemRussian, "таблица таблицы таблице таблицу таблицей")
  })

  it("keeps apart what Snowball joins wrongly", () => {
    checkApart(stemRussian, "аудит", "аудио")
    checkApart(stemRussian, "домен", "дом")
    checkApart(stemRussian, "директор", "директория")
  })

  it("joins an imperative with its verb", () => {
    check(stemRussian, "напиши напишите написать")
    check(stemRussian, "найди найдите найти")
  })
})

describe("rootOfRussian", () => {
  it("joins derivations of one word", () => {
    check(rootOfRussian, "тестирован тестирова тест")
  })

  it("leaves at least four letters", () => {
    assert.equal(rootOfRussian("окна"), "окна")
    assert.equal(rootOfRussian(""), "")
  })
})
