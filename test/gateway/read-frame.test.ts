import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as fc from "fast-check"
import { readFrame } from "../../gateway/read-frame.ts"

/** What became of a line: its kind, for a fault its code and the id it is answered under. */
const check = (line: string, expected: string): void => {
  const frame = readFrame(line)
  const seen = frame.kind === "fault" ? `${frame.code} ${JSON.stringify(frame.id)}` : frame.kind
  assert.equal(seen, expected, line)
}

describe("the frame reader", () => {
  it("takes requests with a string or a whole number as id", () => {
    check('{"jsonrpc":"2.0","id":1,"method":"ping"}', "request")
    check('{"jsonrpc":"2.0","id":0,"method":"ping","params":{}}', "request")
    check('{"jsonrpc":"2.0","id":-7,"method":"ping"}', "request")
    check('{"jsonrpc":"2.0","id":"","method":"ping"}', "request")
    check('{"jsonrpc":"2.0","id":"a","method":"","params":{"_meta":{}}}', "request")
  })
  it("takes notifications, and answers to requests of ours", () => {
    check('{"jsonrpc":"2.0","method":"notifications/initialized"}', "notification")
    check('{"jsonrpc":"2.0","id":3,"result":{}}', "response")
    check('{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"m"}}', "response")
  })
  it("takes a line with a carriage return, blanks or a byte order mark", () => {
    check('{"jsonrpc":"2.0","id":1,"method":"ping"}\r', "request")
    check('  {"jsonrpc":"2.0","id":1,"method":"ping"}  ', "request")
    check('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}', "request")
  })
  it("passes over blank lines and over errors for frames that had no id", () => {
    check("", "nothing")
    check(" \t\r", "nothing")
    check('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}', "nothing")
    check('{"jsonrpc":"2.0","result":{}}', "nothing")
  })
  it("calls what is no JSON malformed", () => {
    check("{", "-32700 null")
    check("nonsense", "-32700 null")
    check('{"jsonrpc":"2.0","id":1,"method":"ping"}{}', "-32700 null")
    check("{'jsonrpc':'2.0'}", "-32700 null")
  })
  it("calls JSON that is no message invalid", () => {
    check("1", "-32600 null")
    check('"ping"', "-32600 null")
    check("null", "-32600 null")
    check("[]", "-32600 null")
    check('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "-32600 null")
    check("{}", "-32600 null")
    check('{"jsonrpc":"2.0"}', "-32600 null")
  })
  it("answers an invalid request under its id where that can be told", () => {
    check('{"jsonrpc":"1.0","id":4,"method":"ping"}', "-32600 4")
    check('{"id":"x","method":"ping"}', '-32600 "x"')
    check('{"jsonrpc":"2.0","id":4,"method":7}', "-32600 4")
    check('{"jsonrpc":"2.0","id":4}', "-32600 4")
    check('{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}', "-32600 4")
    check('{"jsonrpc":"2.0","id":4,"method":"ping","params":null}', "-32600 4")
    check('{"jsonrpc":"2.0","id":4,"method":"ping","params":"x"}', "-32600 4")
  })
  it("refuses ids that are null, fractional, too large to be kept exactly, or of another type", () => {
    check('{"jsonrpc":"2.0","id":null,"method":"ping"}', "-32600 null")
    check('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', "-32600 null")
    check('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', "-32600 null")
    check('{"jsonrpc":"2.0","id":1e999,"method":"ping"}', "-32600 null")
    check('{"jsonrpc":"2.0","id":true,"method":"ping"}', "-32600 null")
    check('{"jsonrpc":"2.0","id":{},"method":"ping"}', "-32600 null")
  })
  it("says in few words what is wrong, however long the line is", () => {
    const frame = readFrame(`{"jsonrpc":${"x".repeat(100_000)}`)
    assert.ok(frame.kind === "fault" && frame.message.length < 200)
  })

  it("never throws, whatever stands in a line", () => {
    const lines = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "m", params })),
    )
    fc.assert(
      fc.property(lines, (line) => void readFrame(line)),
      { numRuns: 2_000 },
    )
  })
})
