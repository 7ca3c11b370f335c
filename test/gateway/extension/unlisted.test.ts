import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { makeProject } from "../../lab/project.ts"
import { connectClient } from "../sdk-client.ts"
import { skill } from "../skills.ts"
import { UNLISTED } from "./odd-library.ts"
import { connectSkillsClient } from "./skills-client.ts"

const project = makeProject({
  homeFiles: {
    ...Object.fromEntries(UNLISTED.map(([folder, text]) => [`.claude/skills/${folder}/SKILL.md`, text])),
    ".claude/skills/latin/SKILL.md": Buffer.from(skill("latin", "caf\u00e9"), "latin1"),
    ".claude/skills/bad/good/SKILL.md": skill("good", "Lies in one that is not listed"),
    ".claude/skills/denied-one/SKILL.md": skill("denied-one", "Denied by the settings"),
    ".claude/skills/fits/SKILL.md": skill(
      "f".repeat(64),
      `"${"😀".repeat(1_024)}"`,
      "# Fits\n",
      `compatibility: ${"c".repeat(500)}\nmetadata:\n  version: "2"\n`,
    ),
    "elsewhere/SKILL.md": skill("elsewhere", "Lies outside"),
    ".claude/skills/elsewhere": { link: "../../elsewhere" },
    ".claude/skills/half/SKILL.md": { link: "../../../elsewhere/half.md" },
    "elsewhere/half.md": skill("half", "Its file lies outside"),
    ".config/opencode/skill-mcp.config.json": JSON.stringify({ deny: { "*": ["denied*"] } }),
  },
})
const client = await connectSkillsClient(project)
const tools = await connectClient({ project })
after(async () => {
  await client.close()
  await tools.close()
  project.remove()
})
const { data } = await tools.call("doctor")
const check = data.checks?.find(({ name }) => name === "extension")
const reasonOf = (folder: string): string => {
  const path = join(project.home, ".claude/skills", folder, "SKILL.md")
  return check?.details?.find((line) => line.startsWith(`${path}: `)) ?? "not named"
}

describe("a skill that does not conform", () => {
  it("is not listed, while those beside and inside it are", async () => {
    const { skills } = await client.listAll()
    assert.deepEqual(
      skills.map(({ frontmatter }) => frontmatter.name),
      ["good", "f".repeat(64)],
    )
    assert.deepEqual(
      (await client.ask("resources/list")).resources?.map(({ name }) => name),
      ["good", "f".repeat(64)],
    )
  })

  it("is named by doctor with its reason", () => {
    for (const [folder, , reason] of UNLISTED) assert.match(reasonOf(folder), reason, folder)
    assert.match(reasonOf("latin"), /its SKILL\.md is not UTF-8/)
    assert.match(reasonOf("denied-one"), /the settings deny it/)
    assert.match(reasonOf("elsewhere"), /its folder lies outside the skill folders, behind a symbolic link/)
    assert.match(reasonOf("half"), /leads out of the skill's folder/)
    assert.deepEqual(
      [check?.ok, check?.message],
      [true, `2 of ${UNLISTED.length + 5} skills are offered through the MCP Skills extension too`],
    )
  })

  it("is named by schema with its reason", async () => {
    const { extension } = (await tools.call("schema")).data
    assert.deepEqual([extension?.listed, extension?.unlisted], [2, UNLISTED.length + 3])
    const reasons = new Map(extension?.reasons.map(({ path, reason }) => [path, reason]))
    for (const [folder, , reason] of UNLISTED)
      assert.match(reasons.get(join(project.home, ".claude/skills", folder, "SKILL.md")) ?? "not named", reason, folder)
    assert.equal(reasons.size, extension?.unlisted)
  })

  it("is no longer named once it is mended", async () => {
    const path = join(project.home, ".claude/skills/latin/SKILL.md")
    writeFileSync(path, skill("latin", "coffee"))
    const { extension } = (await tools.call("schema")).data
    assert.equal(extension?.listed, 3)
    assert.ok(!extension.reasons.some((one) => one.path === path))
    writeFileSync(path, Buffer.from(skill("latin", "caf\u00e9"), "latin1"))
    assert.equal((await tools.call("schema")).data.extension?.listed, 2)
  })

  it("stays within reach of the tools", async () => {
    for (const name of ["no-description", "Bad Name", "meta", "colons", "denied-one"])
      assert.equal((await tools.call("outline", { name })).isError, false, name)
    const { data: found } = await tools.call("find", { query: "/Bad Name" })
    assert.equal(found.items?.[0]?.name, "Bad Name")
  })

  it("is refused by skills/get and resources/read with the reason", async () => {
    const uri = "skill://claude/meta/SKILL.md"
    for (const method of ["skills/get", "resources/read"]) {
      const { code, message } = await client.fail(method, { uri })
      assert.equal(code, -32602)
      assert.match(message, /the skill is not served, since its metadata has a value that is no text/)
    }
  })

  it("is given by skills/get where only the settings keep it from the list", async () => {
    const { skill: denied } = await client.ask("skills/get", { uri: "skill://claude/denied-one/SKILL.md" })
    assert.equal(denied?.frontmatter.name, "denied-one")
  })
})
