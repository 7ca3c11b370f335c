import { type Advice, advise, type Lang, readSkillBody, renderHint, renderPreload, renderRule } from "../core/index.ts"
import { type Call, type Command, UsageError } from "./command.ts"
import { toItem } from "./find.ts"
import { LIBRARY_HELP, LIBRARY_OPTIONS, type Library, openLibrary } from "./library.ts"
import { paint, print } from "./terminal.ts"

/** Shown when no request is given: one that fits in each language, and one that fits none. */
const SAMPLE_REQUESTS = ["review my supply contract", "проверь договор аренды помещения под склад", "thanks, go on"]

/** `plugin-demo ["request..."]`: the exact blocks the model would get, and how long they took, without opencode. */
export const pluginDemo: Command = {
  arguments: '["request..."] [options]',
  summary: "Prints the blocks that the plugin puts into the system prompt for a request, with timings.",
  options: {
    lang: { type: "string" },
    agent: { type: "string" },
    json: { type: "boolean" },
    ...LIBRARY_OPTIONS,
  },
  help: {
    lang: "language of the texts: ru or en (default: the settings, else ru)",
    agent: "agent id, for the allow and deny rules of the settings",
    json: "print JSON",
    ...LIBRARY_HELP,
  },
  run: async (call) => {
    const lang = toLang(call.options.lang)
    const library = await openLibrary(call, "samples-and-roots")
    const requests = call.words.length > 0 ? [call.words.join(" ")] : SAMPLE_REQUESTS
    const demos: Demo[] = []
    for (const request of requests) demos.push(await demonstrate(library, request, { call, lang }))
    if (call.options.json === true)
      print(JSON.stringify(call.words.length > 0 ? toJson(demos[0]) : demos.map(toJson), undefined, 2))
    else {
      printLibrary(library)
      for (const demo of demos) printDemo(demo)
    }
    return 0
  },
}

interface Demo {
  readonly request: string
  readonly lang: Lang
  readonly rule: string | undefined
  readonly preload: string | undefined
  readonly hint: string | undefined
  readonly advice: Advice
  /** Wall times in ms. */
  readonly ms: { readonly search: number; readonly read: number; readonly render: number }
}

const demonstrate = async (
  { index, settings: { settings } }: Library,
  request: string,
  { call, lang = settings.lang }: { call: Call; lang: Lang | undefined },
): Promise<Demo> => {
  const agent = typeof call.options.agent === "string" ? call.options.agent : undefined
  const started = performance.now()
  const advice = advise(index, request, { settings, agent })
  const searched = performance.now()
  const skill = settings.preload ? advice.preload?.skill : undefined
  const body = skill === undefined ? undefined : await readSkillBody(skill)
  const read = performance.now()
  const rule = settings.rule ? renderRule(lang) : undefined
  const preload =
    skill === undefined || body === undefined ? undefined : renderPreload({ name: skill.name, body, lang })
  const hint = renderHint({ candidates: advice.hint, lang, argument: "name" })
  const rendered = performance.now()
  const ms = { search: searched - started, read: read - searched, render: rendered - read }
  if (!settings.hint) return { request, lang, rule: undefined, preload: undefined, hint: undefined, advice, ms }
  return { request, lang, rule, preload, hint, advice, ms }
}

const toLang = (value: string | boolean | undefined): Lang | undefined => {
  if (value === undefined || value === "ru" || value === "en") return value
  throw new UsageError(`--lang is "${value}"; give ru or en`)
}

const toJson = (demo: Demo | undefined): object => ({
  request: demo?.request,
  lang: demo?.lang,
  rule: demo?.rule ?? null,
  preload: demo?.preload ?? null,
  hint: demo?.hint ?? null,
  silence: demo?.advice.silence ?? null,
  items: demo?.advice.candidates.map(toItem),
  ms: demo?.ms,
})

const printLibrary = ({ skills, problems, ms, settings }: Library): void => {
  print(paint("dim", `${skills.length} skills found and indexed in ${ms.toFixed(0)} ms, ${problems.length} problems`))
  for (const fault of settings.faults) print(paint("yellow", `settings: ${fault}`))
}

const SILENCES = {
  "about-the-tool": "the request is about the tool itself",
  "small-talk": "the request says nothing new",
  "nothing-said": "the request has no meaningful words of the person's own",
  "not-confident": "no candidate is confident",
} as const

const printDemo = ({ request, rule, preload, hint, advice, ms }: Demo): void => {
  print("", `${paint("bold", "request")}  ${request}`)
  printBlock("rule, in front of the host's system text", rule)
  printBlock("preload, behind the host's system text", preload)
  printBlock("hint, last", hint)
  if (advice.silence !== undefined) print("", paint("yellow", `no preload and no hint: ${SILENCES[advice.silence]}`))
  const total = ms.search + ms.read + ms.render
  const parts = `search ${ms.search.toFixed(2)}, reading ${ms.read.toFixed(2)}, rendering ${ms.render.toFixed(2)}`
  print("", paint("dim", `formed in ${total.toFixed(2)} ms (${parts})`))
}

const printBlock = (title: string, block: string | undefined): void => {
  if (block !== undefined) print("", paint("cyan", `── ${title} (${block.length} characters)`), block)
}
