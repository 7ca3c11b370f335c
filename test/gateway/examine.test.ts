import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { openToolbox } from "../../gateway/toolbox.ts"
import { type Files, makeProject, type Project } from "../lab/project.ts"
import type { Data } from "./gateway-process.ts"
import { connectClient } from "./sdk-client.ts"
import { LIBRARY, skill } from "./skills.ts"

type Check = NonNullable<Data["checks"]>[number]

interface Finding {
  readonly ok: boolean
  readonly checks: Readonly<Record<string, Check>>
}

/** What the doctor finds in a home. */
const examine = async ({ home, folder }: Project, env: Record<string, string> = {}): Promise<Finding> => {
  const toolbox = openToolbox({ cwd: folder, home, env, debug: () => undefined })
  const { isError, structuredContent } = await toolbox.call(
    "doctor",
    {},
    { signal: new AbortController().signal, capabilities: {} },
  )
  toolbox.close()
  // Unhealthy is an ordinary result.
  assert.equal(isError, undefined)
  const { ok, checks = [] } = structuredContent as Data
  return { ok: ok === true, checks: Object.fromEntries(checks.map((check) => [check.name, check])) }
}

const examineFiles = async (homeFiles: Files, env: Record<string, string> = {}): Promise<Finding> => {
  const project = makeProject({ homeFiles })
  try {
    return await examine(project, env)
  } finally {
    project.remove()
  }
}

const faulty = (checks: Record<string, Check>): string[] =>
  Object.values(checks).flatMap(({ name, ok }) => (ok ? [] : [name]))

