// Preloaded into the CLI: ends the process with SIGKILL at the nth call that changes the disk below HOME: before it,
// in the midst of it (half of the text written) or after it. At a whole end it names the calls on standard error.
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const [wanted, moment] = (process.env.KILL_AT ?? "0 before").split(" ")
const own = new Set()
const calls = []

const end = () => {
  process.kill(process.pid, "SIGKILL")
  // The signal comes a moment later.
  for (;;);
}

const isOurs = (target) => (typeof target === "number" ? own.has(target) : String(target).startsWith(process.env.HOME))

for (const name of [
  "mkdirSync",
  "openSync",
  "writeFileSync",
  "fchownSync",
  "fchmodSync",
  "fsyncSync",
  "closeSync",
  "linkSync",
  "copyFileSync",
  "unlinkSync",
  "renameSync",
  "rmdirSync",
]) {
  const real = fs[name]
  fs[name] = (...args) => {
    if (!isOurs(args[0])) return real(...args)
    calls.push(name)
    const isIt = calls.length === Number(wanted)
    if (isIt && moment === "before") end()
    if (isIt && moment === "amid") {
      real(args[0], args[1].slice(0, args[1].length / 2))
      end()
    }
    const result = real(...args)
    if (isIt) end()
    if (name === "openSync") own.add(result)
    if (name === "closeSync") own.delete(args[0])
    return result
  }
}
syncBuiltinESMExports()
process.on("exit", () => process.stderr.write(`calls: ${calls.join(" ")}\n`))
