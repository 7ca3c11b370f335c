import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as core from "../../core/index.ts"

describe("core's public names", () => {
  it("are these values and no others", () => {
    assert.deepEqual(Object.keys(core).sort(), [
      "DEFAULT_LANG",
      "DEFAULT_SETTINGS",
      "LAYER_LIMITS",
      "MOST_OUTLINED",
      "MOST_SECTION_LINES",
      "SETTINGS_FILE",
      "SkillFinderError",
      "TEXTS",
      "USUAL_SECTION_LINES",
      "advise",
      "buildIndex",
      "configDirectories",
      "createLexicon",
      "createLivePool",
      "createPace",
      "createTurns",
      "defaultRoots",
      "directoriesUpward",
      "discoverSkills",
      "explain",
      "firstLeads",
      "fitEqually",
      "fitsGlob",
      "globalConfigDirectory",
      "isAllowed",
      "isHidden",
      "isInside",
      "isOff",
      "nearestNames",
      "openIndex",
      "outline",
      "parseSettings",
      "readFrontmatter",
      "readSection",
      "readSettings",
      "readSkill",
      "readSkillBody",
      "remedyFor",
      "renderHint",
      "renderPreload",
      "renderRule",
      "search",
      "searchPhrasings",
      "settingsPaths",
      "silenceOf",
      "skipsProjectConfig",
      "toSettings",
      "withOpened",
    ])
  })

  it("do what the contract's example does", async () => {
    const { skills, problems } = await core.discoverSkills(["./examples/skills"])
    const index = core.buildIndex(skills)
    const items = core.search(index, "bug bounty report", { limit: 5 })
    assert.deepEqual(problems, [])
    assert.equal(items[0]?.name, "bug-bounty-report")
    assert.equal(items[0]?.confident, true)
    assert.match(items[0]?.why ?? "", /^matched name\+description.*: .*bounty/)
    for (const key of ["name", "path", "score", "why", "description", "confident", "coverage"])
      assert.ok(Object.hasOwn(items[0] ?? {}, key), key)
    assert.ok(core.defaultRoots({ cwd: "/", env: {}, home: "/h" }).length > 0)
  })

  it("know a hidden skill by its missing description", async () => {
    const { skills } = await core.discoverSkills(["./examples/skills"])
    assert.deepEqual(skills.map(core.isHidden).includes(true), false)
    for (const [skill] of [skills])
      if (skill !== undefined) {
        assert.equal(core.isHidden({ ...skill, description: undefined }), true)
        assert.equal(core.isHidden({ ...skill, description: " \n" }), true)
      }
  })
})
