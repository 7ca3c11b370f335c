import assert from "node:assert/strict"
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import manifest from "../../package.json" with { type: "json" }
import { type FakeModel, modelConfig, startFakeModel } from "../lab/fake-model.ts"
import type { ModelRequest } from "../lab/model-request.ts"
import { runOpencode } from "../lab/opencode.ts"
import { initRepository, plant } from "../lab/project.ts"
import { temporaryFolder } from "../lab/scratch.ts"
import { type HostServer, startServe } from "../lab/serve.ts"
import { buildPlugin } from "./build-plugin.ts"
import { INSTALLED_PACKAGE } from "./installed-package.ts"
import { layersOf } from "./layers.ts"
import { libraryFiles, manySkills, REQUESTS, skillFile } from "./skill-file.ts"

// The real opencode against a fake model, in one process for all projects: what is checked is what reached the model.

const top = temporaryFolder("wire")
const home = join(top, "home")
const SETTINGS = ".config/opencode/skill-mcp.config.json"
const STAMP = join(top, "stamp.json")
let plugin = ""
let model: FakeModel
let host: HostServer

before(async () => {
  plant(home, { ...INSTALLED_PACKAGE, [SETTINGS]: "{ broken" })
  plugin = await buildPlugin()
  model = await startFakeModel()
  host = await startServe({ home, model, env: { SKILL_MCP_STAMP: STAMP } })
})
after(async () => {
  host.stop()
  await model.close()
})

type Plan = {
  readonly files?: Record<string, string>
  readonly options?: object
  readonly config?: object
  readonly api?: "openai" | "anthropic"
  /** Another build of the plugin. */
  readonly folder?: string
}

/** Not in `.opencode`: there the host tries to install a package before it does anything else. */
const SKILLS = ".claude/skills"

const TELESCOPE = "calibrate the mirrors of the radio telescope"
const telescope = skillFile("telescope", "Calibrates the mirrors of a radio telescope")
const libraryOf = (name: string): Record<string, string> => ({ [`${SKILLS}/${name}/SKILL.md`]: telescope })

let count = 0
const project = ({ files = libraryFiles(SKILLS), options, config, api, folder = plugin }: Plan = {}): string => {
  const at = join(top, `project-${count++}`)
  initRepository(at)
  const entry = options === undefined ? folder : [folder, options]
  const whole = { ...modelConfig(model, api), plugin: [entry], ...config }
  plant(at, { ...files, "opencode.json": JSON.stringify(whole) })
  return at
}

/** `before` is what is given while a change has not been seen yet. */
type More = { readonly session?: string; readonly agent?: string; readonly before?: string }

/** Sends one prompt and gives the requests of its turn. */
const ask = async (folder: string, text: string, { session, agent }: More = {}): Promise<readonly ModelRequest[]> => {
  const id = session ?? (await host.createSession(folder))
  const { status, requests } = await host.prompt({ folder, session: id, text, ...(agent && { agent }) })
  assert.equal(status, 200)
  return requests.filter(({ kind }) => kind === "main")
}

/** Asks until the index stands: a project's first prompt may come before. */
const settled = async (folder: string, text: string = REQUESTS.forms): Promise<void> => {
  for (let tries = 0; tries < 40; tries++) {
    const [request] = await ask(folder, text)
    if (layersOf(request?.systems ?? []).includes("hint")) return
    await wait(300)
  }
  assert.fail(`the index of ${folder} never stood`)
}

const check = (requests: readonly ModelRequest[], ...expected: readonly string[]): void =>
  assert.deepEqual(
    requests.map(({ systems }) => layersOf(systems)),
    expected,
  )

/**
 * Sends a prompt and checks the one request of its turn. On a busy machine the time for a hint may run out, as the
 * contract has it, or the time to see a change: then the same is asked again, twice at most. A turn that has lost its
 * hint leaves no trace.
 */
const checkOne = async (folder: string, text: string, expected: string, more: More = {}): Promise<ModelRequest> => {
  for (let tries = 1; ; tries++) {
    const requests = await ask(folder, text, more)
    const given = layersOf(requests[0]?.systems ?? [])
    const isLate = (expected.includes("hint") && given === RULE) || given === more.before
    if (isLate && tries < 3) continue
    check(requests, expected)
    return requests[0] ?? assert.fail("no request")
  }
}

const RULE = "rule host"
const DEPLOY = `${RULE} content hint: kubernetes-deploy`
const CONTRACT = `${RULE} content hint: supply-contract-review`
const HINTED = `${RULE} hint: kubernetes-deploy`

