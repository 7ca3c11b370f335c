import { stemmer as snowballRussian } from "@orama/stemmers/russian"
import { stem as porter2 } from "porter2"
import englishForms from "./data/en-forms.json" with { type: "json" }
import russianForms from "./data/ru-forms.json" with { type: "json" }

// Rows of `["analysis analyses analyse", "analyz"]`.
const toForms = (rows: readonly (readonly string[])[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(([words = "", stem = ""]) => words.split(" ").map((word) => [word, stem] as const)))

const ENGLISH_FORMS: ReadonlyMap<string, string> = toForms(englishForms)
const RUSSIAN_FORMS: ReadonlyMap<string, string> = toForms(russianForms)

/** Stems remembered per language; the cache is emptied when full, so that hostile text cannot grow it. */
const CACHE_LIMIT = 100_000
const englishCache = new Map<string, string>()
const russianCache = new Map<string, string>()

/**
 * The stem of an English word: the exception list first, then Porter 2.
 * Words under three letters and words with digits (`k8s`, `s3`) stay whole.
 * @param word lower case, ASCII letters and digits.
 */
export const stemEnglish = (word: string): string => remembered(englishCache, word, englishStem)

/**
 * The stem of a Russian word: the exception list first (imperatives, and words that Snowball joins wrongly), then Snowball.
 * @param word lower case Cyrillic, `ё` already written as `е`.
 */
export const stemRussian = (word: string): string => remembered(russianCache, word, russianStem)

/**
 * The derivational root of a Russian stem: `тестирован`, `тестирова` and `тест` all give `тест`.
 * Snowball joins inflections but not derivations; the lexicon is looked up by this root when the exact stem is absent.
 * At most two suffixes are taken off and at least four letters remain.
 */
export const rootOfRussian = (stem: string): string => withoutSuffix(withoutSuffix(stem))

const englishStem = (word: string): string => {
  const form = ENGLISH_FORMS.get(word)
  if (form !== undefined) return form
  return word.length < 3 || /\d/.test(word) ? word : porter2(word)
}

const russianStem = (word: string): string => RUSSIAN_FORMS.get(word) ?? snowballRussian(word)

const remembered = (cache: Map<string, string>, word: string, stem: (word: string) => string): string => {
  const known = cache.get(word)
  if (known !== undefined) return known
  if (cache.size >= CACHE_LIMIT) cache.clear()
  const made = stem(word)
  cache.set(word, made)
  return made
}

const SUFFIXES: readonly string[] = (
  "изирова изирован изацион изац ирован ирова ировк ировщик ационн ацион ац иров ир ован ова ыван ыва иван ива ева " +
  "яни ани ени ян ан ен енн янн анн тель тельн щик чик ник ость ост ност очн ичн ическ ск овк евк ок ек к н а я и ь ва"
)
  .split(" ")
  .sort((a, b) => b.length - a.length)

const SHORTEST_ROOT = 4

const withoutSuffix = (stem: string): string => {
  const suffix = SUFFIXES.find((one) => stem.length - one.length >= SHORTEST_ROOT && stem.endsWith(one))
  return suffix === undefined ? stem : stem.slice(0, -suffix.length)
}
