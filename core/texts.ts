/** Languages in which the plugin and the gateway speak. */
export type Lang = "ru" | "en"

/** Where nothing else is said (contract, section 4). */
export const DEFAULT_LANG: Lang = "ru"

/** Every word that a model reads from the plugin, by language. Contract strings: pinned in test/core/texts.pin.test.ts. */
export interface Texts {
  readonly rule: string
  readonly hintNote: string
  /** Stands behind the name of a candidate that is not confident. */
  readonly possibly: string
  /** How to open a skill; the argument's name and the skill's name follow. */
  readonly open: string
  /** Stands at the end of a preload that was cut. */
  readonly truncated: (shown: number, whole: number, name: string) => string
}

/** The texts of each language. */
export const TEXTS: Readonly<Record<Lang, Texts>> = {
  ru: {
    rule:
      "Первое действие в задаче — вызови find сервера skill-mcp с запросом из задачи. До этого не начинай правки, проверки и содержательные ответы. " +
      "Если кандидат подходит — загрузи его через skill; скрытые из каталога скиллы тоже доступны через find. " +
      "Нет блока <skill_hint> — значит «автосовпадения нет», а не «скиллов нет»: проверь сам. Пропуск = задача не выполнена.",
    hintNote: "посмотри описания кандидатов; если один подходит — загрузи его через skill; если нет — не загружай.",
    possibly: " (возможно)",
    open: "открыть: инструмент skill, ",
    truncated: (shown, whole, name) =>
      `[обрезано: показано ${shown} из ${whole} символов; остальное — outline и read-section сервера skill-mcp, name=${name}]`,
  },
  en: {
    rule:
      "First action in a task: call find on the skill-mcp server with a query taken from the task. Until then make no edits, run no checks and give no substantive answer. " +
      "If a candidate fits, load it with the skill tool; skills hidden from the catalog are reachable through find too. " +
      'No <skill_hint> block means "no automatic match", not "no skills": check yourself. Skipping this means the task is not done.',
    hintNote:
      "read the candidates' descriptions; if one fits, load it with the skill tool; if none fits, load nothing.",
    possibly: " (possibly)",
    open: "open: the skill tool, ",
    truncated: (shown, whole, name) =>
      `[truncated: ${shown} of ${whole} characters shown; for the rest use outline and read-section of skill-mcp, name=${name}]`,
  },
}
