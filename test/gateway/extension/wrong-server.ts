import { spawn } from "node:child_process"
import process from "node:process"
import { createInterface } from "node:readline"
import { OFFLINE } from "../../lab/offline.ts"
import { FROM_SOURCE } from "../gateway-process.ts"

/** The gateway, but for one digit of every digest: what a client that checks must notice. */
const gateway = spawn(process.execPath, [...OFFLINE, ...FROM_SOURCE], { stdio: ["pipe", "pipe", "inherit"] })
process.stdin.pipe(gateway.stdin)
createInterface({ input: gateway.stdout }).on("line", (line) => {
  const wrong = line.replace(/("sha256:)(.)/g, (_, head: string, digit: string) => head + (digit === "0" ? "1" : "0"))
  process.stdout.write(`${wrong}\n`)
})
