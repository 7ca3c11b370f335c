import { SkillFinderError } from "../core/index.ts"
import manifest from "../package.json" with { type: "json" }
import { type Command, parseCall, UsageError, usageOf } from "./command.ts"
import { doctor } from "./doctor.ts"
import { explain } from "./explain.ts"
import { find } from "./find.ts"
import { init } from "./init.ts"
import { pluginDemo } from "./plugin-demo.ts"
import { serve } from "./serve.ts"
import { smoke } from "./smoke.ts"
import { print, toPrintable } from "./terminal.ts"

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["init", init],
  ["doctor", doctor],
  ["plugin-demo", pluginDemo],
  ["find", find],
  ["explain", explain],
  ["smoke", smoke],
  ["serve", serve],
])

const usage = (): string => {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length))
  return [
    "Usage: skill-finder-mcp COMMAND [options]",
    "",
    "Finds the right skill for each request and puts it in front of the model.",
    "",
    "Commands:",
    ...[...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options:",
    "  --help     show this text, or a command's own after its name",
    "  --version  show the version",
  ].join("\n")
}

/** Runs one call of the CLI and resolves to its exit code. Errors end here, as one message for people. */
const run = async (args: readonly string[]): Promise<number> => {
  const [name, ...rest] = args
  if (name === "--version" || name === "-v") {
    print(manifest.version)
    return 0
  }
  if (name === "--help" || name === "-h" || name === "help") {
    print(usage())
    return 0
  }
  const command = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || command === undefined) {
    complain(name === undefined ? "a command is missing" : `there is no command "${name}"`, usage())
    return 2
  }
  if (rest.includes("--version")) return run(["--version"])
  if (rest.includes("--help") || rest.includes("-h")) {
    print(usageOf(name, command))
    return 0
  }
  return runCommand(name, command, rest)
}

const runCommand = async (name: string, command: Command, args: readonly string[]): Promise<number> => {
  try {
    return await command.run(parseCall(command, args))
  } catch (error) {
    if (error instanceof UsageError) complain(error.message, usageOf(name, command))
    else if (error instanceof SkillFinderError) complain(error.message)
    else complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 2
  }
}

const complain = (message: string, help?: string): void => {
  process.stderr.write(`skill-finder-mcp: ${toPrintable(message)}\n${help === undefined ? "" : `\n${help}\n`}`)
}

// A reader that stops early (`| head`) is no fault of ours.
process.stdout.on("error", (error) => {
  process.exit(error instanceof Error && "code" in error && error.code === "EPIPE" ? 0 : 2)
})

process.exitCode = await run(process.argv.slice(2))
