import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"

// `npm run fuzz -- [--seed N] [--replay KEY/PATH] [parts of file paths]`: the long run of every fuzz test.
const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, replay: { type: "string" } },
  allowPositionals: true,
})

const seed = values.seed ?? String(randomInt(2 ** 31))
if (!/^-?\d+$/.test(seed)) {
  console.error(`--seed is "${seed}"; give a whole number`)
  process.exit(2)
}

const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", join(import.meta.dirname, "..", "run.ts"), ...(positionals.length > 0 ? positionals : ["fuzz"])],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      FUZZ_LONG: "1",
      FUZZ_SEED: seed,
      ...(values.replay === undefined ? {} : { FUZZ_REPLAY: values.replay }),
    },
  },
)
console.log(`seed ${seed}`)
process.exitCode = status ?? 1
