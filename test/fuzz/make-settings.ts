import { Buffer } from "node:buffer"
import fc from "fast-check"
import type { Settings } from "../../core/index.ts"
import { STRANGE } from "./strange-text.ts"

/** One key of a settings file, and what is to be made of it. */
export interface Member {
  readonly key: string
  readonly value: unknown
  /** The keys that are to be named as faults. */
  readonly faults: readonly string[]
  /** What holds afterwards; empty where the default does. */
  readonly kept: Partial<Settings>
}

const TEXT = fc.oneof(
  fc.constantFrom("", "a", "*", "~/x", "__proto__", "constructor", "toString", "\0", "../..", "contract-review*"),
  STRANGE,
)
const LIST = fc.array(TEXT, { maxLength: 3 })
const RULES = fc.dictionary(TEXT, LIST, { maxKeys: 3 })
const OTHER = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, "", "x", "false", "on", "RU", "EN", "de", [], {}, [
    [],
  ]),
  fc.constantFrom<unknown>([null], ["a", 1], { a: "x" }, { a: [1] }, { a: { b: [] } }, "all", ["graph", "x"]),
  fc.jsonValue({ maxDepth: 3 }),
)

const isText = (value: unknown): boolean => typeof value === "string"
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isRules = (value: unknown): boolean => isObject(value) && Object.values(value).every(isList)
const isBoolean = (value: unknown): boolean => typeof value === "boolean"

/** The keys there are, told from the contract and not from the code under test: right values, and what makes one right. */
const KEYS: Readonly<Record<string, readonly [fc.Arbitrary<unknown>, (value: unknown) => boolean]>> = {
  deny: [RULES, isRules],
  allow: [RULES, isRules],
  rule: [fc.boolean(), isBoolean],
  preload: [fc.boolean(), isBoolean],
  hint: [fc.boolean(), isBoolean],
  lang: [fc.constantFrom("ru", "en"), (value) => value === "ru" || value === "en"],
  roots: [LIST, isList],
  boost: [LIST, isList],
  lexicon: [RULES, isRules],
  subagents: [fc.constantFrom("hint", "full", "off"), (value) => ["hint", "full", "off"].includes(String(value))],
  extension: [fc.boolean(), isBoolean],
}

const SETTING: fc.Arbitrary<Member> = fc.constantFrom(...Object.keys(KEYS)).chain((key) => {
  const [right, isRight] = KEYS[key] ?? [OTHER, () => false]
  return fc.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: OTHER }).map((value): Member => {
    const isKept = isRight(value) && (key !== "subagents" || isText(value))
    return { key, value, faults: isKept ? [] : [key], kept: isKept ? { [key]: JSON.parse(JSON.stringify(value)) } : {} }
  })
})

const GROUPS = ["graph", "queue", "findings", "suppressions"] as const

const UPSTREAM: fc.Arbitrary<Member> = fc
  .record(
    {
      enabled: fc.oneof(fc.boolean(), OTHER),
      groups: fc.oneof(fc.constant("all"), fc.array(fc.constantFrom(...GROUPS)), OTHER),
      url: fc.oneof(TEXT, OTHER),
      more: OTHER,
    },
    { requiredKeys: [] },
  )
  .map((value): Member => {
    const { enabled = true, groups = ["graph", "queue"], url } = value
    const isGroups =
      groups === "all" || (Array.isArray(groups) && groups.every((one) => GROUPS.some((group) => group === one)))
    const chosen = groups === "all" ? GROUPS : GROUPS.filter((group) => Array.isArray(groups) && groups.includes(group))
    const faults = [
      ...("more" in value ? ["upstream.more"] : []),
      ...(isBoolean(enabled) ? [] : ["upstream.enabled"]),
      ...(isGroups ? [] : ["upstream.groups"]),
      ...(url === undefined || isText(url) ? [] : ["upstream.url"]),
    ]
    const upstream = {
      enabled: enabled !== false,
      groups: isGroups ? chosen : (["graph", "queue"] as const),
      url: typeof url === "string" ? url : undefined,
    }
    return { key: "upstream", value, faults, kept: { upstream } }
  })

const NO_UPSTREAM: fc.Arbitrary<Member> = OTHER.filter((value) => !isObject(value)).map((value) => ({
  key: "upstream",
  value,
  faults: ["upstream"],
  kept: {},
}))

const UNKNOWN: fc.Arbitrary<Member> = fc
  .tuple(
    fc.oneof(fc.constantFrom("rules", "Lang", "__proto__", "constructor", "toString", "", "hint "), STRANGE),
    OTHER,
  )
  .filter(([key]) => key !== "upstream" && !Object.hasOwn(KEYS, key))
  .map(([key, value]) => ({ key, value, faults: [key], kept: {} }))

const SCHEMA = fc.constant<Member>({ key: "$schema", value: "x", faults: [], kept: {} })

/** A settings file that is JSON: its keys, each right, wrong or unknown, and its text. */
export const SETTINGS_FILE: fc.Arbitrary<{ readonly members: readonly Member[]; readonly text: string }> = fc
  .tuple(
    fc.uniqueArray(
      fc.oneof(
        { weight: 12, arbitrary: SETTING },
        { weight: 2, arbitrary: UPSTREAM },
        { weight: 1, arbitrary: NO_UPSTREAM },
        { weight: 2, arbitrary: UNKNOWN },
        { weight: 1, arbitrary: SCHEMA },
      ),
      { maxLength: 8, selector: ({ key }) => key },
    ),
    fc.constantFrom("", "", "\uFEFF"),
    fc.constantFrom("", " ", "\n", "\r\n\t"),
  )
  .map(([members, mark, gap]) => {
    const lines = members.map(({ key, value }) => `${gap}${JSON.stringify(key)}:${gap}${JSON.stringify(value)}`)
    return { members, text: `${mark}${gap}{${lines.join(",")}${gap}}${gap}` }
  })

/** Files that are no settings: JSON that is broken or no object, other encodings, bytes. */
export const NO_SETTINGS: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(SETTINGS_FILE, fc.nat())
    .map(([{ text }, at]) => Buffer.from(text.trimEnd().slice(0, at % text.trimEnd().length))),
  SETTINGS_FILE.map(({ text }) => Buffer.from(`${text} // mine`)),
  SETTINGS_FILE.map(({ text }) => Buffer.from(text, "utf16le")),
  fc.nat(200_000).map((depth) => Buffer.from(`{"deny":${"[".repeat(depth)}`)),
  fc
    .constantFrom("null", "1", '"x"', "[]", "[{}]", "{'lang':'en'}", '{"lang":"en",}', "NaN", "\0")
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([Buffer.from([0xff]), bytes])),
)
