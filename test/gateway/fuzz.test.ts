import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { announce, countOf, SEED } from "../fuzz/fuzz-run.ts"
import { type FuzzLine, fuzzLine, randomFrom } from "./fuzz-frames.ts"
import { INITIALIZE } from "./gateway-process.ts"
import { start } from "./started.ts"

const FRAMES = countOf({ short: 1_000, long: 10_000 })

const keyOf = (id: unknown): string => JSON.stringify(id)

const count = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

describe(`${FRAMES} mutated, truncated, huge, mistyped and cancelled frames`, () => {
  it(`are answered exactly once each that is owed an answer, without a crash or a hang (seed ${SEED})`, async () => {
    announce("frames", FRAMES)
    const random = randomFrom(SEED)
    const lines: FuzzLine[] = Array.from({ length: FRAMES }, (_, at) => fuzzLine(random, at))
    lines.push({ bytes: Buffer.alloc(17 * 2 ** 20, "x"), owed: null })
    const gateway = start()
    await gateway.request("initialize", INITIALIZE)
    await gateway.call("find", { query: "contract" })
    const before = gateway.frames().length
    // In pieces that respect neither lines nor characters.
    const all = Buffer.concat(lines.flatMap(({ bytes }) => [bytes, Buffer.from("\n")]))
    for (let at = 0; at < all.length; ) {
      const end = at + 1 + Math.floor(random() * 65_536)
      gateway.write(all.subarray(at, end))
      at = end
    }
    await gateway.request("ping")
    // Every call in flight is done once these are, since they came last.
    await gateway.call("doctor")
    const { code } = await gateway.end()
    assert.deepEqual([code, gateway.stderr()], [0, ""])

    const owed = count(lines.flatMap(({ owed }) => (owed === undefined ? [] : [keyOf(owed)])))
    const cancelled = count(lines.flatMap(({ cancels }) => (cancels === undefined ? [] : [keyOf(cancels)])))
    const given = count(
      gateway
        .frames()
        .slice(before)
        .map(({ id }) => keyOf(id))
        .filter((key) => !key.startsWith('"test-')),
    )
    for (const key of new Set([...owed.keys(), ...given.keys()])) {
      const most = owed.get(key) ?? 0
      const least = Math.max(0, most - (cancelled.get(key) ?? 0))
      const got = given.get(key) ?? 0
      assert.ok(got >= least && got <= most, `${key}: ${got} answers, ${least} to ${most} owed`)
    }
    // The run was not about errors alone.
    const results = gateway.frames().filter(({ result }) => result !== undefined)
    assert.ok(results.length > FRAMES / 5, String(results.length))
    assert.ok((owed.get("null") ?? 0) > FRAMES / 10)
  })
})
