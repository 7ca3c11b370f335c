import { applyEdits, type Node, parseTree } from "jsonc-parser"
import { DEFAULT_LANG, type Lang, parseSettings } from "../../core/index.ts"
import { appendMember } from "./append-member.ts"
import { toText, withMark } from "./config-file.ts"
import type { FileChange } from "./write-change.ts"

/** The language wanted, and whether it was asked for outright or taken from the locale. */
export interface LangWish {
  readonly lang: Lang
  readonly isExplicit: boolean
}

/** The settings file as it is. */
export interface SettingsText {
  readonly path: string
  /** Undefined where there is no file. */
  readonly raw: string | undefined
}

/**
 * The change that gives the settings file the language: none where the default holds anyway, or where the file names a
 * language and nobody asked for another. `fault` says why a file is left alone.
 */
export const planSettings = (
  { path, raw }: SettingsText,
  { lang, isExplicit }: LangWish,
): { readonly change?: FileChange; readonly fault?: string } => {
  if (raw === undefined) return lang === DEFAULT_LANG ? {} : { change: { path, before: raw, after: created(lang) } }
  const text = toText(raw)
  const { settings, faults } = parseSettings(text)
  const root = parseTree(text)
  const found = root?.children?.find(({ children }) => children?.[0]?.value === "lang")?.children?.[1]
  if (found !== undefined && !isExplicit) return {}
  if (settings.lang === lang && (found === undefined || found.value === lang)) return {}
  if (root?.type !== "object" || faults.some((fault) => fault.startsWith("not valid JSON"))) {
    return { fault: `${path} is not valid JSON, so "lang": "${lang}" was not set there` }
  }
  return { change: { path, before: raw, after: withMark(withLang(text, { root, found, lang }), raw) } }
}

interface LangEdit {
  readonly root: Node
  readonly found: Node | undefined
  readonly lang: Lang
}

const withLang = (text: string, { root, found, lang }: LangEdit): string =>
  applyEdits(
    text,
    found === undefined
      ? appendMember({ text, root, container: root }, { key: "lang", value: lang })
      : [{ offset: found.offset, length: found.length, content: JSON.stringify(lang) }],
  )

const created = (lang: Lang): string => `${JSON.stringify({ lang }, undefined, 2)}\n`
