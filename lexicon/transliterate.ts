import { editDistance } from "./edit-distance.ts"
import type { Alternative } from "./lexicon.ts"

/** Latin terms of an index by their consonant skeleton, so that a Russian spelling of one of them can be met. */
export type Skeletons = Map<string, string[]>

/** Below this a spelling is chance (`сколько` becomes `skill`): measured in search.md. */
const LEAST_WEIGHT = 0.6
const WORST_DISTANCE = 0.4

/** Adds a Latin term to the table. Terms with digits or under three letters, and skeletons under three, are left out. */
export const addSkeleton = (skeletons: Skeletons, term: string): void => {
  if (!/^[a-z]{3,}$/.test(term)) return
  const key = skeletonOfLatin(term)
  if (key.length < 3) return
  const known = skeletons.get(key)
  if (known === undefined) skeletons.set(key, [term])
  else known.push(term)
}

/** Takes a term out of the table again. */
export const removeSkeleton = (skeletons: Skeletons, term: string): void => {
  const known = skeletons.get(skeletonOfLatin(term))
  const at = known?.indexOf(term) ?? -1
  if (at >= 0) known?.splice(at, 1)
}

/**
 * The Latin term that an unknown Russian word spells by sound (`чарт` -> `chart`, `капча` -> `captcha`), with a
 * weight of at least .6; undefined when none is near enough. Equal distances are settled by the alphabet.
 * @param accepts false for a term of the table that is not to be met; by default all are.
 */
export const transliterate = (
  skeletons: Skeletons,
  stem: string,
  accepts: (term: string) => boolean = () => true,
): Alternative | undefined => {
  if (stem.length < 4) return undefined
  for (const spelling of spellingsOf(stem)) {
    const key = skeletonOfRussian(spelling)
    const terms = key.length < 3 ? undefined : skeletons.get(key)
    const best = terms && nearest(toLatin(spelling), terms.filter(accepts))
    if (best === undefined) continue
    const weight = 0.8 * (1 - best.distance * 0.8)
    return weight >= LEAST_WEIGHT ? { term: best.term, weight } : undefined
  }
  return undefined
}

const nearest = (latin: string, terms: readonly string[]): { term: string; distance: number } | undefined => {
  let best: { term: string; distance: number } | undefined
  for (const term of terms) {
    const sound = soundOf(term)
    const distance = editDistance(latin, sound) / Math.max(latin.length, sound.length)
    if (distance > WORST_DISTANCE) continue
    if (best === undefined || distance < best.distance || (distance === best.distance && term < best.term)) {
      best = { term, distance }
    }
  }
  return best
}

// A Russian ending hangs on the loan word: try the stem, the stem without a letter, and without an adjective's suffix.
const spellingsOf = (stem: string): string[] => {
  if (stem.length < 6) return [stem]
  const bare = stem.replace(/(овск|ов|ск|н)$/, "")
  return bare === stem ? [stem, stem.slice(0, -1)] : [stem, stem.slice(0, -1), bare]
}

const SOUNDS: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ж: "j",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sh",
  ъ: "",
  ы: "i",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
}

const toLatin = (word: string): string => [...word].map((letter) => SOUNDS[letter] ?? "").join("")

// One letter a sound, so that both alphabets come to the same skeleton: S sh, C ch, J dzh, f ph, k c/q, s z.
const skeletonOfRussian = (word: string): string =>
  consonants(
    word
      .replace(/дж|ж/g, "J")
      .replace(/ц/g, "s")
      .replace(/ч/g, "C")
      .replace(/[шщ]/g, "S")
      .replace(/[а-я]/g, (letter) => (letter === "ю" ? "u" : letter === "я" ? "a" : (SOUNDS[letter] ?? "")))
      .replace(/ks/g, "x")
      .replace(/z/g, "s")
      .replace(/y/g, "i"),
  )

const skeletonOfLatin = (word: string): string =>
  consonants(
    word
      .replace(/tion/g, "Sn")
      .replace(/sh/g, "S")
      .replace(/tch|ch/g, "C")
      .replace(/ph/g, "f")
      .replace(/th/g, "t")
      .replace(/ck/g, "k")
      .replace(/qu/g, "kv")
      .replace(/q/g, "k")
      .replace(/dge|dg|j/g, "J")
      .replace(/g(?=[eiy])/g, "J")
      .replace(/c(?=[eiy])/g, "s")
      .replace(/c/g, "k")
      .replace(/w/g, "v")
      .replace(/z/g, "s")
      .replace(/y/g, "i")
      .replace(/ks/g, "x"),
  )

const consonants = (sounds: string): string => {
  const single = sounds.replace(/(.)\1+/g, "$1")
  const first = /^[aeiou]/.test(single) ? "A" : ""
  return first + single.replace(/[aeiou]/g, "").replace(/(.)\1+/g, "$1")
}

const soundOf = (term: string): string =>
  term
    .replace(/c(?![hiey])/g, "k")
    .replace(/ph/g, "f")
    .replace(/w/g, "v")
    .replace(/x/g, "ks")
    .replace(/ck/g, "k")
    .replace(/oo/g, "u")
    .replace(/ee/g, "i")
