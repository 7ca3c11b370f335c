import assert from "node:assert/strict"
import { after, before, describe, it } from "node:test"
import type { JsonObject } from "../../../gateway/read-frame.ts"
import { GROUPS, READS } from "../../../gateway/upstream/known-tools.ts"
import type { Files, Project } from "../../lab/project.ts"
import {
  type Front,
  listUpstreamResources,
  listUpstreamTemplates,
  startFront,
  textOf,
  unavailableMessage,
  until,
} from "./behind-gateway.ts"

/** A skill-map in a project of its own. */
export interface Server {
  readonly project: Project
  /** Resolves when it says of itself that it runs. */
  readonly start: () => Promise<void>
  /** Ends it in good order. */
  readonly stop: () => Promise<void>
}

const EXTENSION = "core/ai-suspicion-analyzer"
const NODES = ["deploy", "rollback"].map((name) => `.claude/skills/${name}/SKILL.md`)

/** What lies in the project: two skills to have jobs about. */
export const SERVER_FILES: Files = Object.fromEntries(
  NODES.map((path, at) => [
    path,
    `---\nname: ${at === 0 ? "deploy" : "rollback"}\ndescription: Ships it\n---\n# Ship\n`,
  ]),
)

/** A server that has to scan first is given this long. */
const READY_MS = 60_000

/** What holds of every skill-map behind the gateway, the real one and the stand-in alike. */
export const describeBehaviour = (name: string, open: () => Promise<Server>): void => {
  void describe(`${name} behind the gateway`, () => {
    let server: Server
    let front: Front
    before(async () => {
      server = await open()
      front = await startFront(server.project)
    })
    after(async () => {
      await front?.close()
      await server?.stop()
      server?.project.remove()
    })

    const call = (tool: string, input?: JsonObject): Promise<JsonObject> => front.call(tool, input)
    const isFound = async (): Promise<boolean> => (await call("query_graph", {})).isError !== true
    const submit = async (node: string | undefined): Promise<string> => {
      const { outcome, jobId } = dataOf(await call("submit_job", { node, extension: EXTENSION }))
      assert.equal(outcome, "created")
      return String(jobId)
    }

    it("is told as missing before it runs, with its tools listed", async () => {
      assert.match(unavailableMessage(await call("query_graph")), /`sm serve --mcp/)
      assert.deepEqual(await listNames(front), [...GROUPS.graph, ...GROUPS.queue].sort())
    })

    it("is found when it is started, by whoever calls next", async () => {
      await server.start()
      await until("it is found", isFound, READY_MS)
      assert.deepEqual(await listNames(front), [...GROUPS.graph, ...GROUPS.queue].sort())
    })

    it("gives the same data as text and as structure, to calls without arguments too", async () => {
      for (const tool of ["query_graph", "list_extensions", "list_jobs"]) {
        const result = await call(tool)
        assert.equal(result.isError, undefined, textOf(result))
        assert.deepEqual(JSON.parse(textOf(result)), result.structuredContent)
      }
    })

    it("refuses in its own words", async () => {
      const refused = await call("get_job", { id: "nope" })
      assert.deepEqual([refused.isError, textOf(refused)], [true, "MCP error -32602: Unknown job id: nope"])
      assert.deepEqual(dataOf(await call("fail_job", { id: "nope" })), { outcome: "not-found" })
      assert.match(textOf(await call("claim_job", { wait: 0 })), /expected number to be >0/)
    })

    it("has its three resources and its nodes read and subscribed to", async () => {
      const uris = (await listUpstreamResources(front)).map(({ uri }) => uri)
      assert.deepEqual(uris.sort(), ["skillmap://activity", "skillmap://graph", "skillmap://issues"])
      const [template] = await listUpstreamTemplates(front)
      assert.equal(template?.uriTemplate, "skillmap://node/{+path}")
      const { contents } = await front.request("resources/read", { uri: "skillmap://graph" })
      assert.equal(typeof JSON.parse(Object(contents)[0].text), "object")
      await assert.rejects(front.request("resources/read", { uri: "skillmap://node/nope.md" }), /-32602/)
      assert.deepEqual(await front.request("resources/subscribe", { uri: "skillmap://graph" }), {})
    })

    it("has a claim wait in the gateway, as long as was asked for, and end with null", async () => {
      await drain(front)
      const started = Date.now()
      assert.equal(textOf(await call("claim_job", { wait: 3 })), "null")
      const passed = Date.now() - started
      assert.ok(passed > 2_900 && passed < 15_000, `${passed} ms`)
    })

    it("gives a job to a claim that waits, and takes it back by its nonce only", async () => {
      const waiting = call("claim_job", { wait: 30, filter: EXTENSION })
      const id = await submit(NODES[0])
      const claimed = dataOf(await waiting)
      assert.deepEqual([claimed.id, typeof claimed.nonce, typeof claimed.content], [id, "string", "string"])
      assert.equal(await statusOf(front, id), "running")
      const wrong = { id, nonce: "wrong", status: "failed" }
      assert.deepEqual(dataOf(await call("record_job", wrong)), { outcome: "nonce-mismatch" })
      assert.equal(dataOf(await call("record_job", { ...wrong, nonce: claimed.nonce })).outcome, "failed")
      assert.equal(await statusOf(front, id), "failed")
    })

    it("loses no job to a claim that was cancelled while it waited", async () => {
      const cancel = new AbortController()
      const waiting = front.call("claim_job", { wait: 60 }, { signal: cancel.signal })
      setTimeout(() => cancel.abort(), 500)
      await assert.rejects(waiting)
      const id = await submit(NODES[1])
      assert.equal(dataOf(await call("claim_job", { wait: 20 })).id, id)
      assert.deepEqual(dataOf(await call("fail_job", { id })), { outcome: "failed" })
    })

    it("is survived when it restarts: told as missing, found anew, with what may have changed announced", async () => {
      await server.stop()
      assert.match(unavailableMessage(await call("query_graph")), /`sm serve --mcp/)
      front.told.length = 0
      await server.start()
      await until("it is found anew", isFound, READY_MS)
      await until("the change is told", () => front.count("resources/updated", "skillmap://graph") > 0)
    })
  })
}

/** The names of the upstream's tools as the client sees them, each proven to have what a host needs. */
const listNames = async ({ request }: Front): Promise<string[]> => {
  const { tools } = await request("tools/list")
  const listed = (Array.isArray(tools) ? tools : []).filter(({ name }) => QUEUE_AND_GRAPH.has(name))
  for (const { name, inputSchema, annotations } of listed) {
    assert.equal(inputSchema.type, "object", name)
    assert.equal(annotations.readOnlyHint, READS.has(name), name)
  }
  return listed.map(({ name }) => String(name)).sort()
}

const QUEUE_AND_GRAPH: ReadonlySet<unknown> = new Set([...GROUPS.graph, ...GROUPS.queue])

/** At its start skill-map may queue a job of its own. */
const drain = async ({ call }: Front): Promise<void> => {
  for (;;) {
    const { id } = dataOf(await call("claim_job"))
    if (typeof id !== "string") return
    await call("fail_job", { id })
  }
}

const statusOf = async ({ call }: Front, id: string): Promise<unknown> =>
  Object(dataOf(await call("get_job", { id })).item).status

const dataOf = ({ structuredContent, isError, content }: JsonObject): JsonObject => {
  assert.notEqual(isError, true, JSON.stringify(content))
  return Object(structuredContent)
}
