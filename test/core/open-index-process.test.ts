import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { describe, it } from "node:test"
import { OFFLINE } from "../lab/offline.ts"
import { plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { makeRoot, skillText } from "./make-skill.ts"

/** Opens an index in a process of its own and runs code that knows it as `live`; the process must end by itself. */
const check = async (code: string): Promise<void> => {
  const folder = temporaryFolder("process")
  plant(folder, { "a/SKILL.md": skillText("a", "d"), "b/SKILL.md": skillText("b", "d") })
  const module = JSON.stringify(join(import.meta.dirname, "../../core/open-index.ts"))
  const script = `import { openIndex } from ${module}\nconst live = openIndex({ roots: () => [${JSON.stringify(makeRoot(folder))}] })\n${code}`
  const args = [...OFFLINE, "--import", "tsx", "--input-type=module", "--eval", script]
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    cwd: join(import.meta.dirname, "../.."),
  })
  const timer = setTimeout(() => child.kill("SIGKILL"), 50_000)
  const [exit] = await once(child, "exit")
  clearTimeout(timer)
  removeFolder(folder)
  assert.equal(exit, 0)
}

describe("a process with an open index", { timeout: 60_000, concurrency: true }, () => {
  it("ends by itself without closing", () => check("await live.ready\nawait live.refresh()\n"))
  it("ends by itself when closed while it builds", () => check("live.close()\nawait live.ready\n"))
})