describe("on the wire of opencode V1", () => {
  let main = ""
  before(async () => {
    const hidden = { [`${SKILLS}/ledger-vault/SKILL.md`]: "---\nname: ledger-vault\n---\n# Rotate the keys\n" }
    main = project({
      files: { ...libraryFiles(SKILLS), ...hidden },
      options: { deny: { writer: ["kubernetes-*"] } },
      config: {
        permission: { skill: { "ledger-*": "deny" } },
        agent: {
          writer: { mode: "primary" },
          strict: { mode: "primary", permission: { skill: "deny" } },
          narrow: {
            mode: "primary",
            permission: { skill: { "*": "deny", "pdf-*": "allow", "ledger-vault": "allow" } },
          },
        },
      },
    })
    await settled(main)
  })

  it("a request has the rule in front, preload and hint behind, all in one system message", async () => {
    for (const [text, expected] of [
      [REQUESTS.deploy, DEPLOY],
      [REQUESTS.contractInRussian, CONTRACT],
      ["сделай deploy services в kubernetes cluster через helm charts", DEPLOY],
    ] as const) {
      const { systems, messages } = await checkOne(main, text, expected)
      assert.equal(systems.length, 1)
      assert.match(
        systems[0] ?? "",
        /^<skill_router_rule>\n[\s\S]*\n<\/available_skills>\n\n<skill_content [\s\S]*<\/skill_hint>$/,
      )
      assert.match(systems[0] ?? "", /; открыть: инструмент skill, name=[a-z-]+\n<\/skill_hint>$/)
      assert.equal(messages.map(({ role }) => role).join(), "user")
    }
  })

  it("a request for a title has none of it", async () => {
    await wait(300)
    const titles = model.requests.filter(({ kind }) => kind === "title")
    assert.ok(titles.length > 0)
    for (const { systems } of titles)
      assert.doesNotMatch(systems.join("\n"), /skill_router_rule|skill_hint|skill_content/)
  })

  it("small talk has the rule alone, and the quotes that `opencode run` adds make no difference", async () => {
    await checkOne(main, REQUESTS.smallTalk, RULE)
    await checkOne(main, `"${REQUESTS.deploy}"`, DEPLOY)
  })

  it("the steps of a turn have the same bytes up to their new messages", async () => {
    const requests = await ask(main, `${REQUESTS.deploy} [[call skill {"name":"pdf-forms"}]]`)
    assert.equal(requests.length, 2)
    const [first, second] = requests.map(({ body }) => body.messages as unknown[])
    assert.deepEqual(second?.slice(0, first?.length), first)
    assert.match(JSON.stringify(first?.[0]), /skill_hint source/)
  })

  it("a session has no skill preloaded twice, is silent at follow-ups, and may have it again after a compaction", async () => {
    const session = await host.createSession(main)
    await checkOne(main, REQUESTS.deploy, DEPLOY, { session })
    await checkOne(main, "да, продолжай", RULE, { session })
    await checkOne(main, REQUESTS.deploy, HINTED, { session })
    const before = model.requests.length
    const body = { providerID: "fake", modelID: "m" }
    const { status } = await host.call(main, { method: "POST", path: `/session/${session}/summarize`, body })
    assert.equal(status, 200)
    const compaction = model.requests.slice(before).find(({ kind }) => kind === "compaction")
    assert.equal(layersOf(compaction?.systems ?? [""]), "host")
    await checkOne(main, REQUESTS.deploy, DEPLOY, { session })
    await checkOne(main, REQUESTS.deploy, HINTED, { session })
  })

  it("a skill that the model or the person has loaded is hinted only", async () => {
    const session = await host.createSession(main)
    await ask(main, 'good morning [[call skill {"name":"kubernetes-deploy"}]]', { session })
    await checkOne(main, REQUESTS.deploy, HINTED, { session })
    const sent = model.requests.length
    const body = { command: "pdf-forms", arguments: REQUESTS.forms }
    await host.call(main, { method: "POST", path: `/session/${session}/command`, body })
    const [command] = model.requests.slice(sent).filter(({ kind }) => kind === "main")
    assert.match(command?.messages.at(-1)?.text ?? "", /How to do pdf-forms/)
    check(command === undefined ? [] : [command], `${RULE} hint: pdf-forms`)
  })

  it("a subagent gets preload and hint but no rule", async () => {
    const task = JSON.stringify({ description: "x", prompt: REQUESTS.deploy, subagent_type: "general" })
    const [asking, subagent, back] = await ask(main, `please delegate this [[call task ${task}]]`)
    check(
      [asking, subagent, back].filter((one) => one !== undefined),
      RULE,
      "host content hint: kubernetes-deploy",
      RULE,
    )
  })

  it("an agent is never offered what it is denied, by our settings or the host's permissions", async () => {
    await checkOne(main, REQUESTS.deploy, RULE, { agent: "writer" })
    await checkOne(main, REQUESTS.contract, CONTRACT, { agent: "writer" })
    await checkOne(main, REQUESTS.deploy, RULE, { agent: "strict" })
    await checkOne(main, REQUESTS.deploy, RULE, { agent: "narrow" })
    await checkOne(main, REQUESTS.forms, `${RULE} content hint: pdf-forms`, { agent: "narrow" })
  })

  it("a skill without a description is offered to those who may load it", async () => {
    await checkOne(main, "use the ledger-vault skill", RULE)
    await checkOne(main, "use the ledger-vault skill", `${RULE} content hint: ledger-vault`, { agent: "narrow" })
  })

  it("a skill that was added, and one that was deleted, between two prompts is right in the next", async () => {
    const session = await host.createSession(main)
    await checkOne(main, TELESCOPE, RULE, { session })
    plant(main, libraryOf("telescope"))
    await checkOne(main, TELESCOPE, `${RULE} content hint: telescope`, { session })
    rmSync(join(main, SKILLS, "telescope"), { recursive: true })
    await checkOne(main, TELESCOPE, RULE, { session })
  })

  it("a provider of the Anthropic family gets preload and hint in a block of their own; each project has its own skills", async () => {
    const folder = project({ api: "anthropic", files: libraryOf("telescope") })
    await settled(folder, TELESCOPE)
    const { body } = await checkOne(folder, TELESCOPE, `${RULE} | content hint: telescope`)
    const system = body.system as { cache_control?: unknown }[]
    assert.ok(system.length === 2 && system.every(({ cache_control }) => cache_control !== undefined))
    await checkOne(folder, REQUESTS.deploy, RULE)
    await checkOne(main, TELESCOPE, RULE)
    await checkOne(main, REQUESTS.deploy, DEPLOY)
    // A subagent's session is still known for one when the host has restarted its instance.
    const child = await host.createSession(folder, await host.createSession(folder))
    await checkOne(folder, REQUESTS.smallTalk, "host", { session: child })
    const { status } = await host.call(folder, { method: "POST", path: "/instance/dispose", body: {} })
    assert.equal(status, 200)
    await checkOne(folder, REQUESTS.smallTalk, "host", { session: child })
  })

  it("a root of 2,000 skills holds up no request while it is read; roots that go away or cannot be read do no harm", async () => {
    const team = join(top, "team")
    plant(team, { ...manySkills("many", 2_000), "telescope/SKILL.md": telescope, "locked/SKILL.md": "x" })
    chmodSync(join(team, "locked"), 0)
    const roots = [team, "/dev/null", "missing", "\u0000", join(team, "locked")]
    const folder = project({ options: { roots } })
    const [cold] = await ask(folder, REQUESTS.deploy)
    assert.match(layersOf(cold?.systems ?? []), /^rule host/)
    await settled(folder, TELESCOPE)
    chmodSync(join(team, "locked"), 0o755)
    rmSync(team, { recursive: true })
    await checkOne(folder, TELESCOPE, RULE)
    await checkOne(folder, REQUESTS.deploy, DEPLOY)
  })

  it("a plugin whose index hangs, then whose search throws, leaves the request with the rule alone", async () => {
    const replaced = {
      "core/open-index.ts": `const never = new Promise(() => {}), indexes = [undefined, {}]
        export const openIndex = () => ({ current: () => indexes.shift(), problems: () => [], roots: () => [], ready: never, refresh: () => never, close: () => {} })`,
      "core/advise.ts": 'export const advise = () => { throw new Error("broken") }',
    }
    const folder = project({ folder: await buildPlugin(replaced) })
    for (const _ of ["hangs", "throws"]) await checkOne(folder, REQUESTS.deploy, RULE)
  })

  it("a settings file that was broken is read again when it is mended", async () => {
    plant(home, { [SETTINGS]: JSON.stringify({ lang: "en", preload: false }) })
    const { systems } = await checkOne(main, REQUESTS.deploy, HINTED, { before: DEPLOY })
    assert.match(systems[0] ?? "", /First action in a task[\s\S]*open: the skill tool, name=kubernetes-deploy/)
    rmSync(join(home, SETTINGS))
    await checkOne(main, REQUESTS.deploy, DEPLOY, { before: HINTED })
  })

  it("the plugin has proven its load where it was asked to, and has printed nothing", () => {
    const { version, host: generation, directory } = JSON.parse(readFileSync(STAMP, "utf8"))
    assert.deepEqual([version, generation, existsSync(directory)], [manifest.version, "v1", true])
    assert.doesNotMatch(host.output(), /skill-mcp/)
  })

  it("`opencode run` with a quoted text works, and prints the model's answer alone", async () => {
    host.stop()
    const sent = model.requests.length
    const { code, stdout, stderr } = await runOpencode(["run", REQUESTS.deploy], { cwd: main, home })
    assert.deepEqual([code, stdout.trim()], [0, "ok"])
    assert.doesNotMatch(stderr, /skill-mcp/)
    const [request] = model.requests.slice(sent).filter(({ kind }) => kind === "main")
    assert.equal(request?.messages.at(-1)?.text, `"${REQUESTS.deploy}"`)
    assert.match(layersOf(request?.systems ?? []), /^rule host/)
  })
})
