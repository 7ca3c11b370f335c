import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { plant } from "../lab/project.ts"
import { skill } from "./skills.ts"
import { start } from "./started.ts"

describe("a gateway whose skills change", () => {
  it("is right in the very next call after a skill was added, edited, renamed or deleted", async () => {
    const gateway = start()
    const { home } = gateway.project
    const first = async (query: string): Promise<string | undefined> =>
      (await gateway.call("find", { query })).data.items?.[0]?.name
    for (let round = 0; round < 20; round++) {
      const file = `.claude/skills/new${round}/SKILL.md`
      plant(home, { [file]: skill(`new-${round}`, "Feeds marmots") })
      assert.equal(await first("marmots"), `new-${round}`)
      plant(home, { [file]: skill(`new-${round}`, "Feeds ibexes and chamois") })
      assert.equal(await first("marmots"), undefined)
      assert.equal(await first("ibexes chamois"), `new-${round}`)
      plant(home, { [file]: skill(`newer-${round}`, "Feeds ibexes and chamois") })
      assert.equal(await first("ibexes chamois"), `newer-${round}`)
      rmSync(join(home, file))
      assert.equal(await first("ibexes chamois"), undefined)
    }
  })
})
