import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import { stemRussian } from "../../lexicon/stem.ts"
import { addSkeleton, removeSkeleton, type Skeletons, transliterate } from "../../lexicon/transliterate.ts"

const LATIN = ["chart", "captcha", "deploy", "docker", "kafka", "review", "terraform", "webhook", "figma", "jira"]

const skeletonsOf = (terms: readonly string[]): Skeletons => {
  const skeletons: Skeletons = new Map()
  for (const term of terms) addSkeleton(skeletons, term)
  return skeletons
}

const check = (word: string, expected: string | undefined, terms: readonly string[] = LATIN): void => {
  assert.equal(transliterate(skeletonsOf(terms), stemRussian(word))?.term, expected, word)
}

describe("transliterate", () => {
  it("meets the Latin word that a Russian one spells", () => {
    check("чарт", "chart")
    check("капча", "captcha")
    check("докер", "docker")
    check("кафка", "kafka")
    check("терраформ", "terraform")
    check("фигма", "figma")
  })

  it("meets it under a Russian ending", () => {
    check("докера", "docker")
    check("кафкой", "kafka")
  })

  it("takes nothing for a word that only sounds a little alike", () => {
    check("сколько", undefined, ["skill"])
    check("договор", undefined)
    check("чар", undefined)
    check("", undefined)
  })

  it("trusts a spelling by at least .6 and at most .8", () => {
    const weight = transliterate(skeletonsOf(LATIN), "чарт")?.weight ?? 0
    assert.ok(weight >= 0.6 && weight <= 0.8, String(weight))
  })

  it("settles equal distances by the alphabet, whatever the order of adding", () => {
    check("тестер", transliterate(skeletonsOf(["tester", "taster"]), "тестер")?.term, ["taster", "tester"])
    check("ридер", transliterate(skeletonsOf(["rider", "reader"]), "ридер")?.term, ["reader", "rider"])
  })

  it("knows no words with digits, other letters or under three letters", () => {
    assert.equal(skeletonsOf(["k8s", "js", "чарт", "a-b", "", "__proto__"]).size, 0)
  })

  it("forgets a removed term and keeps the others of its sound", () => {
    const skeletons = skeletonsOf(["chart", "cheart"])
    removeSkeleton(skeletons, "chart")
    assert.equal(transliterate(skeletons, "чарт")?.term, "cheart")
    removeSkeleton(skeletons, "cheart")
    removeSkeleton(skeletons, "unknown")
    assert.equal(transliterate(skeletons, "чарт"), undefined)
  })

  it("answers after adding and removing as if the removed had never been", () => {
    const word = fc.constantFrom("chart", "cheart", "charter", "docker", "dicker", "kafka", "figma")
    fc.assert(
      fc.property(
        fc.uniqueArray(word),
        fc.uniqueArray(word),
        fc.constantFrom("чарт", "докер", "кафка"),
        (kept, gone, asked) => {
          const both = skeletonsOf([...gone.filter((one) => !kept.includes(one)), ...kept])
          for (const one of gone) if (!kept.includes(one)) removeSkeleton(both, one)
          assert.deepEqual(transliterate(both, asked), transliterate(skeletonsOf(kept), asked))
        },
      ),
      { numRuns: 100 },
    )
  })
})
