import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { SkillFinderError } from "../../core/error.ts"
import { SETTINGS_FILE } from "../../core/read-settings.ts"
import { LAYER_LIMITS, renderHint, renderPreload, renderRule } from "../../core/render.ts"
import type { Candidate } from "../../core/search.ts"
import { MOST_SECTION_LINES, USUAL_SECTION_LINES } from "../../core/section.ts"
import { DEFAULT_SETTINGS } from "../../core/settings.ts"
import { DEFAULT_LANG } from "../../core/texts.ts"
import { makeSkill } from "./make-skill.ts"

const check = (found: unknown, expected: unknown): void => assert.deepEqual(found, expected)

const candidate = (name: string, description: string, confident: boolean): Candidate => {
  const skill = makeSkill(name, description)
  return { name, path: skill.path, score: 1, why: "", description, confident, coverage: 1, skill }
}

const SUPPLY = [
  candidate("supply-contract-review", "Review of supply contracts", true),
  candidate("supply-contract-templates", "Templates for supply contracts", false),
]

// Literals of the contract: nothing here may be computed from the product.
describe("the contract's texts", () => {
  it("have the Russian rule", () => {
    check(
      renderRule("ru"),
      `<skill_router_rule>
Первое действие в задаче — вызови find сервера skill-mcp с запросом из задачи. До этого не начинай правки, проверки и содержательные ответы. Если кандидат подходит — загрузи его через skill; скрытые из каталога скиллы тоже доступны через find. Нет блока <skill_hint> — значит «автосовпадения нет», а не «скиллов нет»: проверь сам. Пропуск = задача не выполнена.
</skill_router_rule>`,
    )
  })

  it("have the English rule", () => {
    check(
      renderRule("en"),
      `<skill_router_rule>
First action in a task: call find on the skill-mcp server with a query taken from the task. Until then make no edits, run no checks and give no substantive answer. If a candidate fits, load it with the skill tool; skills hidden from the catalog are reachable through find too. No <skill_hint> block means "no automatic match", not "no skills": check yourself. Skipping this means the task is not done.
</skill_router_rule>`,
    )
  })

  it("have the Russian hint", () => {
    check(
      renderHint({ candidates: SUPPLY, lang: "ru", argument: "name" }),
      `<skill_hint source="skill-mcp" note="посмотри описания кандидатов; если один подходит — загрузи его через skill; если нет — не загружай.">
- supply-contract-review: Review of supply contracts; открыть: инструмент skill, name=supply-contract-review
- supply-contract-templates (возможно): Templates for supply contracts; открыть: инструмент skill, name=supply-contract-templates
</skill_hint>`,
    )
  })

  it("have the English hint", () => {
    check(
      renderHint({ candidates: SUPPLY, lang: "en", argument: "name" }),
      `<skill_hint source="skill-mcp" note="read the candidates' descriptions; if one fits, load it with the skill tool; if none fits, load nothing.">
- supply-contract-review: Review of supply contracts; open: the skill tool, name=supply-contract-review
- supply-contract-templates (possibly): Templates for supply contracts; open: the skill tool, name=supply-contract-templates
</skill_hint>`,
    )
  })

  it("have the host's own argument in the hint", () => {
    check(
      renderHint({ candidates: SUPPLY.slice(0, 1), lang: "en", argument: "id" })?.split("\n")[1],
      "- supply-contract-review: Review of supply contracts; open: the skill tool, id=supply-contract-review",
    )
  })

  it("have the preload's frame and its markers of a cut", () => {
    check(
      renderPreload({ name: "a-skill", body: "# Title\n\nBody.\n", lang: "ru" }),
      '<skill_content name="a-skill">\n# Title\n\nBody.\n</skill_content>',
    )
    const lastLine = (lang: "ru" | "en"): string | undefined =>
      renderPreload({ name: "a-skill", body: "x".repeat(30_000), lang })
        .split("\n")
        .at(-2)
        ?.replace(/\d{5}/, "N")
    check(
      lastLine("ru"),
      "[обрезано: показано N из 30000 символов; остальное — outline и read-section сервера skill-mcp, name=a-skill]",
    )
    check(
      lastLine("en"),
      "[truncated: N of 30000 characters shown; for the rest use outline and read-section of skill-mcp, name=a-skill]",
    )
  })

  it("have the limits", () => {
    check({ ...LAYER_LIMITS }, { rule: 500, preload: 20_000, hint: 1_000, hintItems: 5 })
    check([MOST_SECTION_LINES, USUAL_SECTION_LINES], [600, 150])
    assert.ok(renderRule("ru").length <= 500 && renderRule("en").length <= 500)
  })

  it("have the settings file's name and the defaults", () => {
    check(SETTINGS_FILE, "skill-mcp.config.json")
    check(DEFAULT_LANG, "ru")
    check(
      { ...DEFAULT_SETTINGS },
      {
        deny: {},
        allow: {},
        rule: true,
        preload: true,
        hint: true,
        lang: "ru",
        roots: [],
        boost: [],
        lexicon: {},
        subagents: "hint",
        extension: false,
        upstream: { enabled: true, groups: ["graph", "queue"], url: undefined },
      },
    )
  })

  it("have one error class with a code, a message and a cause", () => {
    const cause = new Error("x")
    const error = new SkillFinderError("E_NOT_FOUND", "no such skill", { cause })
    check(
      [error.name, error.code, error.message, error.cause],
      ["SkillFinderError", "E_NOT_FOUND", "no such skill", cause],
    )
    assert.ok(error instanceof Error)
  })
})
