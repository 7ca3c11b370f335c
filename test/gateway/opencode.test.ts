import assert from "node:assert/strict"
import process from "node:process"
import { after, before, describe, it } from "node:test"
import { INSTRUCTIONS } from "../../gateway/tools.ts"
import { GROUPS } from "../../gateway/upstream/known-tools.ts"
import { type FakeModel, modelConfig, startFakeModel } from "../lab/fake-model.ts"
import type { ModelRequest } from "../lab/model-request.ts"
import { makeProject, type Project } from "../lab/project.ts"
import { type HostServer, startServe } from "../lab/serve.ts"
import { FROM_SOURCE } from "./gateway-process.ts"
import { LIBRARY } from "./skills.ts"

let model: FakeModel
let project: Project
let host: HostServer

before(async () => {
  model = await startFakeModel()
  project = makeProject({
    homeFiles: LIBRARY,
    config: {
      ...modelConfig(model),
      mcp: {
        "skill-mcp": {
          type: "local",
          command: [process.execPath, ...FROM_SOURCE],
          environment: { SKILL_MCP_LANG: "en" },
          enabled: true,
        },
      },
    },
  })
  host = await startServe({ home: project.home, model })
})
after(async () => {
  host?.stop()
  await model?.close()
  project?.remove()
})

/** Lets the model call a tool and gives the request in which the host then tells it what came of it. */
const call = async (tool: string, input: object): Promise<ModelRequest> => {
  const session = await host.createSession(project.folder)
  const text = `[[call ${tool} ${JSON.stringify(input)}]]`
  const { status, requests } = await host.prompt({ folder: project.folder, session, text })
  const last = requests.filter(({ kind }) => kind === "main").at(-1)
  assert.ok(status === 200 && last !== undefined, `status ${status}, ${requests.length} requests`)
  return last
}

const toolText = ({ messages }: ModelRequest): string => {
  const last = messages.at(-1)
  assert.equal(last?.role, "tool")
  return last?.text ?? ""
}

describe("the real opencode V1 in front of the gateway", () => {
  it("gives its model our five tools, the chosen ones of the upstream and our instructions", async () => {
    const request = await call("skill-mcp_find", { query: "" })
    const names = request.tools.filter((name) => name.startsWith("skill-mcp_"))
    const ours = ["find", "outline", "read-section", "schema", "doctor"]
    const upstream = [...GROUPS.graph, ...GROUPS.queue]
    assert.deepEqual([...names].sort(), [...ours, ...upstream].map((name) => `skill-mcp_${name}`).sort())
    const systems = request.systems.join("\n")
    assert.ok(systems.includes("<mcp_instructions>") && systems.includes(INSTRUCTIONS.split("\n")[1] ?? "-"))
  })

  it("gives its model the whole answer of find and of read-section", async () => {
    const found = JSON.parse(toolText(await call("skill-mcp_find", { query: "review a supply contract", limit: 2 })))
    assert.equal(found.items[0].name, "supply-contract-review")
    assert.equal(found.next, "likely match: supply-contract-review — verify its description and load it")
    const read = toolText(await call("skill-mcp_read-section", { name: "pdf-forms", heading: "Fill a form" }))
    assert.equal(JSON.parse(read).text, "## Fill a form\n\nOne.\n\n### Check boxes\n\nTwo.\n")
  })

  it("gives its model our own words when a call fails", async () => {
    assert.match(
      toolText(await call("skill-mcp_find", { query: "x", limit: 11 })),
      /E_INVALID_INPUT.*limit must be a whole number from 1 to 10/,
    )
    assert.match(
      toolText(await call("skill-mcp_outline", { name: "pdf-form" })),
      /E_NOT_FOUND.*nearest names: pdf-forms/,
    )
    assert.match(toolText(await call("skill-mcp_outline", { path: "/etc/passwd" })), /E_FORBIDDEN/)
  })
})
