import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { describe, it } from "node:test"
import { chooseKnownTools } from "../../../gateway/upstream/chosen-tools.ts"
import { GROUPS, KNOWN_TOOLS, READS } from "../../../gateway/upstream/known-tools.ts"

/** All that a program reads of a schema, in one order: everything but words. */
const withoutWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !((key === "description" || key === "title") && typeof one === "string"))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, withoutWords(one)]),
  )
}

describe("the bundled tools", () => {
  it("have the schemas recorded of skill-map 1.12.2", () => {
    const text = JSON.stringify(withoutWords(KNOWN_TOOLS))
    // Of the same form of shared/upstream/tools-list.json, recorded on 2026-11-29.
    assert.equal(
      createHash("sha256").update(text).digest("hex"),
      "f057089c1e6c52bcced96f8f8195f0b7a4cf62aba34d73a56181696b49500fb5",
    )
  })

  it("are these, in these groups", () => {
    const names = [
      "query_graph get_node list_issues get_branch",
      "list_extensions list_jobs get_job submit_job claim_job record_job cancel_job fail_job",
      "list_findings resolve_finding dismiss_finding reopen_finding undismiss_finding delete_finding",
      "dismiss_issue undismiss_issue list_issue_suppressions",
    ].map((line) => line.split(" "))
    const [graph, queue, findings, suppressions] = names
    assert.deepEqual(GROUPS, { graph, queue, findings, suppressions })
    assert.deepEqual(
      KNOWN_TOOLS.map(({ name }) => name),
      names.flat(),
    )
  })

  it("are marked as reads and writes", () => {
    const tools = chooseKnownTools({ groups: ["graph", "queue", "findings", "suppressions"], reserved: new Set() })
    const marked = (hint: string): unknown[] =>
      tools.filter(({ annotations }) => Object(annotations)[hint] === true).map(({ name }) => name)
    assert.deepEqual(marked("readOnlyHint"), [
      "query_graph",
      "get_node",
      "list_issues",
      "get_branch",
      "list_extensions",
      "list_jobs",
      "get_job",
      "list_findings",
      "list_issue_suppressions",
    ])
    assert.equal(READS.size, 9)
    assert.deepEqual(marked("destructiveHint"), ["cancel_job", "fail_job", "delete_finding"])
    assert.equal(tools.filter(({ annotations }) => Object(annotations).readOnlyHint === false).length, 12)
  })
})
