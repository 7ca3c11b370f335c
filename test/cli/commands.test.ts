import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import manifest from "../../package.json" with { type: "json" }
import { makeHome, runCli } from "./run-cli.ts"

const HINT_RU = `<skill_hint source="skill-mcp" note="посмотри описания кандидатов; если один подходит — загрузи его через skill; если нет — не загружай.">
- supply-contract-review: Review of supply contracts; открыть: инструмент skill, name=supply-contract-review
- supply-contract-templates (возможно): Templates for supply contracts; открыть: инструмент skill, name=supply-contract-templates
</skill_hint>`

describe("the commands", () => {
  const empty = makeHome()
  const full = makeHome()
  before(() => {
    const folder = join(full.home, ".claude/skills/deploy-prod")
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "SKILL.md"),
      "---\nname: deploy-prod\ndescription: Deploys the service to production\ndisable-model-invocation: true\n---\n# Deploy\n",
    )
    mkdirSync(join(full.home, ".claude/skills/broken"))
    writeFileSync(join(full.home, ".claude/skills/broken/SKILL.md"), "no frontmatter\n")
  })
  after(() => {
    empty.remove()
    full.remove()
  })

  it("prints the contract's blocks for the contract's request", async () => {
    const { code, stdout } = await runCli(["plugin-demo", "review my supply contract", "--samples", "--json"], empty)
    const { rule, preload, hint, silence } = JSON.parse(stdout)
    assert.equal(code, 0)
    assert.ok(rule.startsWith("<skill_router_rule>\nПервое действие в задаче"))
    assert.ok(preload.startsWith('<skill_content name="supply-contract-review">\n# Review of a supply contract\n'))
    assert.equal(hint, HINT_RU)
    assert.equal(silence, null)
  })

  it("says why it is silent, and keeps the rule", async () => {
    const { stdout } = await runCli(["plugin-demo", "--lang", "en", "thanks, go on", "--samples"], empty)
    assert.match(stdout, /<skill_router_rule>\nFirst action in a task/)
    assert.match(stdout, /no preload and no hint: the request says nothing new/)
    assert.doesNotMatch(stdout, /<skill_hint source|<skill_content/)
  })

  it("shows requests of its own when given none", async () => {
    const { code, stdout } = await runCli(["plugin-demo", "--samples"], empty)
    assert.equal(code, 0)
    assert.match(stdout, /<skill_content name="dogovor-arendy">/)
  })

  it("never offers a manual-only skill on its own, but finds it", async () => {
    const demo = await runCli(["plugin-demo", "use the deploy-prod skill", "--roots", "--json"], full)
    assert.equal(JSON.parse(demo.stdout).hint, null)
    const found = await runCli(["find", "deploy to production", "--json"], full)
    assert.deepEqual(
      JSON.parse(found.stdout).items.map(({ name, manualOnly }: Record<string, unknown>) => ({ name, manualOnly })),
      [{ name: "deploy-prod", manualOnly: true }],
    )
  })

  it("finds the right sample first, in English and Russian", async () => {
    for (const [query, name] of [
      ["fill in a pdf form", "pdf-forms"],
      ["сделай сводную таблицу в экселе", "spreadsheet-pivot"],
      ["откати деплой в кубере", "k8s-deploy"],
      ["напиши письмо клиенту о просрочке оплаты", "delovaya-perepiska"],
      ["review this pull request", "code-review"],
    ] as const) {
      const { stdout } = await runCli(["find", query, "--samples", "--json"], empty)
      assert.equal(JSON.parse(stdout).items[0].name, name, query)
    }
  })

  it("prints a table whose cells stay whole where no terminal reads it", async () => {
    const { code, stdout } = await runCli(
      ["find", "review", "my", "supply", "contract", "--samples", "--limit", "2"],
      empty,
    )
    assert.equal(code, 0)
    assert.match(stdout, /name\s+coverage\s+why\s+description\s+path/)
    assert.match(
      stdout,
      /✔\s+supply-contract-review\s+100 %\s+matched name\+description.*Review of supply contracts.*SKILL\.md/,
    )
    assert.ok(!stdout.includes(String.fromCharCode(27)))
  })

  it("points to doctor when files have problems", async () => {
    const { stdout } = await runCli(["find", "deploy"], full)
    assert.match(stdout, /1 problem with a skill file: `skill-finder-mcp doctor` names it/)
  })

  it("answers 1 and says so when nothing is found", async () => {
    const { code, stdout } = await runCli(["find", "zzzz qqqq", "--samples"], empty)
    assert.equal(code, 1)
    assert.match(stdout, /nothing found/)
  })

  it("explains a candidate: terms, coverage, threshold, what would change it", async () => {
    const { code, stdout } = await runCli(
      ["explain", "review contract for delivery", "code-review", "--samples"],
      empty,
    )
    assert.equal(code, 0)
    assert.match(stdout, /Candidate number 2, .*coverage \d+ %; the first is supply-contract-review/)
    assert.match(stdout, /delivery.*not in this skill/)
    assert.match(stdout, /name the skill in the request: "use the code-review skill"/)
    assert.match(stdout, /"Use when: .*delivery" makes it number \d, coverage 100 %, proof \d\.\d\d of \d\.\d\d: /)
  })

  it("names the nearest names of an unknown skill", async () => {
    const { code, stderr } = await runCli(["explain", "x", "code-reviw", "--samples"], empty)
    assert.equal(code, 2)
    assert.match(stderr, /no skill is called "code-reviw"; the nearest names: code-review/)
  })

  it("runs its five queries over the user's real roots", async () => {
    const { code, stdout } = await runCli(["smoke"], full)
    assert.equal(code, 0)
    assert.match(stdout, /^1 skills below \d+ possible roots, 1 problem/)
    assert.equal(stdout.trim().split("\n").length, 11)
  })

  it("names the folders it looked at when there is no skill at all", async () => {
    const { code, stderr } = await runCli(["find", "pdf"], empty)
    assert.equal(code, 2)
    assert.match(stderr, /no skills found. These folders were looked at:\n {2}.*\.claude\/skills\n/)
    assert.match(stderr, /Put a skill at ~\/\.claude\/skills/)
  })
})

