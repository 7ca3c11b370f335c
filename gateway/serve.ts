// First of all, so that nothing that is loaded after it can write to stdout.
import "./guard-stdout.ts"
import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { basename } from "node:path"
import process from "node:process"
import type { Settings } from "../core/index.ts"
import { createDiagnostics, type Diagnostics } from "./diagnostics.ts"
import { skillsExtension } from "./extension/skills-extension.ts"
import { clientOutput } from "./guard-stdout.ts"
import { createMcpServer } from "./mcp-server.ts"
import { createMethods } from "./methods.ts"
import type { Part } from "./part.ts"
import { SERVER_INFO } from "./server-info.ts"
import { createSession } from "./session.ts"
import { createStdioTransport } from "./stdio-transport.ts"
import type { Toolbox } from "./toolbox.ts"
import { createUpstreamPart } from "./upstream/upstream-part.ts"

/** The client may expect us gone within a second of closing stdin; this much of it is for answers under way. */
const FINISH_MS = 700
/** What then still holds the process open (a watch, an index half built) is given this long. */
const LINGER_MS = 20

/**
 * Serves the client on this process's stdin and stdout until it closes either, or a signal ends us. Resolves to the
 * exit code; the process is over shortly after, whatever still runs in it.
 */
export const serve = async (): Promise<number> => {
  const diagnostics = createDiagnostics(process.env, (line) => process.stderr.write(line))
  surviveStrays(diagnostics)
  const { promise: ended, end } = createEnding()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end)
  const transport = createStdioTransport({
    input: process.stdin,
    output: clientOutput,
    onEnd: end,
    onUndelivered: (result) => upstream.takeBack(result),
  })
  const plain = createSession((method, params) => server.notify(method, params))
  const upstream = createUpstreamPart({
    folder: process.cwd(),
    settings: readUserSettings,
    notify: plain.notify,
    diagnostics,
  })
  const session = upstream.withListening(plain)
  const openTools = once(() => openToolsHere(diagnostics))
  const skills = skillsExtension({
    openLibrary: async () => (await openTools()).library,
    notify: session.notify,
    report: diagnostics.report,
  })
  const parts: readonly Part[] = [skills, upstream]
  const server = createMcpServer({
    info: SERVER_INFO,
    methods: createMethods({
      openTools,
      parts,
      session,
      isWantedByOpencode: async () => (await readUserSettings()).extension,
    }),
    diagnostics,
  })
  await server.connect(transport)
  await ended
  session.end()
  upstream.letGo()
  await transport.finish(FINISH_MS)
  await upstream.close()
  await server.close()
  setTimeout(() => process.exit(), LINGER_MS).unref()
  return 0
}

const createEnding = (): { promise: Promise<void>; end: () => void } => {
  let end = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end: () => end() }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

// Loaded at the first call only: the index, the lexicon and the parsers would hold up `initialize` (65 ms of 240).
const openToolsHere = async ({ debug }: Diagnostics): Promise<Toolbox> => {
  const { openToolbox } = await import("./toolbox.ts")
  return openToolbox({ cwd: process.cwd(), env: process.env, home: homedir(), debug })
}

// As late as the tools: what reads settings is part of what they load.
const readUserSettings = async (): Promise<Settings> => {
  const { readSettings } = await import("../core/index.ts")
  return readSettings({ env: process.env, home: homedir() }).settings
}

// A fault in some callback must not cost the client its server; each request has its own boundary.
const surviveStrays = ({ report }: Diagnostics): void => {
  process.on("uncaughtException", (error) => report("uncaught exception", error))
  process.on("unhandledRejection", (reason) => report("unhandled rejection", reason))
  // Nobody reads our stderr any more: there is nothing left to say it to.
  process.stderr.on("error", () => undefined)
}

/** Inside cli.js, which holds this module too, the command decides. */
const COMMAND_LINE = /^cli\.[jt]s$/

const isProgram = (): boolean => {
  const [, started = ""] = process.argv
  try {
    const own = realpathSync(import.meta.filename)
    return realpathSync(started) === own && !COMMAND_LINE.test(basename(own))
  } catch {
    // Started without a file (`node -e`, a REPL): somebody imports us.
    return false
  }
}

if (isProgram()) void serve()
