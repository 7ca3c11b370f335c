import assert from "node:assert/strict"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import { type ParseError, parse } from "jsonc-parser"
import { parseSettings, settingsPaths } from "../../core/index.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { isScript } from "./elsewhere.ts"
import { commandsOf, inlineCommandsOf, type Page, ROOT, readPage } from "./page.ts"
import { drawPicture } from "./picture.ts"

const DOCS = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"))
const READMES = ["README.md", "README.ru.md"].map(readPage)
const PAGES = [...READMES, ...["AGENTS.md", ...DOCS.map((name) => `docs/${name}`)].map(readPage)]

describe("README in both languages", () => {
  it("has the same headings", () => {
    const [english, russian] = READMES.map(({ levels }) => levels)
    assert.deepEqual(english, russian)
    assert.ok((english ?? []).length > 5)
  })

  it("shows settings that are accepted as they stand", () => {
    for (const { fences, path } of READMES) {
      const settings = fences.filter(({ lang }) => lang === "json").map(({ text }) => parseSettings(text).faults)
      assert.deepEqual(settings, [[]], path)
    }
  })

  it("shows code that runs", async () => {
    const [code, same] = READMES.map(({ fences }) => fences.find(({ lang }) => lang === "ts")?.text ?? "")
    assert.equal(code, same)
    const folder = temporaryFolder("library")
    const file = join(folder, "shown.mts")
    const core = JSON.stringify(pathToFileURL(join(ROOT, "core/index.ts")).href)
    writeFileSync(file, `${code?.replace('"skill-finder-mcp/core"', core)}\nexport { candidates, problems }\n`)
    const { candidates, problems } = await import(pathToFileURL(file).href)
    removeFolder(folder)
    assert.ok(Array.isArray(candidates) && Array.isArray(problems))
  })

  it("names the settings file that is read", () => {
    const [last] = settingsPaths({ env: {}, home: "~" }).slice(-1)
    for (const { spans, path } of READMES) assert.ok(spans.includes(last ?? ""), path)
  })

  for (const [lang, page] of [
    ["en", READMES[0]],
    ["ru", READMES[1]],
  ] as const)
    it(`shows in its picture what the code gives (${lang})`, async () => {
      const drawn = page?.fences.filter(({ before }) => before.includes("picture.ts")).map(({ text }) => text)
      assert.deepEqual(drawn, [await drawPicture(lang)])
    })
})

describe("the pages", () => {
  it("link to files that exist", () => {
    assert.deepEqual(PAGES.flatMap(deadLinks), [])
    assert.ok(PAGES.flatMap(({ links }) => links).length > 8)
  })

  it("name files of the project that exist", () => assert.deepEqual(PAGES.flatMap(deadPaths), []))

  it("hold JSON that parses", () => {
    for (const { fences, path } of PAGES)
      for (const { text } of fences.filter(({ lang }) => lang === "json" || lang === "jsonc")) {
        const errors: ParseError[] = []
        parse(text, errors, { allowTrailingComma: false })
        assert.deepEqual(errors, [], path)
      }
  })

  it("name scripts that package.json has", () => {
    const commands = PAGES.flatMap((page) => [...commandsOf(page), ...inlineCommandsOf(page)])
    const names = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    )
    assert.deepEqual(
      names.filter((name) => !isScript(name)),
      [],
    )
  })
})

const deadLinks = ({ path, links }: Page): string[] =>
  links
    .filter((link) => !/^(https?:|mailto:|#)/.test(link))
    .filter((link) => !existsSync(join(ROOT, dirname(path), link.replace(/#.*/, ""))))
    .map((link) => `${path}: ${link}`)

/** Code spans such as `core/judge.ts` or `test/cli/`; those with a placeholder or a star are no path. */
const deadPaths = ({ path, spans }: Page): string[] =>
  spans
    .filter((span) => /^(core|lexicon|plugin|gateway|cli|test|measure|docs|examples)\/[\w./-]+$/.test(span))
    .filter((span) => !existsSync(join(ROOT, span)))
    .map((span) => `${path}: ${span}`)
