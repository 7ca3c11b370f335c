import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { isProvenElsewhere } from "./elsewhere.ts"
import { makeNewcomer, type Newcomer } from "./newcomer.ts"
import { commandsOf, inlineCommandsOf, readPage } from "./page.ts"

const PAGES = ["README.md", "README.ru.md"].map(readPage)
const [ENGLISH = []] = PAGES.map(commandsOf)

/** What a command must print beside ending with 0. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'npm run demo -- "review my supply contract"': /<skill_content name="supply-contract-review">/,
  "skill-finder-mcp init": /"skill-mcp"/,
  "skill-finder-mcp doctor": /loaded the plugin/,
  'skill-finder-mcp find "review my supply contract"': /supply-contract-review/,
  'skill-finder-mcp explain "review my supply contract" supply-contract-review': /^Candidate number 1\b.*Confident/m,
  'skill-finder-mcp plugin-demo "review my supply contract"': /<skill_hint source="skill-mcp"/,
  "skill-finder-mcp smoke": /^12 skills/,
  "skill-finder-mcp init --uninstall": /skill-mcp/,
}

let newcomer: Newcomer
before(() => {
  newcomer = makeNewcomer()
})
after(() => newcomer?.leave())

describe("README's commands", () => {
  it("are the same in both languages", () => assert.deepEqual(PAGES.map(commandsOf), [ENGLISH, ENGLISH]))

  // In the page's order, as a newcomer would: each finds what the ones before it have left.
  for (const line of ENGLISH)
    it(line, async () => {
      const own = line.split(" && ").filter((command) => !isProvenElsewhere(command))
      if (own.length === 0) return
      const { code, output } = await newcomer.run(own.join(" && "))
      assert.equal(code, 0, output)
      for (const command of own) assert.match(output, PRINTS[command] ?? /(?:)/)
      await AFTERWARDS[line]?.()
    })

  it("are begun by every command in the text, if nothing else proves that one", () => {
    const unknown = PAGES.flatMap(inlineCommandsOf).filter(
      (span) => !ENGLISH.some((line) => ` ${line} `.includes(` ${span} `)) && !isProvenElsewhere(span),
    )
    assert.deepEqual(unknown, [])
  })

  it("expect no output of a command that is not there", () => {
    const commands = ENGLISH.flatMap((line) => line.split(" && "))
    assert.deepEqual(
      [...Object.keys(PRINTS), ...Object.keys(AFTERWARDS)].filter((command) => !commands.includes(command)),
      [],
    )
  })
})

const configuration = (): string => join(newcomer.home, ".config/opencode/opencode.jsonc")

const AFTERWARDS: Readonly<Record<string, () => void | Promise<void>>> = {
  // That a second run has nothing to do is what the end of `init --dry-run` with 0 says.
  "skill-finder-mcp init": () => assert.match(readFileSync(configuration(), "utf8"), /"skill-mcp"/),
  "skill-finder-mcp init --uninstall": () => {
    const rest = existsSync(configuration()) ? readFileSync(configuration(), "utf8") : ""
    assert.doesNotMatch(rest, /skill-mcp|skill-finder/)
  },
  "npm rm -g skill-finder-mcp": async () => {
    assert.notEqual((await newcomer.run("command -v skill-finder-mcp")).code, 0)
  },
}
