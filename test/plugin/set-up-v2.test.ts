import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { setUpV2 } from "../../plugin/set-up-v2.ts"
import { makeProject, plant } from "../lab/project.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { buildPlugin } from "./build-plugin.ts"
import { type HostV2, type PlanV2, type RequestV2, type SkillV2, startHostV2 } from "./host-v2.ts"
import { layersOf } from "./layers.ts"
import { LIBRARY, libraryFiles, manySkills, REQUESTS, skillFile } from "./skill-file.ts"

process.env.HOME = temporaryFolder("home")
process.env.SKILL_MCP_LANG = "en"
const keepAlive = setInterval(() => {}, 1_000)
const hosts: HostV2[] = []
let plugin = ""
before(async () => {
  plugin = await buildPlugin()
})
after(async () => {
  for (const host of hosts) await host.unload()
  clearInterval(keepAlive)
})

type Plan = Partial<PlanV2> & { readonly files?: Record<string, string> }

const start = async ({ files = {}, ...plan }: Plan = {}): Promise<{ host: HostV2; folder: string }> => {
  const { folder } = makeProject({ files: { ...libraryFiles(".opencode/skills"), ...files } })
  const host = await startHostV2(plugin, { directory: folder, skills: skillsIn(folder), ...plan })
  hosts.push(host)
  if (plan.calls !== "hang" && plan.calls !== "fail") await settled(host)
  return { host, folder }
}

/** Waits until the first index stands; how soon depends on the machine. */
const settled = async (host: HostV2): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    const [request] = await host.prompt(host.createSession(), { text: REQUESTS.forms, agent: "probe" })
    if (request?.system.includes('<skill_hint source="skill-mcp"')) return
    await wait(25)
  }
  assert.fail("the index never stood")
}

const skillsIn = (folder: string): SkillV2[] =>
  Object.entries(LIBRARY).map(([id, description]) => ({
    id,
    description,
    path: join(folder, ".opencode/skills", id, "SKILL.md"),
  }))

const check = (requests: readonly RequestV2[], expected: string): void => {
  assert.deepEqual(
    requests.map(({ parts }) => layersOf(parts)),
    requests.map(() => expected),
  )
  assert.ok(requests.length > 0)
}

/** The same for a prompt that is sent here; where the time for a hint ran out, once more, twice at most. */
const checkPrompt = async (prompt: () => Promise<readonly RequestV2[]>, expected: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const requests = await prompt()
    const isLate = expected.includes("hint") && !requests.some(({ parts }) => layersOf(parts).includes("hint"))
    if (!isLate || tries === 3) return check(requests, expected)
  }
}

const RULE = "rule host | host"
const DEPLOY = `${RULE} | content hint: kubernetes-deploy`
const HINTED = `${RULE} | hint: kubernetes-deploy`

describe("a request on V2", () => {
  it("has the rule first, preload and hint last in a part of their own, in one system text on the wire", async () => {
    const { host } = await start()
    const session = host.createSession()
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), DEPLOY)
    const [request] = await host.prompt(session, { text: REQUESTS.deploy })
    assert.match(request?.system ?? "", /^<skill_router_rule>[\s\S]*id=kubernetes-deploy\n<\/skill_hint>$/)
  })
  it("is untouched when it is for a title or a compaction, of a beta too", async () => {
    for (const generation of ["released", "beta"] as const) {
      const { host } = await start({ generation })
      const session = host.createSession()
      await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), DEPLOY)
      check([await host.title(session), await host.compact(session)], "host | host")
    }
  })
  it("is about the person's words, not about attached files or what the host made up", async () => {
    const { host } = await start()
    const session = host.createSession()
    await checkPrompt(
      () => host.prompt(session, { text: REQUESTS.deploy, files: ["supply contract review.md"] }),
      DEPLOY,
    )
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.smallTalk }), RULE)
  })
  it("has the same bytes at every step of its turn", async () => {
    const { host, folder } = await start()
    const steps = ["read", "skill", "execute"].map((name) => ({ name, input: { id: "kubernetes-deploy" } }))
    plant(folder, {
      ".opencode/skills/kubernetes-deploy-2/SKILL.md": skillFile(
        "kubernetes-deploy-2",
        "Deploys services to Kubernetes",
      ),
    })
    const requests = await host.prompt(host.createSession(), { text: REQUESTS.deploy, steps })
    assert.deepEqual([requests.length, new Set(requests.map(({ system }) => system)).size], [4, 1])
  })
})

describe("a session on V2", () => {
  it("has no skill preloaded twice, and again after a compaction", async () => {
    const { host } = await start()
    const session = host.createSession()
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), DEPLOY)
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), HINTED)
    await host.compact(session)
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), DEPLOY)
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), HINTED)
  })
  it("has no skill preloaded that the model has loaded, after a restart of the host too", async () => {
    const { host } = await start()
    const session = host.createSession()
    const steps = [{ name: "skill", input: { id: "kubernetes-deploy" } }]
    await host.prompt(session, { text: "let us begin with something else entirely", steps })
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), HINTED)
    await host.reload()
    assert.deepEqual([...host.hooks()].sort(), ["compaction", "context", "prompt"])
    await settled(host)
    await checkPrompt(() => host.prompt(session, { text: REQUESTS.deploy }), HINTED)
  })
  it("of a subagent has no rule", async () => {
    const { host } = await start()
    const parent = host.createSession()
    await checkPrompt(
      () => host.prompt(host.createSession(parent), { text: REQUESTS.deploy }),
      "host | host | content hint: kubernetes-deploy",
    )
    await checkPrompt(() => host.prompt(parent, { text: REQUESTS.deploy }), DEPLOY)
  })
})

