import assert from "node:assert/strict"
import { describe, it, mock } from "node:test"
import { DEFAULT_SETTINGS } from "../../core/index.ts"
import { refreshOnce } from "../../plugin/refresh-once.ts"
import { createSessions } from "../../plugin/sessions.ts"

/** Messages with the time at which each is looked at, and how often the disk is looked at for them. */
const check = async (looks: readonly (readonly [key: string, at: number])[], expected: number): Promise<void> => {
  let count = 0
  const refresh = async (): Promise<void> => {
    count += 1
  }
  const project = { directory: "/", settings: () => DEFAULT_SETTINGS, index: () => undefined, refresh, close: () => {} }
  const session = createSessions().at("a")
  const clock = mock.method(performance, "now", () => 0)
  for (const [key, at] of looks) {
    clock.mock.mockImplementation(() => at)
    await refreshOnce(project, session, key)
  }
  clock.mock.restore()
  assert.equal(count, expected)
}

describe("the look at the disk", () => {
  it("is taken once a message", () =>
    check(
      [
        ["m1", 0],
        ["m1", 900],
        ["m2", 950],
      ],
      2,
    ))
  it("is taken again for a message that has waited", () =>
    check(
      [
        ["m1", 0],
        ["m1", 5_000],
        ["m1", 5_100],
      ],
      2,
    ))
})
