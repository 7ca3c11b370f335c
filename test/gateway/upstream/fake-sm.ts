import { appendFileSync } from "node:fs"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { createStandIn } from "./stand-in.ts"

// A program that is started as `sm` is, with the stand-in in it: proves what starts the real one. It writes what
// befalls it into the file named by its first argument.

const [log = "", ...args] = process.argv.slice(2)
const note = (what: string): void => appendFileSync(log, `${what}\n`)

note(`sm ${args.join(" ")}`)
if (args[0] === "serve") {
  const standIn = createStandIn(process.cwd())
  process.once("SIGTERM", () => {
    note("ended")
    void standIn.stop("term").then(() => process.exit(0))
  })
  // The real one scans first.
  await sleep(500)
  await standIn.start(Number(args[args.indexOf("--port") + 1]))
}
