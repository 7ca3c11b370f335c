import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { checkSearch } from "../../../cli/doctor/check-search.ts"
import { checkSkills } from "../../../cli/doctor/check-skills.ts"
import { checkTokens } from "../../../cli/doctor/check-tokens.ts"
import { buildIndex, DEFAULT_SETTINGS, defaultRoots, discoverSkills } from "../../../core/index.ts"
import { examinedHome } from "./patient.ts"

const skillFile = (name: string, rest = `description: The skill ${name}`): string =>
  `---\nname: ${name}\n${rest}\n---\n# ${name}\n`

const look = async (files: Readonly<Record<string, string>>) => {
  const { home } = await examinedHome(files)
  const roots = defaultRoots({ cwd: home, env: {}, home })
  const { skills, problems } = await discoverSkills(roots)
  const checks = checkSkills({ roots, skills, problems, home })
  const lines = (name: string): string[] =>
    checks
      .filter((one) => one.name === name)
      .map(
        ({ status, fact, cure }) =>
          `${status} ${fact.replaceAll(home, "~")}${cure === undefined ? "" : ` -> ${cure.replaceAll(home, "~")}`}`,
      )
  return { skills, lines }
}

describe("checkSkills", () => {
  it("counts skills by folder, hidden ones and manual ones", async () => {
    const { lines } = await look({
      ".claude/skills/a/SKILL.md": skillFile("a"),
      ".claude/skills/b/SKILL.md": skillFile("b", "disable-model-invocation: true"),
      ".agents/skills/c/SKILL.md": skillFile("c"),
    })
    assert.match(lines("roots")[0] ?? "", /^ok 2 of \d+ possible skill folders exist: .*~\/\.claude\/skills \(2\)/)
    assert.match(lines("roots")[0] ?? "", /~\/\.agents\/skills \(1\)/)
    assert.deepEqual(lines("skills"), ["ok 3 skills; 1 of them hidden (no description), 1 manual only"])
  })

  it("names a home without skill folders, and how to make one", async () => {
    const { lines } = await look({})
    assert.match(
      lines("roots")[0] ?? "",
      /^fault none of \d+ possible skill folders exists -> put a skill at ~\/\.claude\/skills\/<name>\/SKILL\.md$/,
    )
    assert.deepEqual(lines("skills"), [
      "fault no skill was found -> put a folder with a SKILL.md into one of the skill folders",
    ])
  })

  it("names every file that opencode drops by path and line, with a cure", async () => {
    const { lines } = await look({
      ".claude/skills/bare/SKILL.md": "no frontmatter\n",
      ".claude/skills/lower/skill.md": skillFile("lower"),
      ".claude/skills/untyped/SKILL.md": skillFile("untyped", "description: [a]"),
      ".claude/skills/lenient/SKILL.md": skillFile("lenient", "description: use: this"),
    })
    const found = lines("skill-file")
    assert.equal(found.length, 4)
    assert.match(found[0] ?? "", /^fault ~\/\.claude\/skills\/bare\/SKILL\.md(:1)?: .* -> /)
    assert.match(found[1] ?? "", /^note ~\/\.claude\/skills\/lenient\/SKILL\.md:3: .* -> put the value in quotes$/)
    assert.match(found[2] ?? "", /^fault ~\/\.claude\/skills\/lower\/skill\.md: .* -> rename it$/)
    assert.match(
      found[3] ?? "",
      /^fault ~\/\.claude\/skills\/untyped\/SKILL\.md:3: description is a list, not text.* -> write it as one quoted line$/,
    )
  })

  it("names names that stand twice", async () => {
    const { lines } = await look({
      ".claude/skills/a/SKILL.md": skillFile("same"),
      ".agents/skills/b/SKILL.md": skillFile("same"),
    })
    assert.match(
      lines("duplicate")[0] ?? "",
      /^note ~\/.*: another skill is called "same" too: ~\/.* -> rename one of the two$/,
    )
  })
})

describe("checkSearch", () => {
  it("asks for a skill by its own name", async () => {
    const { skills } = await look({
      ".claude/skills/a/SKILL.md": skillFile("pdf-forms"),
      ".claude/skills/b/SKILL.md": skillFile("b"),
    })
    const [first, second] = skills
    assert.match(checkSearch(buildIndex(skills), first)[0]?.fact ?? "", /^"b" is found by its name in \d/)
    assert.equal(checkSearch(buildIndex([]), second)[0]?.status, "fault")
    assert.deepEqual(checkSearch(buildIndex([]), undefined), [])
  })
})

describe("checkTokens", () => {
  it("counts opencode's list as it writes it, our tools, and the layers that are on", async () => {
    const { skills } = await look({
      ".claude/skills/a/SKILL.md": skillFile("a"),
      ".claude/skills/h/SKILL.md": skillFile("h", "x: y"),
    })
    const [path = ""] = skills.map((skill) => skill.path)
    const listing = `  <skill>\n    <name>a</name>\n    <description>The skill a</description>\n    <location>${path}</location>\n  </skill>`
    const tools = [{ name: "find", description: "Call", inputSchema: {}, outputSchema: { not: "shown" } }]
    const fact = (settings: object): string =>
      checkTokens({ skills, settings: { ...DEFAULT_SETTINGS, ...settings }, tools }).fact
    assert.match(
      fact({}),
      new RegExp(
        `opencode's list of 1 skills ${Math.ceil(listing.length / 4)}, our tools 5, the rule \\d\\d+, a hint at most 250, a preload at most 5000$`,
      ),
    )
    assert.match(fact({ hint: false }), /the rule 0, a hint at most 0, a preload at most 0$/)
    assert.match(fact({ preload: false, rule: false }), /the rule 0, a hint at most 250, a preload at most 0$/)
  })

  it("names the longest descriptions of a list that weighs more than an answer", async () => {
    const long = (name: string, length: number): string => skillFile(name, `description: ${"x".repeat(length)}`)
    const { skills } = await look({
      ".claude/skills/a/SKILL.md": long("a", 30_000),
      ".claude/skills/b/SKILL.md": long("b", 20_000),
    })
    const { status, cure } = checkTokens({ skills, settings: DEFAULT_SETTINGS, tools: undefined })
    assert.equal(status, "note")
    assert.equal(cure, "shorten the longest descriptions: a (30000 characters), b (20000 characters)")
  })
})
