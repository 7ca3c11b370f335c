import assert from "node:assert/strict"
import { describe, it } from "node:test"
import type { ErrorCode } from "../../core/index.ts"
import { PROTOCOL_VERSIONS } from "../../gateway/initialize.ts"
import { NEXT, NOTES } from "../../gateway/notes.ts"
import { RPC_CODES } from "../../gateway/rpc-error.ts"
import { MOST_LINE_BYTES } from "../../gateway/stdio-transport.ts"

/** Both directions are checked by the compiler: no code less, none more. */
const CODES: Readonly<Record<ErrorCode, true>> = {
  E_INVALID_INPUT: true,
  E_NOT_FOUND: true,
  E_FORBIDDEN: true,
  E_SECTION_NOT_FOUND: true,
  E_UNAVAILABLE: true,
}

describe("the words and numbers of the gateway", () => {
  it("are these notes", () =>
    assert.deepEqual(NOTES, {
      ru: {
        emptyQuery: "пустой запрос",
        nothingFound: "ничего не найдено",
        noneConfident: "уверенных нет, вот возможные",
      },
      en: {
        emptyQuery: "empty query",
        nothingFound: "nothing found",
        noneConfident: "none confident; here are the possible ones",
      },
    }))

  it("are these next steps", () => {
    const { likely, several, likelyManual, ...fixed } = NEXT
    assert.equal(likely("bugbounty"), "likely match: bugbounty — verify its description and load it")
    assert.equal(
      several(["a", "b"]),
      "2 skills fit equally: a, b — compare their descriptions and load the one that fits",
    )
    assert.equal(likelyManual("x"), "likely match: x — manual only: load it only if the person asked for it")
    assert.deepEqual(fixed, {
      emptyQuery: "call find with a query taken from the task",
      nothingFound:
        "call find again in other words: English keywords and synonyms; if nothing is found again, work without a skill",
      nothingFits: "no skill's name fits restrict_to: call find without it",
      noneConfident:
        "read the descriptions: if one fits, load that skill; if none fits, load nothing, and call find again in other words or work without a skill",
    })
  })

  it("are these error codes", () => {
    assert.deepEqual(Object.keys(CODES), [
      "E_INVALID_INPUT",
      "E_NOT_FOUND",
      "E_FORBIDDEN",
      "E_SECTION_NOT_FOUND",
      "E_UNAVAILABLE",
    ])
    assert.deepEqual(Object.values(RPC_CODES), [-32700, -32600, -32601, -32602, -32603, -32022])
  })

  it("are these revisions and this longest line", () => {
    assert.deepEqual(PROTOCOL_VERSIONS, ["2025-11-25", "2025-06-18", "2024-11-05"])
    assert.equal(MOST_LINE_BYTES, 16_777_216)
  })
})
