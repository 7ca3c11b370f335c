import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { noNetwork, openRecord } from "./lab/offline.ts"

/** A file that takes longer is stopped and fails: a hanging test must not hang the whole run. */
const FILE_TIMEOUT_MS = 420_000

const fragments = process.argv.slice(2)
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => join(import.meta.dirname, file))
  .filter((file) => fragments.length === 0 || fragments.some((fragment) => file.includes(fragment)))
  .sort()

// Node 20 itself finds no .ts test and calls that a success, so an empty list is a failure here.
if (files.length === 0) {
  console.error(`no test file matches ${fragments.join(" ") || "test/**/*.test.ts"}`)
  process.exit(1)
}

// Node gives its own options to the process of each test file.
const refusals = openRecord()
process.execArgv.push("--import", noNetwork())
process.on("exit", () => {
  const refused = refusals.read()
  refusals.close()
  if (refused === "") return
  console.error(`something wanted to leave this machine:\n${refused}`)
  process.exitCode = 1
})

run({ files, concurrency: availableParallelism(), timeout: FILE_TIMEOUT_MS })
  .on("test:fail", () => {
    process.exitCode = 1
  })
  .compose(new spec())
  .pipe(process.stdout)
