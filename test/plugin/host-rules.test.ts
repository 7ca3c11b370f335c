import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { configRules, isDenied, listedRules } from "../../plugin/host-rules.ts"

const check = (config: unknown, agent: string | undefined, expected: Readonly<Record<string, boolean>>): void => {
  const rules = configRules(config, agent)
  const denied = Object.keys(expected).map((name) => [name, isDenied(rules, name)])
  assert.deepEqual(Object.fromEntries(denied), expected)
}

describe("the host's rules for skills", () => {
  it("deny nothing where there are none", () => check({}, "build", { a: false }))
  it("deny what a name or a glob denies", () =>
    check({ permission: { skill: { secret: "deny", "int-*": "deny" } } }, "build", {
      secret: true,
      "int-hr": true,
      "secret-2": false,
    }))
  it("let the last rule that fits decide", () =>
    check({ permission: { skill: { "*": "deny", "pdf-*": "allow", "pdf-old": "deny" } } }, "build", {
      other: true,
      "pdf-new": false,
      "pdf-old": true,
    }))
  it("take ask for allowed", () => check({ permission: { skill: { a: "ask" } } }, "build", { a: false }))
  it("deny all by one word for the tool or for everything", () => {
    check({ permission: { skill: "deny" } }, "build", { a: true })
    check({ permission: "deny" }, "build", { a: true })
    check({ permission: { "*": "deny", skill: "allow" } }, "build", { a: false })
    check({ permission: { "sk*": "deny" } }, "build", { a: true })
  })
  it("set an agent's own rules over the user's", () => {
    const config = {
      permission: { skill: { a: "deny" } },
      agent: { open: { permission: { skill: { a: "allow", b: "deny" } } } },
    }
    check(config, "open", { a: false, b: true })
    check(config, "build", { a: true, b: false })
    check(config, undefined, { a: true, b: false })
  })
  it("know the agent that may do nothing but what the user allows", () => {
    check({}, "explore", { a: true })
    check({ permission: { skill: { a: "allow" } } }, "explore", { a: false, b: true })
  })
  it("read wildcards as the host does", () => {
    check({ permission: { skill: { "a?c": "deny", "x.y": "deny", "run *": "deny" } } }, "build", {
      abc: true,
      ac: false,
      "x.y": true,
      xzy: false,
      run: true,
      "run it": true,
      runner: false,
    })
  })
  it("pass over what is no rule", () => {
    check({ permission: { skill: 7, edit: "deny" }, agent: [] }, "build", { a: false })
    check(null, "build", { a: false })
    assert.deepEqual(listedRules([{ action: "edit", resource: "*", effect: "deny" }, null, "x"]), [])
  })
  it("read V2's list of rules", () => {
    const rules = listedRules([
      { action: "*", resource: "*", effect: "allow" },
      { action: "skill", resource: "team/*", effect: "deny" },
    ])
    assert.deepEqual([isDenied(rules, "team/pay"), isDenied(rules, "pay")], [true, false])
  })
})
