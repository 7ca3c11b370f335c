import stopWords from "./data/stop-words.json" with { type: "json" }
import { stemEnglish, stemRussian } from "./stem.ts"

/** The writing system a term came from; it decides how the term is stemmed and translated. */
export type Script = "latin" | "cyrillic" | "cjk" | "other"

/** A normalised word of a query or a skill. */
export interface Term {
  /** What is indexed and compared: a stem, a code word (`cpp`), or a bigram of a CJK run. */
  readonly term: string
  readonly script: Script
  /** The lower-case word it came from, for people to read. */
  readonly word: string
}

/**
 * Reads text into terms: NFKC, lower case, `ё` as `е`, camelCase and kebab-case split, code words kept whole
 * (`c++`, `.net`, `node.js`, `ci/cd`, `1С`), English and Russian stemmed, CJK runs as bigrams, stop words dropped.
 * Repeated words give repeated terms. Time is linear in the text.
 */
export const toTerms = (text: string): Term[] => {
  const terms: Term[] = []
  for (const [word] of normalise(splitCamelCase(text)).matchAll(WORDS)) pushTerms(terms, word)
  return terms
}

/**
 * Folds text to the form in which words are compared: NFKC, lower case, `ё` as `е`, Latin letters without accents,
 * code words spelled out, one kind of apostrophe. Names are compared in this form too.
 */
export const normalise = (text: string): string => {
  const lower = text.normalize("NFKC").toLowerCase().replaceAll("ё", "е")
  const folded = ACCENTS.test(lower) ? withoutAccents(lower) : lower
  return CODE_WORDS.reduce((result, [pattern, spelled]) => result.replace(pattern, spelled), folded)
}

/** True for terms so common among skills that they prove nothing by themselves (`skill`, `agent`, `task`). */
export const isGenericTerm = (term: string): boolean => GENERIC_TERMS.has(term)

const STOP_WORDS: ReadonlySet<string> = new Set(
  `${stopWords.en} ${stopWords.ru}`.split(" ").map((word) => word.replaceAll("ё", "е")),
)

const GENERIC_TERMS: ReadonlySet<string> = new Set(
  "skill agent claude codex opencode user task work guid guidelin скилл навык агент задач".split(" "),
)

const ACCENTS = /[\u00c0-\u024f\u1e00-\u1eff]/

// Only marks on Latin letters go: taking the breve off й would make another Russian letter of it.
const withoutAccents = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/([a-z])\p{M}+/gu, "$1")
    .normalize("NFC")
    .replace(/[ßıøłđðþæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)

// Letters of Latin alphabets that are no letter with a mark, as people type them who do not have them.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
}

const CODE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/[’ʼ`]/g, "'"],
  [/(?<![a-z0-9])c\+\+/g, " cpp "],
  [/(?<![a-z0-9])c[#♯]/g, " csharp "],
  [/(?<![a-z0-9])f#/g, " fsharp "],
  [/(?<![a-z0-9])asp\.net/g, " aspnet dotnet "],
  [/(?<![a-z0-9])\.net(?![a-z0-9])/g, " dotnet "],
  [/(?<![a-z0-9])([a-z]+\d?)\.js(?![a-z0-9])/g, " $1js $1 "],
  [/(?<![a-z0-9])ci\s*\/\s*cd(?![a-z0-9])/g, " cicd ci cd "],
  [/(?<![a-z0-9])a\/b(?![a-z0-9])/g, " abtest "],
  [/(?<![a-zа-я0-9])1[сc](?![a-zа-я0-9])/g, " 1c "],
  [/'s(?![a-z0-9])/g, " "],
  [/(?<=[a-z])'(?=[a-z])/g, ""],
]

const WORDS =
  /[a-z0-9]+|[\u0400-\u04ff]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々〆]+|(?:(?![a-z0-9\u0400-\u04ff\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々〆])[\p{L}\p{M}])+/gu

/** Longer runs of letters are no words (keys, hashes, base64); they are cut, so that stems stay cheap. */
const LONGEST_WORD = 40

const pushTerms = (terms: Term[], run: string): void => {
  const word = run.length > LONGEST_WORD ? run.slice(0, LONGEST_WORD) : run
  const code = word.charCodeAt(0)
  if (code < 128) pushLatin(terms, word)
  else if (code >= 0x400 && code <= 0x4ff) pushCyrillic(terms, word)
  else if (CJK.test(word)) pushBigrams(terms, run)
  else terms.push({ term: word, script: "other", word })
}

const CJK = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々〆]/u

const pushLatin = (terms: Term[], word: string): void => {
  if (word.length === 1 && word !== "c" && word !== "r") return
  if (STOP_WORDS.has(word)) return
  const isNumber = /^\d+$/.test(word)
  if (isNumber && word.length < 3) return
  terms.push({ term: isNumber ? word : stemEnglish(word), script: "latin", word })
  const letters = /^([a-z]{3,})\d+$/.exec(word)?.[1]
  if (letters !== undefined) terms.push({ term: stemEnglish(letters), script: "latin", word: letters })
}

const pushCyrillic = (terms: Term[], word: string): void => {
  if (word.length < 2 || STOP_WORDS.has(word)) return
  terms.push({ term: stemRussian(word), script: "cyrillic", word })
}

const pushBigrams = (terms: Term[], run: string): void => {
  const letters = [...run]
  if (letters.length === 1) terms.push({ term: run, script: "cjk", word: run })
  for (let at = 0; at + 1 < letters.length; at++) {
    const pair = `${letters[at]}${letters[at + 1]}`
    terms.push({ term: pair, script: "cjk", word: pair })
  }
}

// `useState` is indexed whole and in parts; the whole word stays so that an exact name still matches best.
const splitCamelCase = (text: string): string =>
  text.replace(/\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b/g, (word) => {
    const parts = word
      .replace(/([a-z])([A-Z])(?=[a-z])/g, "$1 $2")
      .replace(/([a-z]{2})([A-Z]{2,}[a-z])/g, "$1 $2")
      .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    return parts === word ? word : `${word} ${parts}`
  })
