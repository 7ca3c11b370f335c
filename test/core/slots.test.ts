import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type Slot, toSlots } from "../../core/slots.ts"
import { createLexicon } from "../../lexicon/index.ts"
import { LEXICON } from "./library.ts"

const slotsOf = (query: string): readonly Slot[] => toSlots(query, LEXICON).slots

const check = (query: string, words: readonly string[]): void => {
  assert.deepEqual(
    slotsOf(query).map(({ word }) => word),
    words,
    query,
  )
}

const alternatives = (query: string): string[] =>
  slotsOf(query).flatMap((slot) => slot.alternatives.map(({ term }) => term))

describe("toSlots", () => {
  it("gives each meaningful word one slot, in order, once", () => {
    check("please review the contract, and review it", ["review", "contract"])
    check("", [])
    check("the of and", [])
  })

  it("puts the word itself first and its synonyms behind it, with less weight", () => {
    const [slot] = slotsOf("bug")
    assert.deepEqual(slot?.alternatives[0], { term: "bug", weight: 1 })
    assert.ok(slot?.alternatives.some(({ term, weight }) => term === "defect" && weight < 1))
  })

  it("puts translations beside a Russian word", () => {
    assert.ok(alternatives("деплой").includes("deploy"))
    assert.ok(alternatives("договор").includes("contract"))
  })

  it("takes a phrase for one meaning, each of its words for one part of it", () => {
    const slots = slotsOf("договор поставки")
    assert.ok(slots.every(({ word }) => word === "договор поставки"))
    assert.ok(alternatives("договор поставки").includes("suppli"))
    assert.deepEqual(
      slots.map(({ alternatives }) => alternatives.filter(({ term }) => /[а-я]/.test(term))),
      [[{ term: "договор", weight: 1 }], [{ term: "поставк", weight: 1 }]],
    )
  })

  it("takes each word for half of a phrase that has fewer parts", () => {
    const [slot, ...more] = slotsOf("код ревью")
    assert.deepEqual(more, [])
    assert.deepEqual(
      slot?.alternatives.filter(({ term }) => /[а-я]/.test(term)),
      [
        { term: "код", weight: 0.5 },
        { term: "рев", weight: 0.5 },
      ],
    )
  })

  it("finds overlapping phrases and gives words outside them their own slots", () => {
    const words = slotsOf("проверь договор поставки срочно").map(({ word }) => word)
    assert.ok(words.includes("договор поставки") && words.includes("срочно"), words.join())
  })

  it("weighs pasted words a quarter and counts the person's own", () => {
    const { slots, ownCount } = toSlots("review it\n```\ncontract\n```", LEXICON)
    assert.deepEqual(
      slots.map(({ word, weight, isOwn }) => [word, weight, isOwn]),
      [
        ["review", 1, true],
        ["contract", 0.25, false],
      ],
    )
    assert.equal(ownCount, 1)
  })

  it("counts a word that is said and pasted as said", () => {
    const { slots } = toSlots("review\n> review contract", LEXICON)
    assert.deepEqual(
      slots.map(({ word, isOwn }) => [word, isOwn]),
      [
        ["review", true],
        ["contract", false],
      ],
    )
  })

  it("marks the words that every skill has", () => {
    assert.deepEqual(
      slotsOf("agent contract").map(({ isGeneric }) => isGeneric),
      [true, false],
    )
  })

  it("takes names that every object has for words without synonyms", () => {
    assert.deepEqual(
      slotsOf("constructor hasOwnProperty").map(({ alternatives }) => alternatives.length),
      slotsOf("constructor hasOwnProperty").map(() => 1),
    )
  })

  it("uses the user's own entries", () => {
    const { slots } = toSlots("накладная", createLexicon({ накладная: ["waybill"] }))
    assert.equal(slots[0]?.alternatives[1]?.term, "waybil")
  })

  it("gives the same slots twice, and bounds them for 200,000 characters", { timeout: 20_000 }, () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `w${at}x`).join(" ")
    assert.deepEqual(toSlots(text, LEXICON), toSlots(text, LEXICON))
    assert.ok(slotsOf(text).length <= 4_400)
  })
})
