import { type ParseArgsConfig, parseArgs } from "node:util"

/** The options of a command, in the form of `node:util` parseArgs. */
export type OptionTable = NonNullable<ParseArgsConfig["options"]>

/** What a command was called with. */
export interface Call {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly words: readonly string[]
}

/** One command of the CLI. */
export interface Command {
  /** What follows the name in the usage line. */
  readonly arguments: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Each option with its help; `help` is added to every command. */
  readonly options: OptionTable
  readonly help: Readonly<Record<string, string>>
  /** Resolves to the exit code: 0 fine, 1 findings, 2 failure. */
  readonly run: (call: Call) => Promise<number>
}

/** A call that cannot be understood: one line of what is wrong; the usage is shown below it. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** Reads a command's arguments. @throws UsageError for unknown options, missing values and the like. */
export const parseCall = (command: Command, args: readonly string[]): Call => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: command.options, allowPositionals: true })
    return { options: toOptions(values), words: positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split(". ", 1).join("") : String(error), {
      cause: error,
    })
  }
}

/** The usage of one command. */
export const usageOf = (name: string, command: Command): string => {
  const names = Object.entries(command.options).map(([option, { type }]) => ({
    option,
    flag: `--${option}${type === "string" ? " VALUE" : ""}`,
  }))
  const width = Math.max(...names.map(({ flag }) => flag.length), "--help".length)
  const lines = names.map(({ option, flag }) => `  ${flag.padEnd(width)}  ${command.help[option] ?? ""}`)
  const usage = `Usage: skill-finder-mcp ${name} ${command.arguments}`.trimEnd()
  return [usage, "", command.summary, "", "Options:", ...lines, `  ${"--help".padEnd(width)}  show this text`].join(
    "\n",
  )
}

const toOptions = (values: Readonly<Record<string, unknown>>): Call["options"] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "boolean" ? value : undefined,
    ]),
  )