describe("wrong usage", () => {
  const { home, remove } = makeHome()
  after(remove)
  const check = async (args: readonly string[], line: RegExp, usage: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await runCli(args, { home })
    assert.equal(code, 2)
    assert.equal(stdout, "")
    assert.match(stderr.split("\n")[0] ?? "", line)
    assert.match(stderr, usage)
  }

  it("gets one clear line and the usage", async () => {
    await check([], /a command is missing/, /Usage: skill-finder-mcp COMMAND/)
    await check(["fnd"], /there is no command "fnd"/, /Usage: skill-finder-mcp COMMAND/)
    await check(["find"], /the request is missing/, /Usage: skill-finder-mcp find "request"/)
    await check(["find", "x", "--limit", "0"], /--limit is "0"; give a whole number from 1 to 50/, /Usage:/)
    await check(["find", "x", "--bogus"], /Unknown option '--bogus'/, /Usage:/)
    await check(["find", "x", "--samples", "--roots"], /--samples and --roots exclude each other/, /Usage:/)
    await check(["explain", "only a request"], /give the request in quotes/, /Usage:/)
    await check(["plugin-demo", "--lang", "de"], /--lang is "de"; give ru or en/, /Usage:/)
  })

  it("never happens with --help and --version", async () => {
    for (const args of [
      ["--help"],
      ["find", "--help"],
      ["explain", "-h"],
      ["plugin-demo", "--help"],
      ["smoke", "--help"],
    ]) {
      const { code, stdout } = await runCli(args, { home })
      assert.equal(code, 0)
      assert.match(stdout, /^Usage: skill-finder-mcp/)
    }
    for (const args of [["--version"], ["find", "--version"]]) {
      assert.equal((await runCli(args, { home })).stdout, `${manifest.version}\n`)
    }
  })
})
