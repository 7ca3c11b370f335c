import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { configRules } from "../../plugin/host-rules.ts"
import { type AccessV2, toAccessV1, toAccessV2 } from "../../plugin/skill-access.ts"
import { madeSkill } from "./made-skill.ts"

type PlanV1 = {
  readonly listed?: readonly string[]
  readonly ever?: readonly string[]
  readonly config?: object
  readonly agent?: string
}

const check = (
  { listed, ever = listed ?? [], config = {}, agent = "build" }: PlanV1,
  allowed: readonly string[],
): void => {
  const accepts = toAccessV1({
    listed: listed === undefined ? undefined : new Set(listed),
    everListed: new Set(ever),
    rules: configRules(config, agent),
  })
  assert.deepEqual(
    ["listed", "hidden", "added"].filter((name) => accepts(madeSkill(name))),
    allowed,
  )
}

describe("access to skills on V1", () => {
  it("is what the host lists, and what it cannot list", () =>
    check({ listed: ["listed"] }, ["listed", "hidden", "added"]))
  it("is nothing where skills are denied as a whole", () => check({}, []))
  it("is denied by the user's rules for hidden and new skills too", () =>
    check({ listed: ["listed"], config: { permission: { skill: { hidden: "deny", "add*": "deny" } } } }, ["listed"]))
  it("is denied by the agent's rules", () =>
    check({ listed: ["listed"], config: { agent: { a: { permission: { skill: { hidden: "deny" } } } } }, agent: "a" }, [
      "listed",
      "added",
    ]))
  it("is denied by a rule even where a list, perhaps a forged one, says otherwise", () =>
    check({ listed: ["listed"], config: { permission: { skill: { listed: "deny" } } } }, ["hidden", "added"]))
  it("is only what is listed when the host holds back what the rules know nothing of", () =>
    check({ listed: ["listed"], ever: ["listed", "customize-opencode"] }, ["listed"]))
  it("is not narrowed by what the rules do explain", () =>
    check({ listed: ["listed"], ever: ["listed", "secret"], config: { permission: { skill: { secret: "deny" } } } }, [
      "listed",
      "hidden",
      "added",
    ]))
  it("is empty of all but the list when nothing else is known", () =>
    check({ listed: [] }, ["listed", "hidden", "added"]))
})

const HOST = {
  listed: { id: "listed", autoinvoke: true },
  hidden: { id: "hidden", autoinvoke: true },
  manual: { id: "manual", autoinvoke: false },
}

const checkV2 = (plan: Partial<AccessV2>, allowed: readonly string[]): void => {
  const accepts = toAccessV2({
    listed: undefined,
    rules: [],
    known: ({ name }) => new Map(Object.entries(HOST)).get(name),
    toId: ({ id }) => id,
    ...plan,
  })
  const skills = [
    madeSkill("listed"),
    madeSkill("hidden", { description: undefined }),
    madeSkill("manual"),
    madeSkill("added"),
  ]
  assert.deepEqual(
    skills.filter(accepts).map(({ name }) => name),
    allowed,
  )
}

describe("access to skills on V2", () => {
  it("is what the rules allow and the host offers unasked", () => checkV2({}, ["listed", "hidden", "added"]))
  it("is denied by the rules", () => checkV2({ rules: [{ names: /^(hidden|added)$/, effect: "deny" }] }, ["listed"]))
  it("ends where the user has disabled what would be listed", () => checkV2({ listed: new Set() }, ["hidden", "added"]))
  it("is the list alone when the host does not tell its rules", () => {
    checkV2({ rules: "unknown", listed: new Set(["listed"]) }, ["listed"])
    checkV2({ rules: "unknown" }, [])
  })
  it("is not narrowed on a host that has no such call", () =>
    checkV2({ rules: undefined }, ["listed", "hidden", "added"]))
})
