import assert from "node:assert/strict"
import { join } from "node:path"
import { after, afterEach, describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { DEFAULT_SETTINGS } from "../../core/index.ts"
import { openProject } from "../../plugin/open-project.ts"
import { serveV1 } from "../../plugin/serve-v1.ts"
import { makeProject, type ProjectPlan, plant } from "../lab/project.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { type HostV1, loadV1 } from "./host-v1.ts"
import { layersOf } from "./layers.ts"
import { libraryFiles, manySkills, REQUESTS, skillFile } from "./skill-file.ts"
import { assistantV1, compactionV1, skillCallV1, systemV1, userV1 } from "./turns-v1.ts"

// The plugin reads the process's own environment, so the tests give it one: an empty home and no switches.
process.env.HOME = temporaryFolder("home")
process.env.SKILL_MCP_LANG = "en"
const keepAlive = setInterval(() => {}, 1_000)
const open: HostV1[] = []
afterEach(async () => {
  for (const host of open.splice(0)) await host.close()
})
after(() => clearInterval(keepAlive))

type Plan = ProjectPlan & { readonly options?: object; readonly hostConfig?: object }

const load = async ({ options, hostConfig, ...plan }: Plan = {}): Promise<{ host: HostV1; folder: string }> => {
  const { folder } = makeProject({ files: libraryFiles(".opencode/skills"), ...plan })
  const host = await loadV1(folder, { ...(options && { options }), ...(hostConfig && { config: hostConfig }) })
  open.push(host)
  await settled(folder)
  return { host, folder }
}

/** Waits until the index of a folder stands: the same index as the plugin's, which is shared by directory. */
const settled = async (directory: string): Promise<void> => {
  const home = process.env.HOME ?? ""
  const project = openProject({
    directory,
    home,
    env: process.env,
    host: "v1",
    beside: home,
    options: undefined,
    log: () => {},
  })
  await project.refresh()
  project.close()
}

const check = (system: readonly string[], expected: string): void => assert.equal(layersOf(system), expected)

/** The same; where a busy machine lets the time for a hint run out, once more in another message, twice at most. */
const checkTurn = async (turn: (again: string) => Promise<readonly string[]>, expected: string): Promise<void> => {
  for (const again of ["", "b", "c"]) {
    const system = await turn(again)
    if (expected.includes("hint") && !layersOf(system).includes("hint") && again !== "c") continue
    return check(system, expected)
  }
}

const RULE = "rule host"
const DEPLOY = `${RULE} content hint: kubernetes-deploy`
const HINTED = `${RULE} hint: kubernetes-deploy`
const CONTRACT = `${RULE} content hint: supply-contract-review`

describe("a request on V1", () => {
  it("has the rule in front, preload and hint behind, in one element", async () => {
    const { host } = await load()
    const system = await host.turn("m1", REQUESTS.deploy)
    check(system, DEPLOY)
    assert.equal(system.length, 1)
    assert.match(system[0] ?? "", /^<skill_router_rule>\n[\s\S]*<\/skill_hint>$/)
  })
  it("has an element of their own for preload and hint where the provider caches by elements", async () => {
    const { host } = await load()
    const system = await host.turn("m1", REQUESTS.deploy, { model: { id: "claude", providerID: "anthropic" } })
    assert.deepEqual(
      [layersOf(system.slice(0, 1)), layersOf(system.slice(1))],
      [RULE, "content hint: kubernetes-deploy"],
    )
  })
  it("is untouched when it is for a title, a summary, a compaction or a new agent", async () => {
    const { host } = await load()
    await host.turn("m1", REQUESTS.deploy)
    for (const text of ["You are a title generator.", "You are a context summarization agent."])
      assert.deepEqual(await host.turn("m1", REQUESTS.deploy, { system: [text] }), [text])
    const { "experimental.chat.system.transform": transform } = await serveV1({ directory: "/" })
    const agent = { system: ["Generate an agent\n<env>"] }
    await transform?.({ model: {} as never }, agent)
    assert.deepEqual(agent.system, ["Generate an agent\n<env>"])
  })
  it("has the rule alone where no message of a person can be told", async () => {
    const { host } = await load()
    check(await host.step({ messages: [] }), RULE)
  })
})

describe("the steps of a turn", () => {
  it("have the same bytes, whatever happens meanwhile", async () => {
    const { host, folder } = await load()
    const user = userV1("m1", REQUESTS.deploy)
    const first = await host.step({ messages: [user] })
    check(first, DEPLOY)
    plant(folder, {
      "skill-mcp.config.json": "{}",
      ".opencode/skills/kubernetes-deploy/SKILL.md": skillFile("renamed", "Other"),
    })
    await wait(120)
    for (let step = 2; step <= 4; step++) {
      const calls = Array.from({ length: step }, (_, at) => assistantV1(`a${at}`, [skillCallV1("kubernetes-deploy")]))
      assert.deepEqual(await host.step({ messages: [user, ...calls] }), first)
    }
  })
  it("have the same bytes when the index was not ready at the first of them", async () => {
    const { folder } = makeProject({
      files: { ...libraryFiles(".opencode/skills"), ...manySkills(".opencode/skills", 400) },
    })
    const host = await loadV1(folder)
    open.push(host)
    const first = await host.turn("m1", REQUESTS.deploy)
    check(first, RULE)
    await settled(folder)
    assert.deepEqual(await host.turn("m1", REQUESTS.deploy), first)
    await checkTurn((again) => host.turn(`m2${again}`, REQUESTS.deploy), DEPLOY)
  })
  it("keep the rule byte-stable over the session", async () => {
    const { host } = await load()
    const rules = new Set<string | undefined>()
    for (const [at, text] of [REQUESTS.deploy, REQUESTS.smallTalk, REQUESTS.contract, ""].entries())
      rules.add((await host.turn(`m${at}`, text))[0]?.split("</skill_router_rule>")[0])
    assert.equal(rules.size, 1)
  })
})

describe("a session on V1", () => {
  it("gets silence for a follow-up, not the last hint again", async () => {
    const { host } = await load()
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy), DEPLOY)
    for (const [at, text] of ["да", "продолжай", "fix it", REQUESTS.smallTalk].entries())
      await checkTurn((again) => host.turn(`f${at}${again}`, text), RULE)
  })
  it("has no skill preloaded twice, and again after a compaction", async () => {
    const { host } = await load()
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy), DEPLOY)
    await checkTurn((again) => host.turn(`m2${again}`, REQUESTS.deploy), HINTED)
    await checkTurn((again) => host.turn(`m3${again}`, REQUESTS.contract), CONTRACT)
    const after = compactionV1("m4")
    await checkTurn((again) => host.step({ messages: [...after, userV1(`m5${again}`, REQUESTS.deploy)] }), DEPLOY)
    await checkTurn((again) => host.step({ messages: [...after, userV1(`m6${again}`, REQUESTS.deploy)] }), HINTED)
  })
  it("may have it again after the host's event of a compaction, too", async () => {
    const { host } = await load()
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy), DEPLOY)
    await host.event("session.compacted", { sessionID: "ses_1" })
    await checkTurn((again) => host.turn(`m2${again}`, REQUESTS.deploy), DEPLOY)
  })
  it("has no skill preloaded that the model or the person has loaded", async () => {
    const { host, folder } = await load()
    const loaded = assistantV1("a1", [skillCallV1("kubernetes-deploy")])
    await checkTurn(
      (again) => host.step({ messages: [userV1("m1", "x"), loaded, userV1(`m2${again}`, REQUESTS.deploy)] }),
      HINTED,
    )
    const failed = assistantV1("a1", [skillCallV1("kubernetes-deploy", "error")])
    await checkTurn(
      (again) => host.step({ messages: [userV1("m1", "x"), failed, userV1(`m3${again}`, REQUESTS.deploy)] }),
      DEPLOY,
    )
    const command = `body\n\nBase directory for this skill: ${join(folder, ".opencode/skills/pdf-forms")}\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory.\n\n${REQUESTS.forms}`
    await checkTurn((again) => host.turn(`m4${again}`, command), `${RULE} hint: pdf-forms`)
  })
  it("knows nothing of another", async () => {
    const { host } = await load()
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy), DEPLOY)
    await checkTurn((again) => host.turn(`m2${again}`, REQUESTS.deploy, { sessionID: "ses_2" }), DEPLOY)
  })
  it("of a subagent gets preload and hint but no rule, or what the settings say", async () => {
    const child = { id: "ses_2", parentID: "ses_1" }
    for (const [subagents, expected] of [
      ["hint", "host content hint: kubernetes-deploy"],
      ["full", DEPLOY],
      ["off", "host"],
    ]) {
      const { host } = await load({ options: { subagents } })
      await host.event("session.created", { sessionID: "ses_2", info: child })
      await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy, { sessionID: "ses_2" }), expected ?? "")
      await host.event("session.updated", { sessionID: "ses_3", info: { id: "ses_3" } })
      await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy, { sessionID: "ses_3" }), DEPLOY)
    }
  })
  it("of an agent made for subagents counts as a subagent's where the host sent no event", async () => {
    const { host } = await load({ hostConfig: { agent: { helper: { mode: "subagent" } } } })
    for (const agent of ["general", "helper"])
      check(
        await host.turn(agent, REQUESTS.contract, { sessionID: agent, info: { agent } }),
        "host content hint: supply-contract-review",
      )
  })
})

