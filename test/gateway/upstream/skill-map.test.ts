import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { after, describe, it } from "node:test"
import { plant } from "../../lab/project.ts"
import { removeFolder, temporaryFolder } from "../../lab/scratch.ts"

const TSX = import.meta.resolve("tsx")
const NODE = dirname(process.execPath)

/** Runs `npm run test:skill-map` with this PATH. */
const run = async (path: string): Promise<{ code: number | null; said: string }> => {
  // A test in a test would speak to its parent instead of to whoever reads.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ["--import", TSX, join(import.meta.dirname, "skill-map.ts")]
  const child = spawn(process.execPath, args, { env: { ...env, PATH: path }, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said += String(bytes)))
  const [code] = await once(child, "close")
  return { code, said }
}

describe("npm run test:skill-map", { concurrency: true }, () => {
  const folder = temporaryFolder("fake-sm")
  after(() => removeFolder(folder))

  it("fails without an sm on PATH, and says what to install", async () => {
    const { code, said } = await run(folder)
    assert.equal(code, 2)
    assert.match(said, /^there is no `sm` on PATH: install skill-map \(npm i -g @skill-map\/cli/)
  })

  it("finds sm on PATH, prepares a project, starts it, waits for it, runs the suite and stops it", async () => {
    const log = join(folder, "log")
    const command = [process.execPath, "--import", TSX, join(import.meta.dirname, "fake-sm.ts"), log]
    const text = `#!/bin/sh\nexec ${command.map((part) => `'${part}'`).join(" ")} "$@"\n`
    plant(folder, { "bin/sm": { mode: 0o755, text } })
    const { code, said } = await run([join(folder, "bin"), NODE, process.env.PATH].join(delimiter))
    assert.equal(code, 0, said)
    assert.match(said, /loses no job to a claim that was cancelled/)
    const serve = "sm serve --mcp --no-open --port 0"
    assert.deepEqual(readFileSync(log, "utf8").split("\n"), [
      "sm init",
      "sm agent install",
      ...[serve, "ended", serve, "ended"],
      "",
    ])
  })

  it("fails when sm does not serve", async () => {
    plant(folder, { "broken/sm": { mode: 0o755, text: '#!/bin/sh\necho "no such command: $1" >&2\nexit 3\n' } })
    const { code, said } = await run([join(folder, "broken"), NODE, process.env.PATH].join(delimiter))
    assert.equal(code, 1)
    assert.match(said, /sm serve does not run \(exit 3, .*no such command: serve/)
  })
})
