import { homedir } from "node:os"
import process from "node:process"
import { type Command, UsageError } from "./command.ts"
import { CHECK_NAMES, type Check, type CheckStatus } from "./doctor/check.ts"
import { readCircumstances } from "./doctor/circumstances.ts"
import { examine } from "./doctor/examine.ts"
import { paint, print, showProgress } from "./terminal.ts"

/** `doctor`: examines everything between an installation and a hint. Exit code 1 when something is broken. */
export const doctor: Command = {
  arguments: "[options]",
  summary: "Examines the installation: opencode, its configuration, the plugin, the server, the skills.",
  options: { json: { type: "boolean" } },
  help: { json: "print JSON: { ok, checks: [{ name, status, fact, cure? }] }" },
  run: async ({ options, words }) => {
    if (words.length > 0) throw new UsageError(`doctor takes no "${words[0]}"`)
    showProgress("looking at opencode, its configuration and the skills…")
    const surroundings = { cwd: process.cwd(), env: process.env, home: homedir() }
    const checks = await examine(await readCircumstances(surroundings))
    showProgress(undefined)
    const isHealthy = checks.every(({ status }) => status !== "fault")
    if (options.json === true) print(JSON.stringify({ ok: isHealthy, checks }, undefined, 2))
    else printReport(checks)
    return isHealthy ? 0 : 1
  },
}

const MARKS = { ok: ["green", "✔"], fault: ["red", "✖"], note: ["yellow", "!"] } as const satisfies Record<
  CheckStatus,
  readonly [string, string]
>

const printReport = (checks: readonly Check[]): void => {
  const width = Math.max(...CHECK_NAMES.map(({ length }) => length))
  for (const { name, status, fact, cure } of checks) {
    const [colour, mark] = MARKS[status]
    print(`${paint(colour, mark)} ${paint("bold", name.padEnd(width))}  ${oneLine(fact)}`)
    if (cure !== undefined) print(`  ${" ".repeat(width)}  → ${oneLine(cure)}`)
  }
  const count = (wanted: CheckStatus): number => checks.filter(({ status }) => status === wanted).length
  print("", `${count("ok")} in order, ${count("fault")} broken, ${count("note")} to know`)
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()