describe("who may be offered what on V1", () => {
  it("is settled by deny and allow for the agent of the message", async () => {
    const { host } = await load({ options: { deny: { writer: ["kubernetes-*"] }, allow: { reader: ["pdf-forms"] } } })
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy, { info: { agent: "writer" } }), RULE)
    await checkTurn((again) => host.turn(`m2${again}`, REQUESTS.deploy, { info: { agent: "reader" } }), RULE)
    await checkTurn((again) => host.turn(`m3${again}`, REQUESTS.deploy, { info: { agent: "build" } }), DEPLOY)
  })
  it("is settled by the host's permissions, for skills without a description too", async () => {
    const files = {
      ...libraryFiles(".opencode/skills"),
      ".opencode/skills/ledger-vault/SKILL.md": "---\nname: ledger-vault\n---\n# Rotate the keys of the ledger vault\n",
    }
    const request = "use the ledger-vault skill"
    const denied = { permission: { skill: { "ledger-*": "deny" } } }
    const { host } = await load({ files, hostConfig: denied })
    await checkTurn((again) => host.turn(`m1${again}`, request), RULE)
    const { host: open } = await load({ files })
    await checkTurn((again) => open.turn(`m1${again}`, request), `${RULE} content hint: ledger-vault`)
    const { host: whole } = await load({ files })
    await checkTurn((again) => whole.turn(`m1${again}`, request, { listed: "denied" }), RULE)
  })
  it("excludes skills when the message turns the skill tool off", async () => {
    const { host } = await load()
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy, { info: { tools: { skill: false } } }), RULE)
  })
})

