import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { TOOLS } from "../../gateway/tools.ts"

type Schema = Readonly<Record<string, unknown>>

/** Every value that a schema names, one a line: its place, its type and, for a model, its meaning. */
const linesOf = (schema: Schema, place = ""): string[] => {
  const { properties = {}, items, required = [], type, description } = schema
  const meaning = description === undefined ? "" : ` — ${String(description)}`
  const constant = "const" in schema ? ` = ${String(schema.const)}` : ""
  const own = place === "" ? [] : [`${place}: ${String(type)}${constant}${meaning}`]
  const parts = Object.entries(Object(properties) as Record<string, Schema>).flatMap(([key, one]) => {
    const isNeeded = Array.isArray(required) && required.includes(key)
    return linesOf(one, `${place}${place === "" ? "" : "."}${key}${isNeeded ? "" : "?"}`)
  })
  return [...own, ...parts, ...(items === undefined ? [] : linesOf(Object(items), `${place}[]`))]
}

const check = (tool: string, expected: readonly string[]): void => {
  const schema = TOOLS.find(({ name }) => name === tool)?.outputSchema
  assert.ok(schema)
  assert.deepEqual(linesOf(schema), [
    "ok: boolean",
    ...expected,
    "error?: object — Present when ok is false.",
    "error?.code: string",
    "error?.message: string",
  ])
}

const HEADING = (place: string): string[] => [
  `${place}: object`,
  `${place}.number: integer`,
  `${place}.level: integer — 1 to 6`,
  `${place}.text: string`,
  `${place}.line: integer`,
]

describe("what a client gets of each tool", () => {
  it("is of find, candidates and the next step", () =>
    check("find", [
      "items?: array — Candidates, best first.",
      "items?[]: object",
      "items?[].name: string",
      "items?[].path: string",
      "items?[].score: number",
      "items?[].why: string",
      "items?[].description: string",
      "items?[].confident: boolean",
      "items?[].id?: string — Opens the skill where the skill tool takes an id; absent when equal to name.",
      "items?[].hidden?: boolean = true — Not in the host's catalog; it can be loaded all the same.",
      "items?[].manual_only?: boolean = true — Its author wants it loaded only when the person asks for it.",
      "next?: string — The next step.",
      "note?: string",
      "problems?: object — Present when skill files have problems.",
      "problems?.count: integer",
      "problems?.dropped: integer — skill files that are not loaded",
      "problems?.see: string = doctor",
    ]))

  it("is of outline, frontmatter and headings", () =>
    check("outline", [
      "name?: string",
      "path?: string",
      "frontmatter?: object",
      "lines?: integer — Lines of the whole file.",
      "headings?: array",
      ...HEADING("headings?[]"),
      "cut_headings?: integer — How many headings are not shown.",
      "next?: string — The next step.",
    ]))

  it("is of read-section, lines and what was cut", () =>
    check("read-section", [
      "name?: string",
      "path?: string",
      ...HEADING("heading?"),
      "first_line?: integer",
      "last_line?: integer",
      "text?: string",
      "cut_lines?: integer — How many lines of the section are not shown.",
      "next?: string — How to read what was cut.",
    ]))

  it("is of schema, versions, shapes and statistics", () =>
    check("schema", [
      "server?: object",
      "server?.name: string",
      "server?.version: string",
      "server?.node: string",
      "protocol_versions?: array",
      "protocol_versions?[]: string",
      "capabilities?: object",
      "tools?: array",
      "tools?[]: object",
      "tools?[].name: string",
      "tools?[].input: object",
      "tools?[].output: object",
      "index?: object",
      "index?.skills: integer",
      "index?.hidden: integer",
      "index?.manual_only: integer",
      "index?.roots: array",
      "index?.roots[]: object",
      "index?.roots[].path: string",
      "index?.roots[].origin: string",
      "index?.roots[].exists: boolean",
      "index?.roots[].skills: integer",
      "index?.problems: integer",
      "index?.build_ms: integer — How long the first build took.",
      "extension?: object",
      "extension?.listed: integer — Skills that the MCP Skills extension lists.",
      "extension?.unlisted: integer — Skills that only find, outline and read-section show.",
      "extension?.reasons: array",
      "extension?.reasons[]: object",
      "extension?.reasons[].name: string",
      "extension?.reasons[].path: string",
      "extension?.reasons[].reason: string",
    ]))

  it("is of doctor, checks", () =>
    check("doctor", [
      "checks?: array",
      "checks?[]: object",
      "checks?[].name: string",
      "checks?[].ok: boolean",
      "checks?[].message: string",
      "checks?[].cure?: string",
      "checks?[].details?: array",
      "checks?[].details?[]: string",
    ]))
})
