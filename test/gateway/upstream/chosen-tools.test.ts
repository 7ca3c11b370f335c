import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { chooseTools, type ToolChoice } from "../../../gateway/upstream/chosen-tools.ts"

const ALL: ToolChoice = { groups: ["graph", "queue", "findings", "suppressions"], reserved: new Set(["find"]) }
const tool = (name: string, more = {}) => ({ name, inputSchema: { type: "object" }, ...more })
const names = (listed: readonly unknown[], choice: ToolChoice): string[] =>
  chooseTools(listed, choice).tools.map(({ name }) => name)

describe("the choice of tools", () => {
  it("shows tools of later versions only where all groups are chosen", () => {
    const listed = [tool("get_node"), tool("brand_new")]
    assert.deepEqual(names(listed, ALL), ["get_node", "brand_new"])
    assert.deepEqual(names(listed, { ...ALL, groups: ["graph", "queue"] }), ["get_node"])
  })

  it("leaves annotations that are there alone, and gives none to what it does not know", () => {
    const annotations = { title: "x" }
    const { tools } = chooseTools([tool("get_node", { annotations }), tool("brand_new")], ALL)
    assert.deepEqual(tools, [tool("get_node", { annotations }), tool("brand_new")])
  })

  it("names each tool that it leaves out", () => {
    const { tools, problems } = chooseTools(
      [tool("find"), null, { name: "x" }, tool("get_node"), tool("get_node")],
      ALL,
    )
    assert.equal(tools.length, 1)
    assert.equal(problems.length, 4)
    assert.match(problems[0] ?? "", /"find", as one of ours is/)
  })
})
