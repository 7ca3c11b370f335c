import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { readClient, toProtocolVersion } from "../../gateway/initialize.ts"

const check = (proposed: string, expected: string): void => assert.equal(toProtocolVersion(proposed), expected)

const PARAMS = { protocolVersion: "2025-06-18", capabilities: { roots: {} }, clientInfo: { name: "c", version: "1" } }

describe("the revision agreed on", () => {
  it("is the one proposed where this server speaks it", () => {
    check("2025-11-25", "2025-11-25")
    check("2025-06-18", "2025-06-18")
    check("2024-11-05", "2024-11-05")
  })
  it("is the newest of ours for a newer client", () => {
    check("2026-07-28", "2025-11-25")
    check("9999-12-31", "2025-11-25")
  })
  it("is one that an older client may know, where there is one", () => {
    check("2025-03-26", "2024-11-05")
    check("2024-10-07", "2025-11-25")
  })
  it("is the newest of ours where the proposal is no revision at all", () => {
    check("", "2025-11-25")
    check("latest", "2025-11-25")
    check("~~~~", "2025-11-25")
  })
})

describe("the client", () => {
  it("is what it says of itself", () =>
    assert.deepEqual(readClient(PARAMS), {
      name: "c",
      version: "1",
      capabilities: { roots: {} },
      protocolVersion: "2025-06-18",
    }))
  it("is told what its initialize lacks, in plain words and under -32602", () => {
    for (const key of ["protocolVersion", "capabilities", "clientInfo"] as const) {
      const { [key]: _, ...rest } = PARAMS
      assert.throws(() => readClient(rest), {
        code: -32602,
        message: new RegExp(`^invalid params: initialize needs ${key} \\(expected`),
      })
    }
    assert.throws(() => readClient({ ...PARAMS, clientInfo: { name: "c" } }), {
      code: -32602,
      message: /clientInfo\.version/,
    })
  })
})
