import type { Lang } from "../core/index.ts"

/** What `find` notes about its candidates. Contract strings: pinned in test/gateway/notes.pin.test.ts. */
export interface Notes {
  readonly emptyQuery: string
  readonly nothingFound: string
  readonly noneConfident: string
}

/** The notes of each language. */
export const NOTES: Readonly<Record<Lang, Notes>> = {
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
}

/** The next step for each outcome of `find`: for the model alone, so in one language, as the contract has it. */
export const NEXT = {
  emptyQuery: "call find with a query taken from the task",
  nothingFound:
    "call find again in other words: English keywords and synonyms; if nothing is found again, work without a skill",
  nothingFits: "no skill's name fits restrict_to: call find without it",
  noneConfident:
    "read the descriptions: if one fits, load that skill; if none fits, load nothing, and call find again in other words or work without a skill",
  likely: (name: string) => `likely match: ${name} — verify its description and load it`,
  several: (names: readonly string[]) =>
    `${names.length} skills fit equally: ${names.join(", ")} — compare their descriptions and load the one that fits`,
  likelyManual: (name: string) => `likely match: ${name} — manual only: load it only if the person asked for it`,
} as const
