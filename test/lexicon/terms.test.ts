import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { isGenericTerm, normalise, toTerms } from "../../lexicon/terms.ts"

const check = (text: string, expected: readonly string[]): void => {
  assert.deepEqual(
    toTerms(text).map(({ term }) => term),
    expected,
    text,
  )
}

const checkSame = (...texts: readonly string[]): void => {
  const [first = "", ...rest] = texts
  const terms = (text: string): string[] => toTerms(text).map(({ term }) => term)
  assert.ok(terms(first).length > 0, `${first} gives no term`)
  for (const text of rest) assert.deepEqual(terms(text), terms(first), `${first} and ${text}`)
}

describe("toTerms", () => {
  it("keeps code words whole", () => {
    check("C++", ["cpp"])
    check("c# and F#", ["csharp", "fsharp"])
    check(".NET", ["dotnet"])
    check("ASP.NET", ["aspnet", "dotnet"])
    check("Node.js", ["nodejs", "node"])
    check("CI/CD", ["cicd", "ci", "cd"])
    check("a/b test", ["abtest", "test"])
    check("k8s", ["kubernet"])
  })

  it("reads 1С with either letter, in either case", () => {
    check("1С", ["1c"])
    check("1C", ["1c"])
    checkSame("1с", "1c", "1С:", "(1C)")
  })

  it("does not take a code word out of a longer word", () => {
    assert.ok(!toTerms("abc++def").some(({ term }) => term === "cpp"))
    assert.ok(!toTerms("planet").some(({ term }) => term === "dotnet"))
    assert.ok(!toTerms("21с").some(({ term }) => term === "1c"))
  })

  it("gives camelCase whole and in parts", () => {
    check("useState", ["usest", "state"])
    check("parseHTTPResponse", ["parsehttprespons", "pars", "http", "respons"])
    check("GraphQL iOS", ["graphql", "ios"])
  })

  it("splits kebab-case, snake_case and paths", () => {
    checkSame("code review", "code-review", "code_review", "code/review", "code.review", "Code Review")
  })

  it("gives the letters in front of a number too", () => {
    check("oauth2", ["oauth2", "oauth"])
    check("utf8", ["utf8", "utf"])
  })

  it("drops single letters save c and r, and numbers under three digits", () => {
    check("x c r 7 42 404", ["c", "r", "404"])
  })

  it("drops stop words of both languages", () => {
    check("please help me with the", [])
    check("мне нужно это для вас", [])
  })

  it("joins English forms and Russian forms", () => {
    checkSame("reviewing contracts", "review contract")
    checkSame("договоры поставками", "договор поставки")
  })

  it("reads CJK runs as bigrams and a lone sign as itself", () => {
    check("公众号周报", ["公众", "众号", "号周", "周报"])
    check("猫", ["猫"])
    check("データベース", ["デー", "ータ", "タベ", "ベー", "ース"])
    check("佐々木", ["佐々", "々木"])
    check("딥다이브", ["딥다", "다이", "이브"])
  })

  it("reads half-width kana as the full ones", () => checkSame("テスト", "ﾃｽﾄ"))

  it("splits at the border of scripts", () => {
    check("解析pdf", ["解析", "pdf"])
    assert.deepEqual(
      toTerms("excelтаблица").map(({ script }) => script),
      ["latin", "cyrillic"],
    )
  })

  it("reads full-width letters, ligatures and combined signs as the plain ones", () => {
    checkSame("pdf", "ＰＤＦ")
    checkSame("ﬁle", "file")
    checkSame("отчёт", "отчет", "ОТЧЁТ", "отчёт".normalize("NFD"))
  })

  it("drops accents of Latin letters and keeps the breve of й", () => {
    checkSame("résumé", "resume", "résumé".normalize("NFD"))
    checkSame("naïve café", "naive cafe")
    checkSame("Straße", "Strasse", "STRASSE")
    checkSame("güvenliği ışık", "GÜVENLİĞİ IŞIK", "guvenligi isik")
    checkSame("smørrebrød æble œuvre łódź", "smorrebrod aeble oeuvre lodz")
    checkSame("деплой", "деплой".normalize("NFD"))
    assert.notDeepEqual(toTerms("йод"), toTerms("иод"))
    assert.deepEqual(
      toTerms("café й".normalize("NFD")).map(({ word }) => word),
      toTerms("cafe й").map(({ word }) => word),
    )
  })

  it("reads every kind of apostrophe alike", () => {
    checkSame("author's notes", "author’s notes", "authorʼs notes", "author notes")
    check("don't", [])
    check("don’t", [])
  })

  it("knows other scripts as whole words", () => {
    assert.deepEqual(toTerms("δοκιμή"), [{ term: "δοκιμή", script: "other", word: "δοκιμή" }])
    assert.equal(toTerms("परीक्षण").length, 1)
  })

  it("takes names that every object has for plain words", () => {
    assert.deepEqual(
      toTerms("constructor __proto__ hasOwnProperty toString").map(({ word }) => word),
      ["constructor", "proto", "hasownproperty", "has", "own", "property", "tostring", "string"].filter(
        (word) => toTerms(word).length > 0,
      ),
    )
  })

  it("gives nothing for nothing", () => {
    check("", [])
    check(" \n\t!?… 🚀", [])
  })

  it("cuts a run of letters that is no word", () => {
    for (const { word } of toTerms(`${"a".repeat(5_000)} ${"ы".repeat(5_000)}`)) assert.ok(word.length <= 40)
  })

  it("reads a megabyte of any kind of text", { timeout: 20_000 }, () => {
    const units = ["word ", "слово ", "aA", "数", "'s", "c++ ", "1с", "a'", ".net", "<a>", "é", "-", "\u0301"]
    for (const unit of units) assert.ok(Array.isArray(toTerms(unit.repeat(150_000 / unit.length))), unit)
    assert.ok(toTerms(`${units.join(" ")} `.repeat(18_000)).length > 100_000)
  })

  it("gives a list's terms part by part", () => {
    const word = fc.constantFrom("Review", "договор", "c++", "公众号", "useState", "résumé", "1С", "don't", "k8s", "42")
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        assert.deepEqual(
          toTerms(words.join(" ; ")),
          words.flatMap((one) => toTerms(one)),
        )
      }),
      { numRuns: 100 },
    )
  })

  it("gives only folded words, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        for (const { term, word } of toTerms(text)) {
          assert.ok(term !== "" && !/\s/.test(term), JSON.stringify(term))
          assert.equal(word, word.toLowerCase())
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe("normalise", () => {
  it("folds case, ё, accents and code words", () => {
    assert.equal(normalise("ЁЖИК Café").trim(), "ежик cafe")
    assert.equal(normalise("C++").trim(), "cpp")
  })

  it("changes nothing the second time", () => {
    const piece = fc.constantFrom("Ё", "é", "ﾃ", "c++", ".net", " ", "1С", "’s", "word", "й", "ﬁ", "A/B")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = normalise(pieces.join(" "))
        assert.deepEqual(toTerms(once), toTerms(normalise(once)))
      }),
      { numRuns: 100 },
    )
  })
})

describe("word lists", () => {
  it("know stop words and generic terms, and nothing that objects have by birth", () => {
    assert.deepEqual(toTerms("the"), [])
    assert.deepEqual(toTerms("для"), [])
    assert.equal(toTerms("constructor").length, 1)
    assert.equal(isGenericTerm("skill"), true)
    assert.equal(isGenericTerm("навык"), true)
    assert.equal(isGenericTerm("contract"), false)
  })
})
