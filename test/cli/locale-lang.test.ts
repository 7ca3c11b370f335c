import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { localeLang } from "../../cli/locale-lang.ts"

describe("localeLang", () => {
  it("takes Russian for Russian and English for the rest", () => {
    for (const [env, system, expected] of [
      [{ LANG: "ru_RU.UTF-8" }, "en-US", "ru"],
      [{ LANG: "ru" }, "en-US", "ru"],
      [{ LANG: "RU_by@x" }, "en-US", "ru"],
      [{ LANG: "en_US.UTF-8" }, "ru-RU", "en"],
      [{ LANG: "de_DE" }, "ru-RU", "en"],
      [{ LANG: "rup_MK" }, "ru-RU", "en"],
      [{ LC_ALL: "en_GB", LANG: "ru_RU" }, "ru-RU", "en"],
      [{ LC_ALL: "", LC_MESSAGES: "ru_RU", LANG: "en_US" }, "en-US", "ru"],
      [{ LANG: "C.UTF-8" }, "ru-RU", "ru"],
      [{ LC_ALL: "POSIX", LANG: "ru_RU" }, "en-US", "en"],
      [{}, "ru-RU", "ru"],
      [{}, "uk", "en"],
    ] as const) {
      assert.equal(localeLang(env, system), expected, JSON.stringify({ env, system }))
    }
  })
})
