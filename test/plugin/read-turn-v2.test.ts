import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { readTurnV2, type TurnV2 } from "../../plugin/read-turn-v2.ts"

const user = (id: string | undefined, ...texts: readonly string[]): object => ({
  ...(id === undefined ? {} : { id }),
  role: "user",
  content: texts.map((text) => ({ type: "text", text })),
})
const call = (id: string, skill: string): object => ({ type: "tool-call", id, name: "skill", input: { id: skill } })

const check = (messages: readonly object[], admitted: readonly string[], expected: Partial<TurnV2>): void => {
  const turn = readTurnV2(messages, new Set(admitted))
  assert.ok(turn)
  assert.deepEqual({ ...turn, ...expected }, turn)
}

describe("a turn of V2", () => {
  it("is the last message that a person sent, without its attachments", () =>
    check([user("m1", "one"), user("m2", "two", "\n\nAttached file: x\nlong")], ["m1", "m2"], {
      key: "m2",
      text: "two",
    }))
  it("is no message that the host made up", () =>
    check([user("m1", "one"), user("m2", "Continue with the next step of the plan")], ["m1"], {
      key: "m1",
      text: "one",
    }))
  it("is found by its look where the host has restarted since", () => {
    const madeUp = ["Shell command: ls\n\nx", "<conversation-checkpoint>\nold", '<skill_content name="a">']
    check([user("m1", "one"), ...madeUp.map((text, at) => user(`h${at}`, text))], [], { key: "m1", text: "one" })
  })
  it("has its text for a key where messages have no id", () => check([user(undefined, "one")], [], { key: "one" }))
  it("knows the skills that were loaded, not those that failed to", () =>
    check(
      [
        user("m1", "one"),
        { role: "assistant", content: [call("c1", "a"), call("c2", "b"), call("c3", "c")] },
        {
          role: "tool",
          content: [{ type: "tool-result", id: "c2", name: "skill", result: { type: "error", value: "no" } }],
        },
        { role: "tool", content: [{ type: "tool-result", id: "c3", name: "skill", result: {}, resultType: "error" }] },
      ],
      ["m1"],
      { loaded: new Set(["a"]) },
    ))
  it("names the last compaction", () => {
    check([user("c1", "<conversation-checkpoint>\nold"), user("m2", "two")], ["m2"], { compaction: "c1" })
    check([user("m2", "two")], ["m2"], { compaction: undefined })
  })
  it("passes on what the host has told the model since", () =>
    check([user("m1", "one"), { role: "system", content: [{ type: "text", text: "news" }] }], ["m1"], {
      updates: ["news"],
    }))
  it("takes a content that is a plain text", () =>
    check([{ id: "m1", role: "user", content: "one" }], [], { text: "one" }))
  it("is none where nobody wrote, and shapes that we do not know do no harm", () => {
    for (const messages of [[], undefined, [null, 7, {}], [user("h1", "Shell command: ls")]])
      assert.equal(readTurnV2(messages, new Set()), undefined)
  })
})