describe("doctor", () => {
  it("finds a sound home healthy, in every check by name", async () => {
    const { ok, checks } = await examineFiles(LIBRARY)
    assert.deepEqual([ok, faulty(checks)], [true, []])
    assert.deepEqual(Object.keys(checks), [
      "node",
      "roots",
      "skills",
      "problems",
      "boundary",
      "extension",
      "search",
      "settings",
      "environment",
      "upstream",
    ])
    assert.match(checks.node?.message ?? "", /^Node 2\d\./)
    assert.match(checks.roots?.message ?? "", /^2 of \d+ skill folders exist$/)
    assert.match(
      String(checks.roots?.details),
      /\.claude\/skills \(claude\): 6 skills.*\.opencode\/skills \(opencode\): does not exist/,
    )
    assert.match(checks.skills?.message ?? "", /^7 skills; the first build of the index took \d+ ms$/)
    assert.match(checks.search?.message ?? "", /^found "dogovor-arendy" by its name in [\d.]+ ms$/)
    assert.match(checks.settings?.message ?? "", /^no settings file/)
  })

  it("answers without any root, and says what to make", async () => {
    const { ok, checks } = await examineFiles({})
    assert.deepEqual([ok, faulty(checks)], [false, ["roots", "skills", "search"]])
    assert.match(checks.roots?.cure ?? "", /make one of them/)
    assert.match(checks.skills?.cure ?? "", /put a folder with a SKILL\.md/)
  })

  it("names a skill whose files are too many for other programs", async () => {
    const many = Array.from({ length: 513 }, (_, at) => [`.claude/skills/many/file-${at}.txt`, ""])
    const { ok, checks } = await examineFiles({
      ...Object.fromEntries(many),
      ".claude/skills/many/SKILL.md": skill("many", "Has a great many files"),
      ".claude/skills/few/SKILL.md": skill("few", "Has one"),
    })
    assert.equal(ok, true)
    assert.equal(
      checks.extension?.message,
      "2 of 2 skills are offered through the MCP Skills extension too, 1 of them without their files",
    )
    assert.match(
      String(checks.extension?.details),
      /^[^,]*many\/SKILL\.md: not all its files can be shown \(there are more than 512 files\)$/,
    )
  })

  it("names each skill file that is not loaded with its reason and line, before those that are", async () => {
    const { ok, checks } = await examineFiles({
      ...LIBRARY,
      ".claude/skills/a-lenient/SKILL.md": "---\nname: lenient\ndescription: a: b: c\n---\n",
      ".claude/skills/broken/SKILL.md": "no frontmatter",
      ".agents/skills/pdf-forms/SKILL.md": skill("pdf-forms", "Wins"),
    })
    assert.deepEqual([ok, faulty(checks)], [false, ["problems"]])
    const { message, cure, details = [] } = checks.problems ?? {}
    assert.equal(message, "3 problems; for 2 of them a file is not loaded")
    assert.match(cure ?? "", /mend or remove/)
    assert.deepEqual(
      details.map((line) => line.replace(/^(\S+: )\S*\/skills\/([^:]+)(?::(\d+))?: .*$/, "$1$2 $3")),
      ["no-frontmatter: broken/SKILL.md 1", "shadowed: pdf-forms/SKILL.md ", "lenient: a-lenient/SKILL.md 3"],
    )
  })

  it("is healthy with problems that cost no skill", async () => {
    const { ok, checks } = await examineFiles({
      ".claude/skills/l/SKILL.md": "---\nname: lenient\ndescription: a: b: c\n---\n",
    })
    assert.equal(ok, true)
    assert.equal(checks.problems?.details?.length, 1)
  })

  it("names a hundred problems and counts the rest", async () => {
    const files = Array.from({ length: 130 }, (_, at) => [`.claude/skills/b${at}/SKILL.md`, "none"])
    const { checks } = await examineFiles({ ...LIBRARY, ...Object.fromEntries(files) })
    assert.deepEqual([checks.problems?.details?.length, checks.problems?.details?.at(-1)], [101, "and 30 more"])
  })

  it("names the settings file in force and what is wrong in it", async () => {
    const path = ".config/opencode/skill-mcp.config.json"
    const sound = await examineFiles({ ...LIBRARY, [path]: '{"lang":"en"}' })
    assert.match(sound.checks.settings?.message ?? "", /skill-mcp\.config\.json, lang en$/)
    const wrong = await examineFiles({ ...LIBRARY, [path]: '{"lang":"de","more":1}' })
    assert.deepEqual([wrong.ok, faulty(wrong.checks), wrong.checks.settings?.details?.length], [false, ["settings"], 2])
    const broken = await examineFiles({ ...LIBRARY, [path]: "{" })
    assert.match(String(broken.checks.settings?.details), /not valid JSON/)
  })

  it("follows SKILL_MCP_CONFIG and XDG_CONFIG_HOME to the settings, and shows the variables that count", async () => {
    const files = { ...LIBRARY, "mine.json": '{"lang":"en"}', "xdg/opencode/skill-mcp.config.json": '{"lang":"en"}' }
    const named = makeProject({ homeFiles: files })
    try {
      for (const env of [{ SKILL_MCP_CONFIG: `${named.home}/mine.json` }, { XDG_CONFIG_HOME: `${named.home}/xdg` }]) {
        const { checks } = await examine(named, env)
        const [[name, value] = []] = Object.entries(env)
        assert.match(checks.settings?.message ?? "", /lang en$/, name)
        assert.ok(checks.environment?.details?.includes(`${name}=${value}`), name)
      }
    } finally {
      named.remove()
    }
  })

  it("names skills that lie outside, where links lead, since they are found and not read", async () => {
    const { ok, checks } = await examineFiles({
      ...LIBRARY,
      "elsewhere/x/SKILL.md": skill("x", "Elsewhere"),
      ".agents/skills/y/SKILL.md": skill("y", "In another root"),
      ".claude/skills/linked": { link: "../../elsewhere/x" },
      ".claude/skills/linked-y": { link: "../../.agents/skills/y" },
    })
    assert.equal(ok, true)
    assert.match(checks.boundary?.message ?? "", /^1 skills lie outside/)
    assert.match(String(checks.boundary?.details), /linked\/SKILL\.md -> .*elsewhere\/x\/SKILL\.md$/)
  })

  it("says the same through the whole gateway", async () => {
    const project = makeProject({ homeFiles: LIBRARY })
    const { call, close } = await connectClient({ project })
    const { isError, data } = await call("doctor")
    assert.deepEqual([isError, data.ok, data.checks?.length], [false, true, 10])
    await close()
    project.remove()
  })

  it("says that a variable is misspelt", async () => {
    const { ok, checks } = await examineFiles(LIBRARY, { SKILL_MCP_LANG: "english" })
    assert.deepEqual([ok, faulty(checks)], [false, ["settings"]])
    assert.match(String(checks.settings?.details), /SKILL_MCP_LANG is "english"/)
  })
})
