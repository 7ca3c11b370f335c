import assert from "node:assert/strict"
import { PassThrough } from "node:stream"
import { describe, it } from "node:test"
import { confirm } from "../../cli/confirm.ts"

const ask = async (said: string): Promise<{ answer: boolean; shown: string }> => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(said)
  const answer = await confirm("Write this? ", input, output)
  return { answer, shown: String(output.read()) }
}

describe("confirm", () => {
  it("takes yes for yes and everything else, the end of the input included, for no", async () => {
    for (const said of ["y\n", "YES\n", " y \n", "да\n", "Д\r\n"]) assert.equal((await ask(said)).answer, true, said)
    for (const said of ["\n", "n\n", "", "y", "yep\n", "no\ny\n"]) assert.equal((await ask(said)).answer, false, said)
    assert.match((await ask("y\n")).shown, /^Write this\? /)
  })
})
