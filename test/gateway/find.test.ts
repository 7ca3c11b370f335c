import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { after, before, describe, it } from "node:test"
import type { JsonObject } from "../../gateway/read-frame.ts"
import { makeProject, type Project, plant } from "../lab/project.ts"
import type { Data } from "./gateway-process.ts"
import { connectClient, type SdkClient } from "./sdk-client.ts"
import { LIBRARY, skill } from "./skills.ts"

const project = makeProject({ homeFiles: LIBRARY })
const client = await connectClient({ project, env: { SKILL_MCP_LANG: "en" } })
after(async () => {
  await client.close()
  project.remove()
})

const find = async (input: JsonObject): Promise<Data> => (await client.call("find", input)).data
const names = ({ items = [] }: Data): string[] => items.map(({ name }) => name)

/** The code of the error that an input gives and what its message says. */
const check = async (input: JsonObject, message: RegExp): Promise<void> => {
  const { isError, data } = await client.call("find", input)
  assert.deepEqual([isError, data.ok, data.error?.code], [true, false, "E_INVALID_INPUT"], JSON.stringify(input))
  assert.match(data.error?.message ?? "", message)
}

/** Has skills about clocks stand beside the others, each with lines of its own in the frontmatter. */
const withClocks = async (skills: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> => {
  const description = "Mend antique pendulum clocks and oil their escapements"
  for (const [name, fields] of Object.entries(skills))
    plant(project.home, { [`.claude/skills/${name}/SKILL.md`]: skill(name, description, "# Clocks\n", fields) })
  try {
    await work()
  } finally {
    for (const name of Object.keys(skills)) rmSync(`${project.home}/.claude/skills/${name}`, { recursive: true })
  }
}

describe("find", () => {
  it("gives the likely candidate first, with its path, description and reason, and says what to do next", async () => {
    const data = await find({ query: "review a supply contract" })
    const [first] = data.items ?? []
    assert.deepEqual(
      { ...first, score: typeof first?.score },
      {
        name: "supply-contract-review",
        path: `${project.home}/.claude/skills/supply-contract-review/SKILL.md`,
        score: "number",
        why: first?.why,
        description: "Review of supply contracts",
        confident: true,
      },
    )
    assert.match(first?.why ?? "", /^matched .*: .*contract/)
    assert.equal(data.next, "likely match: supply-contract-review — verify its description and load it")
    assert.deepEqual([data.ok, data.note, data.problems], [true, undefined, undefined])
    assert.ok(names(data).includes("supply-contract-templates"))
  })

  it("finds by Russian words", async () => {
    assert.equal(names(await find({ query: "аренда квартиры" }))[0], "dogovor-arendy")
  })

  it("names all of several skills that fit equally, whatever the limit, so that none is taken for its place", async () => {
    const query = "mend my antique pendulum clock and oil its escapement"
    await withClocks({ "clock-repair": "", "clock-mender": "" }, async () => {
      const data = await find({ query })
      assert.deepEqual(
        data.items?.filter(({ confident }) => confident).map(({ name }) => name),
        ["clock-mender", "clock-repair"],
      )
      const next =
        "2 skills fit equally: clock-mender, clock-repair — compare their descriptions and load the one that fits"
      assert.equal(data.next, next)
      const { items, next: withOne } = await find({ query, limit: 1 })
      assert.deepEqual([items?.length, withOne], [1, next])
    })
    await withClocks({ "clock-repair": "", "clock-mender": "disable-model-invocation: true\n" }, async () => {
      const { next = "" } = await find({ query })
      assert.match(next, /^likely match: clock-mender — manual only/)
    })
  })

  it("does not call skills equal that are proven by different phrasings", async () => {
    await withClocks({ "clock-repair": "" }, async () => {
      const query = "mend my antique pendulum clock and oil its escapement\nreview of a supply contract"
      const { items = [], next = "" } = await find({ query })
      assert.equal(items.filter(({ confident }) => confident).length, 2)
      const [first, second] = items
      const isNear = (second?.score ?? 0) >= (first?.score ?? 0) * 0.85
      assert.match(next, isNear ? /^2 skills fit equally/ : /^likely match: /)
    })
  })

  it("says that none is confident where none is, and still shows the possible ones", async () => {
    const data = await find({ query: "contracts" })
    assert.deepEqual([data.ok, data.note], [true, "none confident; here are the possible ones"])
    assert.ok(names(data).includes("supply-contract-review"))
    assert.match(data.next ?? "", /^read the descriptions/)
  })

  it("answers an empty query and one that fits nothing with an ordinary result without items", async () => {
    for (const query of ["", "  \n"]) {
      assert.deepEqual(await find({ query }), {
        ok: true,
        items: [],
        next: "call find with a query taken from the task",
        note: "empty query",
      })
    }
    const data = await find({ query: "qwxzvk" })
    assert.deepEqual([data.ok, data.items, data.note], [true, [], "nothing found"])
    assert.match(data.next ?? "", /^call find again in other words/)
  })

  it("marks a hidden skill, and finds it by its name and text", async () => {
    const [first] = (await find({ query: "secret sauce" })).items ?? []
    assert.deepEqual([first?.name, first?.hidden, first?.description], ["secret-sauce", true, ""])
  })

  it("marks a skill that is for manual use only and does not tell the model to load it on its own", async () => {
    const data = await find({ query: "launch the rocket into orbit" })
    const [first] = data.items ?? []
    assert.deepEqual([first?.name, first?.manual_only, first?.confident], ["launch-rocket", true, true])
    assert.equal(data.next, "likely match: launch-rocket — manual only: load it only if the person asked for it")
  })

  it("gives the id where it differs from the name, since some hosts open a skill by it", async () => {
    const [first] = (await find({ query: "kubernetes deploy" })).items ?? []
    assert.deepEqual([first?.name, first?.id], ["k8s-deploy", "deploy/kubernetes"])
  })

  it("gives as many candidates as asked for, ten where nothing is asked", async () => {
    assert.equal(names(await find({ query: "supply contract", limit: 1 })).length, 1)
    const files = Array.from({ length: 15 }, (_, at) => [
      `.claude/skills/w${at}/SKILL.md`,
      skill(`w${at}`, "Waters plants"),
    ])
    plant(project.home, Object.fromEntries(files))
    assert.equal(names(await find({ query: "water the plants" })).length, 10)
    assert.equal(names(await find({ query: "water the plants", limit: 10 })).length, 10)
  })

  it("keeps to names that fit a pattern, of any spelling of an accent", async () => {
    plant(project.home, { ".claude/skills/cafe/SKILL.md": skill("cafe\u0301-menu", "Menus of supply contracts") })
    const query = "supply contract"
    assert.deepEqual(names(await find({ query, restrict_to: ["*-templates"] })), ["supply-contract-templates"])
    assert.deepEqual(
      names(await find({ query, restrict_to: ["pdf-*", "supply-contract-review"] }))[0],
      "supply-contract-review",
    )
    assert.deepEqual(names(await find({ query, restrict_to: ["caf\u00e9*"] })), ["cafe\u0301-menu"])
    assert.ok(names(await find({ query, restrict_to: [] })).length > 1)
  })

  it("says when no name fits the patterns", async () => {
    const data = await find({ query: "supply contract", restrict_to: ["nope-*"] })
    assert.deepEqual([data.ok, data.items, data.note], [true, [], "nothing found"])
    assert.match(data.next ?? "", /restrict_to/)
  })

  it("refuses a limit outside 1 to 10 instead of clamping it", async () => {
    for (const limit of [0, 11, -1, 1.5, "5", null, true])
      await check({ query: "x", limit }, /^find: limit must be a whole number from 1 to 10, not /)
  })

  it("refuses other wrong input, naming what is wrong and what is allowed", async () => {
    await check({}, /^find: query is missing; it must be a text$/)
    await check({ query: 7 }, /^find: query must be a text, not 7$/)
    await check({ query: ["a"] }, /query must be a text, not such a list/)
    await check({ query: "x", restrict_to: "a" }, /restrict_to must be a list of texts, not "a"/)
    await check({ query: "x", restrict_to: [1] }, /restrict_to must be a list of texts/)
    await check({ query: "x", restrictTo: [] }, /no argument is called restrictTo; it takes query, limit, restrict_to/)
    await check({ query: "x", limit: 99, top: 1 }, /limit .*; no argument is called top/)
  })

  it("cuts a description that would fill the context, without parting a character", async () => {
    plant(project.home, { ".claude/skills/long/SKILL.md": skill("long-one", `zebra ${"🦓".repeat(2_000)}`) })
    const [first] = (await find({ query: "zebra" })).items ?? []
    assert.ok((first?.description.length ?? 0) <= 1_024 && first?.description.endsWith("🦓…"))
  })

  it("counts faulty skill files and says who names them", async () => {
    plant(project.home, {
      ".claude/skills/broken/SKILL.md": "no frontmatter",
      ".claude/skills/lenient/SKILL.md": "---\nname: lenient\ndescription: a: b: c\n---\n",
    })
    const { problems } = await find({ query: "supply contract" })
    assert.deepEqual(problems, { count: 2, dropped: 1, see: "doctor" })
  })

  it("answers a query of 200,000 characters", async () => {
    const query = `review a supply contract\n${"lorem ipsum dolor ".repeat(12_000)}`
    assert.ok(names(await find({ query })).includes("supply-contract-review"))
  })
})

describe("find, told by the settings", () => {
  let set: Project
  let told: SdkClient
  before(async () => {
    set = makeProject({
      homeFiles: {
        ...LIBRARY,
        "team/brewing/SKILL.md": skill("brewing", "Brews supply contract coffee"),
        ".config/opencode/skill-mcp.config.json": JSON.stringify({
          lang: "ru",
          roots: ["~/team"],
          deny: { "*": ["supply-contract-t*"], someone: ["brewing"] },
          lexicon: { абракадабра: ["kubernetes", "deploy"] },
        }),
      },
    })
    told = await connectClient({ project: set })
  })
  after(async () => {
    await told.close()
    set.remove()
  })
  const items = async (query: string): Promise<string[]> => names((await told.call("find", { query })).data)

  it("notes in their language", async () => {
    const notes = async (query: string): Promise<unknown> => (await told.call("find", { query })).data.note
    assert.equal(await notes(""), "пустой запрос")
    assert.equal(await notes("qwxzvk"), "ничего не найдено")
    assert.equal(await notes("contracts"), "уверенных нет, вот возможные")
  })
  it("searches their roots and knows their words", async () => {
    assert.ok((await items("coffee brewing")).includes("brewing"))
    assert.equal((await items("абракадабра"))[0], "k8s-deploy")
  })
  it("leaves out what they deny to every agent", async () => {
    const found = await items("supply contract templates")
    assert.ok(found.includes("supply-contract-review") && !found.includes("supply-contract-templates"), String(found))
  })
  it("follows a change of them", async () => {
    plant(set.home, { ".config/opencode/skill-mcp.config.json": JSON.stringify({ lang: "en" }) })
    assert.ok((await items("supply contract templates")).includes("supply-contract-templates"))
    assert.equal((await told.call("find", { query: "" })).data.note, "empty query")
  })
})
