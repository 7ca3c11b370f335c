import { existsSync } from "node:fs"
import { fitsGlob, type Settings, type SettingsInForce, type Skill, settingsPaths } from "../../core/index.ts"
import { type Check, fault, note, ok } from "./check.ts"
import type { Circumstances } from "./circumstances.ts"

/** What the settings are judged by. */
export interface Judged {
  readonly inForce: SettingsInForce
  readonly skills: readonly Skill[]
}

/** The settings: where they come from, what is wrong with them, and which of them have no effect. */
export const checkSettings = ({ environment }: Circumstances, { inForce, skills }: Judged): Check[] => {
  const { settings, faults, path } = inForce
  const where = path ?? "no settings file, the defaults hold"
  const wrong = faults.map((one) => fault("settings", one, "mend or remove that setting"))
  const idle = [...idleRules(settings, skills), ...idleNames(settings, skills), ...idleUpstream(settings)]
  const hidden = settingsPaths(environment)
    .filter((other) => path !== undefined && other !== path && existsSync(other))
    .map((other) => `${other} is not read: ${path} comes first`)
  const notes = [...idle, ...hidden].map((fact) => note("settings", fact, "remove it, or correct the name"))
  return [...(wrong.length > 0 ? [] : [ok("settings", `${where}; lang ${settings.lang}`)]), ...wrong, ...notes]
}

const idleRules = ({ deny, allow }: Settings, skills: readonly Skill[]): string[] =>
  Object.entries({ deny, allow }).flatMap(([kind, rules]) =>
    Object.entries(rules).flatMap(([agent, globs]) =>
      globs
        .filter((glob) => !skills.some(({ name }) => fitsGlob(name, glob)))
        .map((glob) => `"${kind}" of "${agent}": no skill fits "${glob}"`),
    ),
  )

const idleNames = ({ boost }: Settings, skills: readonly Skill[]): string[] =>
  boost
    .filter((name) => !skills.some((skill) => skill.name === name))
    .map((name) => `"boost": no skill is called "${name}"`)

const idleUpstream = ({ upstream: { url } }: Settings): string[] =>
  url === undefined || isLoopback(url) ? [] : [`"upstream.url" is ${url}: only addresses of this machine are used`]

/** True for an http address of this machine itself. */
export const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname)
}
