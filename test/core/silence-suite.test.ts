import assert from "node:assert/strict"
import { join } from "node:path"
import { before, describe, it } from "node:test"
import { advise } from "../../core/advise.ts"
import { buildIndex } from "../../core/build-index.ts"
import { search } from "../../core/search.ts"
import { DEFAULT_SETTINGS } from "../../core/settings.ts"
import type { SkillIndex } from "../../core/skill-index.ts"
import { readCorpus, SHARED_CORPUS, toSkills } from "../../measure/corpus.ts"
import naming from "../fixtures/naming.json" with { type: "json" }
import silences from "../fixtures/silence.json" with { type: "json" }

describe("requests that no skill fits", { timeout: 120_000 }, () => {
  let user365: SkillIndex
  let samples: SkillIndex
  before(async () => {
    user365 = buildIndex(toSkills(await readCorpus(SHARED_CORPUS, "user365.json")))
    samples = buildIndex(toSkills(await readCorpus(join(import.meta.dirname, "../../examples/skills"))))
  })

  const hinted = (index: SkillIndex): string[] =>
    silences
      .map(({ text }) => text)
      .filter((text) => advise(index, text, { settings: DEFAULT_SETTINGS }).hint.length > 0)

  it("are many and of every kind", () => {
    assert.ok(silences.length >= 200)
    assert.ok(new Set(silences.map(({ kind }) => kind)).size >= 10)
  })

  it("stay without a hint 99 times in 100 over 365 skills", () => {
    const texts = hinted(user365)
    assert.ok(texts.length <= silences.length / 100, texts.join("\n---\n"))
  })

  it("stay without a hint over a dozen skills too", () => {
    const texts = hinted(samples)
    assert.ok(texts.length <= silences.length / 100, texts.join("\n---\n"))
  })

  it("are told from requests that name a skill, with a slip of the keyboard too", () => {
    for (const { text, names } of naming) {
      const [first] = search(samples, text)
      assert.deepEqual({ text, name: first?.name, confident: first?.confident }, { text, name: names, confident: true })
    }
  })
})
