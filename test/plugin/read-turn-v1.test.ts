import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { readTurnV1, type TurnV1 } from "../../plugin/read-turn-v1.ts"
import { assistantV1, compactionV1, type MessageV1, skillCallV1, userV1 } from "./turns-v1.ts"

const check = (messages: readonly MessageV1[], expected: Partial<TurnV1>): void => {
  const turn = readTurnV1(messages)
  assert.ok(turn)
  assert.deepEqual({ ...turn, ...expected }, turn)
}

const SKILL_COMMAND = [
  "# deploy\n\nDo it.\n",
  "\nBase directory for this skill: /skills/deploy",
  "Relative paths in this skill (e.g., scripts/, references/) are relative to this base directory.",
].join("\n")

describe("a turn of V1", () => {
  it("is the last message of the user with its agent", () =>
    check([userV1("m1", "one"), assistantV1("m2"), userV1("m3", "two", { agent: "plan" }), assistantV1("m4")], {
      sessionID: "ses_1",
      messageID: "m3",
      agent: "plan",
      text: "two",
    }))

  it("holds the person's words, not what was added to them", () => {
    const { info, parts } = userV1("m1", "own words")
    const added = [
      { type: "text", text: "<system-reminder>plan mode</system-reminder>", synthetic: true },
      { type: "text", text: "not for the model", ignored: true },
      { type: "file", mime: "text/plain", url: "file:///x" },
      { type: "text", text: "and more" },
    ]
    check([{ info, parts: [...parts, ...added] }], { text: "own words\nand more" })
  })

  it("has no words when the whole message was added by the host", () => {
    const { info } = userV1("m1", "")
    check([{ info, parts: [{ type: "text", text: "Summarize the task tool output above", synthetic: true }] }], {
      text: "",
    })
  })

  it("knows the skills that were loaded, not those that failed to", () =>
    check(
      [
        userV1("m1", "x"),
        assistantV1("m2", [skillCallV1("a"), skillCallV1("b", "error"), skillCallV1("c", "running")]),
      ],
      {
        loadedNames: new Set(["a", "c"]),
      },
    ))

  it("takes a skill loaded as a slash command for loaded and looks at the words behind it", () => {
    check([userV1("m1", `${SKILL_COMMAND}\n\nto the test cluster`)], {
      text: "\n\nto the test cluster",
      loadedFolders: new Set(["/skills/deploy"]),
    })
    check([userV1("m1", SKILL_COMMAND), assistantV1("m2"), userV1("m3", "next")], {
      text: "next",
      loadedFolders: new Set(["/skills/deploy"]),
    })
  })

  it("names the last compaction and is not that message itself", () => {
    check([...compactionV1("m5"), userV1("m7", "on we go")], { messageID: "m7", compaction: "m5" })
    check([userV1("m1", "before"), ...compactionV1("m5")], { messageID: "m1", compaction: "m5" })
    check([userV1("m1", "before")], { compaction: undefined })
  })

  it("sees that the message itself turns the skill tool off", () => {
    check([userV1("m1", "x", { tools: { skill: false } })], { hasSkillTool: false })
    check([userV1("m1", "x", { tools: { bash: false } })], { hasSkillTool: true })
  })

  it("is none where nobody wrote, and shapes that we do not know do no harm", () => {
    for (const messages of [[], undefined, "text", [null, 7, {}], [{ info: { role: "user" } }], [assistantV1("m1")]])
      assert.equal(readTurnV1(messages), undefined)
    const odd = [{ info: userV1("m1", "").info, parts: [null, { type: "text" }, { type: "tool", tool: "skill" }] }]
    assert.equal(readTurnV1(odd)?.text, "")
  })
})
