import { DEFAULT_LANG, type Lang } from "../core/index.ts"

/** The language of a user's locale: Russian where it says so, else English. `system` is what the system itself says. */
export const localeLang = (
  env: Readonly<Record<string, string | undefined>>,
  system: string = Intl.DateTimeFormat().resolvedOptions().locale,
): Lang => {
  const named = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "")
  // C and POSIX name no language.
  const locale = named === undefined || /^(C|POSIX)\b/i.test(named) ? system : named
  return /^ru\b|^ru_/i.test(locale) ? DEFAULT_LANG : "en"
}
