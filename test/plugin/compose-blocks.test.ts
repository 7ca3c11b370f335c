import assert from "node:assert/strict"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, it } from "node:test"
import { buildIndex, DEFAULT_SETTINGS, discoverSkills, LAYER_LIMITS, type Settings } from "../../core/index.ts"
import { type Blocks, type BlocksInput, composeBlocks, ruleAlone } from "../../plugin/compose-blocks.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { libraryFiles, REQUESTS, skillFile } from "./skill-file.ts"

const folder = temporaryFolder("compose")
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
for (const [path, text] of Object.entries(libraryFiles("skills"))) put(path, text)
put(
  "skills/manual/SKILL.md",
  skillFile("manual-migration", "Migrates the ledger database by hand", { extra: "disable-model-invocation: true\n" }),
)
put(
  "skills/huge/SKILL.md",
  skillFile("huge-telescope", "Calibrates the mirrors of a radio telescope", { body: "line\n".repeat(200_000) }),
)
const { skills } = await discoverSkills([join(folder, "skills")])
const index = buildIndex(skills)

const compose = (text: string, settings: Partial<Settings> = {}, more: Partial<BlocksInput> = {}): Promise<Blocks> =>
  composeBlocks({
    settings: { ...DEFAULT_SETTINGS, lang: "en", ...settings },
    index,
    text,
    agent: "build",
    isChild: false,
    accepts: () => true,
    isLoaded: () => false,
    toName: ({ name }) => name,
    argument: "name",
    log: () => {},
    ...more,
  })

/** Which layers there are, by their first letters, and the skill that they are about. */
const check = async (blocks: Promise<Blocks>, layers: string, skill?: string): Promise<void> => {
  const { rule, preload, hint, preloaded } = await blocks
  const there = [rule && "r", preload && "p", hint && "h"].filter(Boolean).join("")
  assert.equal(there, layers)
  if (skill !== undefined) {
    assert.match(hint ?? "", new RegExp(`^- ${skill}[: ]`, "m"))
    assert.equal(preloaded, preload === undefined ? undefined : skill)
    if (preload !== undefined) assert.ok(preload.startsWith(`<skill_content name="${skill}">`))
  }
}

describe("the blocks of a message", () => {
  it("are all three for a request that a skill fits, in either language", async () => {
    await check(compose(REQUESTS.contract), "rph", "supply-contract-review")
    await check(compose(REQUESTS.contractInRussian), "rph", "supply-contract-review")
    await check(compose(REQUESTS.deploy), "rph", "kubernetes-deploy")
  })
  it("are the rule alone for small talk, for what no skill fits and while the index is being built", async () => {
    await check(compose(REQUESTS.smallTalk), "r")
    await check(compose("what is the weather like on the moon"), "r")
    await check(compose("why did skill-mcp not find the supply contract skill?"), "r")
    await check(compose(REQUESTS.contract, {}, { index: undefined }), "r")
    await check(compose(""), "r")
  })
  it("are never about a skill that is marked manual only", () =>
    check(compose("migrate the ledger database by hand"), "r"))
  it("follow the switches, of which the hint's turns off all three", async () => {
    await check(compose(REQUESTS.deploy, { rule: false }), "ph")
    await check(compose(REQUESTS.deploy, { preload: false }), "rh")
    await check(compose(REQUESTS.deploy, { hint: false }), "")
  })
  it("have no rule for a subagent, all or nothing where the settings say so", async () => {
    await check(compose(REQUESTS.deploy, {}, { isChild: true }), "ph")
    await check(compose(REQUESTS.deploy, { subagents: "full" }, { isChild: true }), "rph")
    await check(compose(REQUESTS.deploy, { subagents: "off" }, { isChild: true }), "")
    await check(compose(REQUESTS.deploy, { subagents: "off" }), "rph")
  })
  it("hint but do not preload what is loaded already", () =>
    check(
      compose(REQUESTS.deploy, {}, { isLoaded: ({ name }) => name === "kubernetes-deploy" }),
      "rh",
      "kubernetes-deploy",
    ))
  it("keep from an agent what the settings or the host deny it", async () => {
    await check(compose(REQUESTS.deploy, { deny: { build: ["kubernetes*"] } }), "r")
    await check(compose(REQUESTS.deploy, { deny: { other: ["kubernetes*"] } }), "rph")
    await check(compose(REQUESTS.deploy, { allow: { build: ["pdf-*"] } }), "r")
    await check(compose(REQUESTS.deploy, {}, { accepts: ({ name }) => name !== "kubernetes-deploy" }), "r")
  })
  it("name skills as the host's own tool takes them", async () => {
    const { preload, hint } = await compose(REQUESTS.deploy, {}, { toName: () => "ops/deploy", argument: "id" })
    assert.match(preload ?? "", /^<skill_content name="ops\/deploy">/)
    assert.match(hint ?? "", /id=ops\/deploy$/m)
  })
  it("stay within their limits, and hint a skill that is too large to be preloaded", async () => {
    const lines: string[] = []
    const huge = await compose("calibrate the mirrors of the radio telescope", {}, { log: (line) => lines.push(line) })
    await check(Promise.resolve(huge), "rh", "huge-telescope")
    assert.match(lines.join("\n"), /preload left out: .*huge/)
    assert.ok((huge.hint?.length ?? 0) <= LAYER_LIMITS.hint && (huge.rule?.length ?? 0) <= LAYER_LIMITS.rule)
  })
  it("say nothing of a skill whose file has just gone", async () => {
    rmSync(join(folder, "skills/pdf-forms"), { recursive: true })
    await check(compose(REQUESTS.forms), "r")
  })
  it("are the same bytes for the same message", async () =>
    assert.deepEqual(await compose(REQUESTS.contract), await compose(REQUESTS.contract)))
  it("can be told in part at once: the rule", () =>
    assert.deepEqual(ruleAlone({ settings: DEFAULT_SETTINGS, isChild: true }).rule, undefined))
})
