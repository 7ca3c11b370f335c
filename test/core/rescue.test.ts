import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { rescueSlots } from "../../core/rescue.ts"
import { toSlots } from "../../core/slots.ts"
import { indexOf, LEXICON } from "./library.ts"
import { makeSkill } from "./make-skill.ts"

const index = indexOf([makeSkill("a", "kubernetes captcha chart walrus"), makeSkill("b", "walrus walnut")])

/** The term that an unknown word is given beside itself. */
const check = (word: string, expected: string | undefined): void => {
  const slots = rescueSlots(index, toSlots(word, LEXICON).slots)
  assert.equal(slots[0]?.alternatives[1]?.term, expected, word)
}

describe("rescueSlots", () => {
  it("gives a misspelled word the indexed term it is near to", () => {
    check("kuberntes", "kubernet")
    check("walrsu", "walrus")
    check("waldrus", "walrus")
  })

  it("leaves known words, short words, words with digits and nonsense alone", () => {
    for (const word of ["walrus", "wlrs", "walru5s", "qqqqqqqq"]) check(word, undefined)
  })

  it("weighs two slips less than one", () => {
    const weight = (word: string): number =>
      rescueSlots(index, toSlots(word, LEXICON).slots)[0]?.alternatives[1]?.weight ?? 0
    assert.equal(weight("captchaa"), 0.85)
    assert.ok(weight("kubrentesk") <= 0.85)
  })

  it("rescues eight words and no more", () => {
    const words = Array.from({ length: 20 }, (_, at) => `walrus${"abcdefghijklmnopqrst"[at]}`)
    const rescued = rescueSlots(index, toSlots(words.join("\n"), LEXICON).slots).filter(
      ({ alternatives }) => alternatives.length > 1,
    )
    assert.ok(rescued.length <= 8 && rescued.length > 0, String(rescued.length))
  })

  it("takes names that every object has for words", () => {
    for (const word of ["constructor", "hasownproperty"]) check(word, undefined)
  })
})
