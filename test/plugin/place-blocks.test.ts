import assert from "node:assert/strict"
import { describe, it } from "node:test"
import fc from "fast-check"
import type { Blocks } from "../../plugin/compose-blocks.ts"
import { isRealRequest, placeBlocksV1 } from "../../plugin/place-blocks-v1.ts"
import { placeBlocksV2 } from "../../plugin/place-blocks-v2.ts"

const RULE = "<skill_router_rule>\nrule\n</skill_router_rule>"
const PRELOAD = '<skill_content name="a">\nbody\n</skill_content>'
const HINT = '<skill_hint source="skill-mcp" note="n">\n- a\n</skill_hint>'
const ALL: Blocks = { rule: RULE, preload: PRELOAD, hint: HINT, preloaded: "a" }
const OPENAI = { id: "m", providerID: "fake", api: { id: "m", npm: "@ai-sdk/openai-compatible" } }
const BEHIND = `${PRELOAD}\n\n${HINT}`

const check = (
  system: readonly string[],
  expected: readonly string[],
  { blocks = ALL, model = OPENAI as unknown } = {},
): void => {
  const placed = [...system]
  placeBlocksV1(placed, blocks, model)
  assert.deepEqual(placed, expected)
}

describe("the blocks in V1's system text", () => {
  it("stand in front of it and behind it, in one element", () => check(["host"], [`${RULE}\n\nhost\n\n${BEHIND}`]))
  it("stand in the first and in the last of several elements", () =>
    check(["host", "other"], [`${RULE}\n\nhost`, `other\n\n${BEHIND}`]))
  it("leave out what is not there", () => {
    check(["host"], [`${RULE}\n\nhost`], { blocks: { ...ALL, preload: undefined, hint: undefined } })
    check(["host"], [`host\n\n${HINT}`], { blocks: { ...ALL, rule: undefined, preload: undefined } })
    check(["host"], ["host"], {
      blocks: { rule: undefined, preload: undefined, hint: undefined, preloaded: undefined },
    })
  })
  it("make no element where there is none", () => check([], []))

  for (const [seller, model] of Object.entries({
    "anthropic itself": { id: "claude-x", providerID: "anthropic", api: { id: "claude-x", npm: "@ai-sdk/anthropic" } },
    bedrock: {
      id: "x",
      providerID: "amazon-bedrock",
      api: { id: "eu.anthropic.claude-x", npm: "@ai-sdk/amazon-bedrock" },
    },
    vertex: {
      id: "x",
      providerID: "google-vertex-anthropic",
      api: { id: "x", npm: "@ai-sdk/google-vertex/anthropic" },
    },
    "a gateway": {
      id: "anthropic/claude-x",
      providerID: "openrouter",
      api: { id: "anthropic/claude-x", npm: "@openrouter/ai-sdk-provider" },
    },
    "another under its API": { id: "k2", providerID: "kimi", api: { id: "k2", npm: "@ai-sdk/anthropic" } },
  }))
    it(`have an element of their own for a model of ${seller}`, () =>
      check(["host"], [`${RULE}\n\nhost`, BEHIND], { model }))

  for (const [name, model] of Object.entries({
    "another model of bedrock": {
      id: "nova",
      providerID: "amazon-bedrock",
      api: { id: "amazon.nova", npm: "@ai-sdk/amazon-bedrock" },
    },
    qwen: { id: "qwen3", providerID: "alibaba", api: { id: "qwen3", npm: "@ai-sdk/alibaba" } },
    "a model without a word about itself": undefined,
  }))
    it(`have none for ${name}`, () => check(["host"], [`${RULE}\n\nhost\n\n${BEHIND}`], { model }))

  it("are placed once, however often and by however many copies of the plugin", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 3 }), fc.boolean(), (system, isAnthropic) => {
        const model = isAnthropic ? { id: "claude" } : OPENAI
        const placed = [...system]
        placeBlocksV1(placed, ALL, model)
        const once = [...placed]
        placeBlocksV1(placed, ALL, model)
        assert.deepEqual(placed, once)
        // The host's own text is all there, in order and unchanged.
        assert.ok(placed.join("").includes(system[0] ?? ""))
        assert.equal(placed.length, system.length + (isAnthropic ? 1 : 0))
      }),
    )
  })
  it("are placed where the project's own texts quote them", () => {
    const host = `AGENTS.md: ${RULE} and ${HINT}, as documented`
    check([host], [`${RULE}\n\n${host}\n\n${BEHIND}`])
  })
})

describe("a real request of V1", () => {
  it("describes the environment", () => {
    assert.equal(isRealRequest(["You are opencode\n<env>\n</env>"]), true)
    assert.equal(isRealRequest(["You are a title generator."]), false)
    assert.equal(isRealRequest([]), false)
  })
})

const checkV2 = (system: readonly object[], expected: readonly object[], blocks = ALL): void => {
  const placed = [...system]
  placeBlocksV2(placed, blocks)
  assert.deepEqual(placed, expected)
  placeBlocksV2(placed, blocks)
  assert.deepEqual(placed, expected)
}
const part = (text: string): object => ({ type: "text", text })

describe("the blocks in V2's system parts", () => {
  it("stand in front in the first part, whose other keys stay, and behind in a part of their own", () =>
    checkV2(
      [{ type: "text", text: "agent", cache: { type: "ephemeral" } }, part("env")],
      [{ type: "text", text: `${RULE}\n\nagent`, cache: { type: "ephemeral" } }, part("env"), part(BEHIND)],
    ))
  it("make parts where there are none", () => checkV2([], [part(RULE), part(BEHIND)]))
  it("leave out what is not there", () =>
    checkV2([part("agent")], [part(`agent`), part(HINT)], { ...ALL, rule: undefined, preload: undefined }))
  it("do not touch the host's own part object", () => {
    const own = Object.freeze(part("agent"))
    placeBlocksV2([own], ALL)
    assert.deepEqual(own, part("agent"))
  })
})
