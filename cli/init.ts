import { type Call, type Command, UsageError } from "./command.ts"
import { install } from "./install.ts"
import type { Runtime } from "./installation.ts"
import { uninstall } from "./uninstall.ts"

/** `init`: enters the plugin and the MCP server into opencode's configuration, or takes them out again. */
export const init: Command = {
  arguments: "[options]",
  summary: "Enters the plugin and the MCP server into opencode's configuration; shows what it changes first.",
  options: {
    project: { type: "boolean" },
    lang: { type: "string" },
    runtime: { type: "string" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    uninstall: { type: "boolean" },
    purge: { type: "boolean" },
  },
  help: {
    project: "the project's configuration instead of the global one",
    lang: "language of the plugin's texts: ru or en (default: that of the locale)",
    runtime: "what runs the MCP server: node (default) or opencode, which then needs no Node",
    "dry-run": "show the changes and write nothing; exit code 1 when there are some",
    yes: "do not ask, not even on a terminal",
    uninstall: "take both entries out again, wherever they are",
    purge: "with --uninstall: remove the backups and the settings file too",
  },
  run: (call) => {
    const { options, words } = call
    if (words.length > 0) throw new UsageError(`init takes no "${words[0]}"`)
    const manner = { isDryRun: options["dry-run"] === true, isSure: options.yes === true }
    if (options.uninstall === true) {
      refuse(call, ["project", "lang", "runtime"], "--uninstall takes both entries out wherever they are; leave out")
      return uninstall({ ...manner, isPurge: options.purge === true })
    }
    refuse(call, ["purge"], "only --uninstall has")
    return install({
      ...manner,
      scope: options.project === true ? "project" : "global",
      lang: choice(call, "lang", ["ru", "en"]),
      runtime: choice<Runtime>(call, "runtime", ["node", "opencode"]),
    })
  },
}

const refuse = ({ options }: Call, names: readonly string[], reason: string): void => {
  const name = names.find((one) => options[one] !== undefined)
  if (name !== undefined) throw new UsageError(`${reason} --${name}`)
}

const choice = <T extends string>({ options }: Call, name: string, values: readonly T[]): T | undefined => {
  const value = options[name]
  const found = values.find((one) => one === value)
  if (value !== undefined && found === undefined) {
    throw new UsageError(`--${name} is "${value}"; give ${values.join(" or ")}`)
  }
  return found
}