describe("who may be offered what on V2", () => {
  it("is settled by the agent's rules", async () => {
    const deny = (resource: string) => [{ action: "skill", resource, effect: "deny" }] as const
    const { host } = await start({ rules: { strict: deny("kubernetes-deploy"), none: deny("*") } })
    for (const agent of ["strict", "none"])
      await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy, agent }), RULE)
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), DEPLOY)
  })
  it("is settled by what the user has disabled and by what must not be offered unasked", async () => {
    const { host } = await start({ disabled: ["kubernetes-deploy"] })
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), RULE)
    const { folder } = makeProject({ files: libraryFiles(".opencode/skills") })
    const skills = skillsIn(folder).map((skill) => ({ ...skill, autoinvoke: skill.id !== "kubernetes-deploy" }))
    const manual = await startHostV2(plugin, { directory: folder, skills })
    hosts.push(manual)
    await settled(manual)
    await checkPrompt(
      () => manual.prompt(manual.createSession(), { text: REQUESTS.contract }),
      `${RULE} | content hint: supply-contract-review`,
    )
    await checkPrompt(() => manual.prompt(manual.createSession(), { text: REQUESTS.deploy }), RULE)
  })
  it("is settled by our own settings, which come as options too", async () => {
    const { host } = await start({ options: { deny: { build: ["kubernetes*"] }, subagents: "off" } })
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), RULE)
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy, agent: "other" }), DEPLOY)
    await checkPrompt(
      () => host.prompt(host.createSession(host.createSession()), { text: REQUESTS.deploy }),
      "host | host",
    )
  })
  it("opens a skill by the host's own id for its file", async () => {
    const { folder } = makeProject({ files: libraryFiles(".opencode/skills") })
    const skills = skillsIn(folder).map((skill) => ({ ...skill, id: `ops/${skill.id}` }))
    const host = await startHostV2(plugin, { directory: folder, skills })
    hosts.push(host)
    await settled(host)
    const [request] = await host.prompt(host.createSession(), { text: REQUESTS.deploy })
    assert.match(
      request?.system ?? "",
      /<skill_content name="ops\/kubernetes-deploy">[\s\S]*id=ops\/kubernetes-deploy\n/,
    )
  })
  it("offers a skill that was added between two prompts", async () => {
    const { host, folder } = await start()
    const session = host.createSession()
    await checkPrompt(() => host.prompt(session, { text: "calibrate the mirrors of the radio telescope" }), RULE)
    plant(folder, {
      ".opencode/skills/telescope/SKILL.md": skillFile("telescope", "Calibrates the mirrors of a radio telescope"),
    })
    await wait(150)
    await checkPrompt(
      () => host.prompt(session, { text: "calibrate the mirrors of the radio telescope" }),
      `${RULE} | content hint: telescope`,
    )
  })
})

describe("a broken part on V2", () => {
  it("leaves the rule where the host's own calls hang or fail, within the budget", async () => {
    for (const calls of ["hang", "fail"] as const) {
      const { host } = await start({ calls, skills: [] })
      const started = performance.now()
      await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), RULE)
      assert.ok(performance.now() - started < 300)
    }
  })
  it("narrows nothing on a host that has no such calls", async () => {
    const { host } = await start({ calls: "missing" })
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), DEPLOY)
  })
  it("does no harm to a prompt while 2,000 skills are being indexed", async () => {
    const { folder } = makeProject({ files: manySkills(".opencode/skills", 2_000) })
    const host = await startHostV2(plugin, { directory: folder })
    hosts.push(host)
    const started = performance.now()
    await checkPrompt(() => host.prompt(host.createSession(), { text: REQUESTS.deploy }), RULE)
    assert.ok(performance.now() - started < 300)
  })
  it("goes by in silence where sessions cannot be hooked, as often as it is set up", async () => {
    const early = { options: {}, agent: {}, skill: {}, plugin: {} }
    for (const context of [undefined, null, 7, {}, early, early, { session: { hook: 7 } }])
      assert.equal(await setUpV2(context), undefined)
  })
  it("goes by in silence where registering a hook fails", async () => {
    const hook = async (name: string): Promise<object> => (name === "compaction" ? assert.fail("no such hook") : {})
    const cleanUp = await setUpV2({ session: { hook }, location: { directory: makeProject({}).folder } })
    assert.equal(await cleanUp?.(), undefined)
    assert.equal(await setUpV2({ session: { hook }, location: {} }), undefined)
  })
})

describe("the stamp", () => {
  it("is written when it is asked for", async () => {
    const file = join(temporaryFolder("stamp"), "stamp.json")
    process.env.SKILL_MCP_STAMP = file
    const { host, folder } = await start()
    delete process.env.SKILL_MCP_STAMP
    const { version, host: generation, directory } = JSON.parse(readFileSync(file, "utf8"))
    assert.deepEqual([typeof version, generation, directory], ["string", "v2", folder])
    assert.equal(host.hooks().length, 3)
  })
})
