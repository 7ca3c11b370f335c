import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import fc from "fast-check"
import {
  advise,
  buildIndex,
  type Candidate,
  DEFAULT_SETTINGS,
  type Discovery,
  discoverSkills,
  explain,
  LAYER_LIMITS,
  openIndex,
  outline,
  type Problem,
  readSection,
  readSkill,
  readSkillBody,
  renderHint,
  renderPreload,
  type Skill,
  type SkillIndex,
  search,
} from "../../core/index.ts"
import { parseFields } from "../../gateway/extension/parse-fields.ts"
import { toShown } from "../../gateway/outline-skill.ts"
import { readFields } from "../../gateway/read-fields.ts"
import { LEXICON } from "../core/library.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"
import { check, within } from "./fuzz-run.ts"
import { SKILL_FILE, type SkillFile } from "./make-skill-text.ts"
import { seenTags } from "./seen-tags.ts"
import { STRANGE } from "./strange-text.ts"

const TOP = temporaryFolder("fuzz")

const write = (files: readonly SkillFile[]): { root: string; paths: string[] } => {
  const root = mkdtempSync(join(TOP, "skills-"))
  const paths = files.map(({ folder, bytes }, at) => {
    const path = join(root, `${at} ${folder}`.trimEnd(), "SKILL.md")
    mkdirSync(join(path, ".."))
    writeFileSync(path, bytes)
    return path
  })
  return { root, paths }
}

let written = 0
let loaded = 0
after(() => console.log(`fuzz skills: ${written} files written, ${loaded} of them loaded`))

describe("whatever SKILL.md files hold, each", () => {
  it("is found or named, and can be outlined, searched for and rendered without harm", () =>
    check(
      "skills",
      { short: 8, long: 330 },
      fc.asyncProperty(
        fc.array(SKILL_FILE, { minLength: 1, maxLength: 12, size: "max" }),
        fc.array(STRANGE, { maxLength: 2 }),
        async (files, requests) => {
          const { root, paths } = write(files)
          const discovery = await within("discover", () => discoverSkills([root]))
          assertNamed(discovery, paths)
          for (const skill of discovery.skills) await assertReadable(skill)
          const index = await within("build", () => buildIndex(discovery.skills, { lexicon: LEXICON }))
          const asked = [...requests, ...discovery.skills.slice(0, 3).flatMap(toRequests)]
          const said = await within("search", () => asked.map((request) => answerTo(index, request)))
          await assertSame(root, asked, said)
          written += files.length
          loaded += discovery.skills.length
          removeFolder(root)
        },
      ),
    ))
})

const LONGEST_MESSAGE = 600

const assertNamed = ({ skills, problems }: Discovery, paths: readonly string[]): void => {
  const dropped = problems.filter(({ isDropped }) => isDropped)
  const accounted = [...skills, ...dropped].map(({ path }) => path)
  assert.deepEqual(accounted.toSorted(), paths.toSorted(), "a file is lost, or counted twice")
  for (const problem of problems) assertTold(problem, paths)
  for (const { headings, aliases, excerpt } of skills) {
    assert.ok(headings.length <= 60 && aliases.length <= 60 && excerpt.length <= 4_000)
  }
}

// A person reads it on a terminal.
const assertTold = ({ code, message, line }: Problem, paths: readonly string[]): void => {
  const own = paths.reduce((rest, path) => rest.replaceAll(path, "PATH"), message)
  assert.ok(own.length <= LONGEST_MESSAGE, `${code}: a message of ${own.length} characters`)
  assert.doesNotMatch(own, /[\p{Cc}\u2028\u2029]/u, code)
  assert.ok(line === undefined || line >= 1)
}

const assertReadable = async (skill: Skill): Promise<void> => {
  const text = await readSkill(skill)
  const headings = await within("outline", () => outline(text))
  for (const [at, heading] of headings.entries()) assert.equal(heading.number, at + 1)
  // All of them would take the time of their square.
  const some = [...headings.slice(0, 3), ...headings.slice(-2)]
  for (const heading of some) {
    const section = await within("section", () => readSection(text, heading.number))
    assert.deepEqual(section.heading, heading)
    assert.equal(section.firstLine, heading.line)
    assert.equal(section.lines.length, section.lastLine - section.firstLine + 1)
    if (headings.filter((other) => other.text === heading.text).length > 1) continue
    assert.deepEqual(readSection(text, heading.text).heading, heading)
    assert.doesNotMatch(toShown(heading).text, /\p{Cs}/u)
  }
  await within("fields", () => JSON.stringify(readFields(text)))
  const { fields } = await within("parse fields", () => parseFields(text))
  JSON.stringify(fields)
  await assertContained(skill)
}

const SIDE_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const assertContained = async (skill: Skill): Promise<void> => {
  const body = await readSkillBody(skill)
  for (const lang of ["ru", "en"] as const) {
    const block = await within("preload", () => renderPreload({ name: skill.name, body, lang }))
    assert.ok(block.length <= LAYER_LIMITS.preload, String(block.length))
    assert.deepEqual(seenTags(block), ["<skill_content", "</skill_content"])
    assert.match(block, /^<skill_content name="[^"<>\n]*">\n/)
    assert.doesNotMatch(block.replace(/[\n\t]/g, ""), /\p{Cc}|\p{Cs}/u)
    assert.doesNotMatch(block, SIDE_MARKS)
  }
}

const toRequests = ({ name, description = "" }: Skill): string[] => [`use the ${name} skill`, description]

/** All that is said to a request, as text. */
const answerTo = (index: SkillIndex, request: string): string => {
  const candidates = search(index, request)
  for (const { score, coverage } of candidates) {
    assert.ok(Number.isFinite(score) && score >= 0 && coverage >= 0 && coverage <= 1.000_001, `${score} ${coverage}`)
  }
  const { preload, hint } = advise(index, request, { settings: DEFAULT_SETTINGS, agent: "build" })
  assert.ok(hint.length <= LAYER_LIMITS.hintItems && (preload === undefined || preload === hint[0]))
  const hints = [hint, candidates].flatMap((list) => hintsOf(list))
  const named = candidates.slice(0, 2).map(({ name }) => explain(index, request, name))
  return JSON.stringify([candidates, hints, named.map(({ place, terms }) => [place, terms])])
}

const hintsOf = (candidates: readonly Candidate[]): string[] =>
  (["ru", "en"] as const).flatMap((lang) =>
    (["name", "id"] as const).flatMap((argument) => {
      const block = renderHint({ candidates, lang, argument })
      if (block === undefined) return []
      const lines = block.split("\n")
      assert.ok(block.length <= LAYER_LIMITS.hint, String(block.length))
      assert.ok(lines.length >= 3 && lines.length <= LAYER_LIMITS.hintItems + 2)
      for (const line of lines.slice(1, -1)) assert.match(line, /^- /)
      assert.deepEqual(seenTags(block), ["<skill_hint", "</skill_hint"])
      assert.doesNotMatch(block.replaceAll("\n", ""), /[\p{Cc}\p{Cs}\u2028\u2029]/u)
      assert.doesNotMatch(block, SIDE_MARKS)
      return [block]
    }),
  )

// The live index reads the same files in slices, and must say the same to the byte.
const assertSame = async (root: string, requests: readonly string[], said: readonly string[]): Promise<void> => {
  const live = openIndex({ roots: () => [{ path: root, origin: "given", hasDotFolders: true, hasFlatFiles: false }] })
  await live.ready
  const index = live.current()
  assert.ok(index, "the live index could not be built")
  live.close()
  assert.deepEqual(
    requests.map((request) => answerTo(index, request)),
    said,
  )
}