describe("a broken part on V1", () => {
  it("leaves the request as it is, whatever the host hands over", async () => {
    for (const input of [undefined, null, 7, {}, { directory: 7 }])
      assert.deepEqual(await serveV1(input, "options"), {})
    const { folder } = makeProject({})
    // biome-ignore lint/suspicious/noExplicitAny: nothing here has the shape it should have
    const hooks: any = await serveV1({ directory: folder }, { roots: 7 })
    open.push({ close: () => hooks.dispose() } as HostV1)
    for (const name of Object.keys(hooks))
      for (const inputs of [[], [undefined, undefined], [{}, {}], [{ sessionID: "a" }, { system: [7], messages: [7] }]])
        assert.equal(await hooks[name](...inputs), undefined)
    const output = { system: [systemV1([])] }
    await hooks["experimental.chat.messages.transform"](
      {},
      {
        messages: [
          {
            get info() {
              throw new Error("broken")
            },
          },
        ],
      },
    )
    await hooks["experimental.chat.system.transform"]({ sessionID: "a" }, output)
    check(output.system, RULE)
  })

  it("leaves the rule when the directory is not there", async () => {
    const host = await loadV1("/nowhere/at/all")
    open.push(host)
    await checkTurn((again) => host.turn(`m1${again}`, REQUESTS.deploy), RULE)
  })
})

describe("the budget", () => {
  it("holds at every request while the index of 5,000 skills is being built", async () => {
    const { folder } = makeProject({
      files: { ...libraryFiles(".opencode/skills"), ...manySkills(".opencode/skills", 5_000) },
    })
    const host = await loadV1(folder)
    open.push(host)
    const times: number[] = []
    let last: readonly string[] = []
    for (let at = 0; layersOf(last) !== DEPLOY && at < 2_000; at++) {
      const started = performance.now()
      last = await host.turn(`m${at}`, REQUESTS.deploy)
      times.push(performance.now() - started)
      await wait(10)
    }
    check(last, DEPLOY)
    const [worst = 0, ...others] = times.sort((a, b) => b - a)
    const p95 = others[Math.floor(others.length / 20)] ?? 0
    const told = `${times.length} requests, p95 ${p95.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
    // The worst of them may have lost its processor to another program for a while; to wait for the index takes longer.
    assert.ok(times.length > 3 && p95 < 150 && worst < 1_000, told)
  })

  it("is hardly touched by later steps and turns", async () => {
    const { host } = await load({ options: { ...DEFAULT_SETTINGS } })
    await host.turn("m0", REQUESTS.deploy)
    const times: number[] = []
    for (let at = 1; at <= 50; at++) {
      const started = performance.now()
      await host.turn(`m${at}`, REQUESTS.contract)
      times.push(performance.now() - started)
    }
    const p95 = times.sort((a, b) => a - b)[47] ?? 0
    assert.ok(p95 < 75, `p95 ${p95.toFixed(1)} ms`)
  })
})
