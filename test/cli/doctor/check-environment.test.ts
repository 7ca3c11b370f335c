import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { checkEnvironment } from "../../../cli/doctor/check-environment.ts"

const check = (env: Record<string, string>, expected: readonly string[]): void =>
  assert.deepEqual(
    checkEnvironment(env).map(({ status, fact }) => `${status} ${fact}`),
    expected,
  )

describe("checkEnvironment", () => {
  it("lists the variables that change something, and no others", () => {
    check({ PATH: "/bin", HOME: "/h" }, ["ok no variable changes anything"])
    check({ SKILL_MCP_LANG: "en", XDG_CONFIG_HOME: "/x" }, ["ok SKILL_MCP_LANG=en XDG_CONFIG_HOME=/x"])
    check({ SKILL_MCP_RULE: "on", SKILL_MCP_HINT: "" }, ["ok SKILL_MCP_HINT= SKILL_MCP_RULE=on"])
  })

  it("does not print a configuration that may hold keys", () => {
    check({ OPENCODE_CONFIG_CONTENT: '{"apiKey":"secret"}' }, ["ok OPENCODE_CONFIG_CONTENT"])
  })

  it("names layers that are off, and values that switch nothing", () => {
    check({ SKILL_MCP_HINT: "OFF" }, ["ok SKILL_MCP_HINT=OFF", "note SKILL_MCP_HINT=OFF switches that layer off"])
    check({ SKILL_MCP_RULE: "no" }, ["ok SKILL_MCP_RULE=no", "note SKILL_MCP_RULE=no does not switch it off"])
  })

  it("names misspelt and former variables", () => {
    check({ SKILL_MCP_HINTS: "off" }, [
      "ok no variable changes anything",
      "note SKILL_MCP_HINTS is no variable of ours: it has no effect",
    ])
    check({ SKILL_ROUTER_HINT: "off" }, [
      "ok SKILL_ROUTER_HINT=off",
      "note SKILL_ROUTER_HINT is the former name of SKILL_MCP_HINT",
    ])
    check({ SKILL_ROUTER_DEBUG: "1", SKILL_MCP_DEBUG: "1" }, [
      "ok SKILL_MCP_DEBUG=1 SKILL_ROUTER_DEBUG=1",
      "note SKILL_ROUTER_DEBUG has no effect: SKILL_MCP_DEBUG is set too",
    ])
  })

  it("names values at which opencode ends with an error", () => {
    for (const value of ["TRUE", "", "2"]) {
      check({ OPENCODE_DISABLE_EXTERNAL_SKILLS: value }, [
        `ok OPENCODE_DISABLE_EXTERNAL_SKILLS=${value}`,
        `fault OPENCODE_DISABLE_EXTERNAL_SKILLS="${value}": opencode ends with an error for this value`,
      ])
    }
    check({ OPENCODE_DISABLE_CLAUDE_CODE: "yes" }, [
      "ok OPENCODE_DISABLE_CLAUDE_CODE=yes",
      "note OPENCODE_DISABLE_CLAUDE_CODE=yes: opencode reads fewer skill folders",
    ])
    check({ OPENCODE_DISABLE_CLAUDE_CODE: "n" }, ["ok OPENCODE_DISABLE_CLAUDE_CODE=n"])
  })
})
