import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { type Silence, silenceOf } from "../../core/silence.ts"

const check = (expected: Silence | undefined, ...queries: readonly string[]): void => {
  for (const query of queries) assert.equal(silenceOf(query), expected, JSON.stringify(query))
}

describe("silenceOf", () => {
  it("is silent about questions that concern the tool", () => {
    check(
      "about-the-tool",
      "почему плагин не нашёл скилл для договора",
      "почему плагин не нашёл ничего?",
      "Почему скилл не предложен",
      "why didn't skill-mcp find the contract skill?",
      "why did the plugin not find my skill",
      "Why is skill_mcp silent?",
      "skill finder is broken",
      "зачем хинт опять не сработал",
    )
  })

  it("answers requests that merely name a server, a plugin or a hint", () => {
    check(
      undefined,
      "сервер падает под нагрузкой, разберись почему",
      "сервер не загружается после обновления ядра",
      "why does my eslint plugin not find the config",
      "всплывающая подсказка не загружается, исправь стили",
      "write a plugin for webpack",
      "настрой сервер nginx",
    )
  })

  it("is silent on follow-ups, thanks and confirmations", () => {
    check(
      "small-talk",
      "да, давай второй вариант",
      "continue",
      "thank you, perfect",
      "undo that",
      "yes, go ahead",
      "Спасибо, отлично",
      "продолжай",
      "ок, поехали дальше",
      "first option",
      "fix it",
      "исправь и закоммить",
      "LGTM",
    )
  })

  it("answers requests that begin like one", () => {
    check(
      undefined,
      "thanks, now review the contract",
      "да, и проверь договор поставки",
      "fix the flaky test",
      "continue the migration",
      "отмени заказ",
      "undo the last database migration",
      "second contract",
    )
  })

  it("is silent where nothing is said", () => {
    check(
      "nothing-said",
      "Thanks!",
      "",
      "   \n",
      "!!!",
      "👍",
      "the",
      "и",
      "```\ncode review\n```",
      "> quoted",
      "https://x.example/deploy",
    )
  })

  it("reads a request in the quotes of `opencode run` the same", () => {
    check("small-talk", '"continue"')
    check("about-the-tool", '"почему плагин не нашёл скилл"')
    check(undefined, '"review the contract"')
  })

  it("reads 200,000 characters of any kind", { timeout: 20_000 }, () => {
    for (const unit of ["сервер а ", "why a ", "почему плагин ", "плагин ", "a ", "да ", "skill "])
      silenceOf(unit.repeat(200_000 / unit.length))
  })
})
