import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { CAPABILITIES, SERVER_INFO } from "../../gateway/server-info.ts"
import { INSTRUCTIONS, TOOLS } from "../../gateway/tools.ts"

const REFERENCE = {
  name: { type: "string", description: "The skill's name, as find gives it." },
  path: { type: "string", description: "Instead of name: the path of its SKILL.md, as find gives it." },
}

describe("what a client sees of the server", () => {
  it("is its name, what it offers and its instructions", () => {
    assert.deepEqual({ ...SERVER_INFO, version: "" }, { name: "skill-mcp", title: "Skill finder", version: "" })
    assert.deepEqual(CAPABILITIES, { tools: {} })
    assert.equal(
      INSTRUCTIONS,
      "skill-mcp finds skills: folders with instructions for one kind of task, more of them than the catalog shows.\n" +
        "1. Call find with the person's own words plus English keywords and synonyms.\n" +
        "2. If a candidate's description fits, load that skill with the host's skill tool and follow it.\n" +
        "3. Where there is no such tool, or only a part of a long skill is needed: outline, then read-section with a heading's number.\n" +
        "An empty answer means that nothing matched: try other words once, then work without a skill.",
    )
  })

  it("is five tools with these titles and descriptions", () => {
    assert.deepEqual(
      TOOLS.map(({ name, title, description }) => [name, title, description]),
      [
        [
          "find",
          "Find skills",
          "Call this FIRST in a task. Finds the installed skills that fit it, those hidden from the catalog too, and gives candidates with their descriptions. Query: the user's words, then lines of English keywords plus synonyms, one phrasing a line. Nothing is loaded: verify a description, then load the skill with the skill tool.",
        ],
        [
          "outline",
          "Outline of a skill",
          "Lists the headings of one skill with their line numbers, and its frontmatter, without loading the skill. For long skills, before read-section.",
        ],
        [
          "read-section",
          "Read a section of a skill",
          "Reads one section of a skill, by its heading's text or its number in outline, without loading the rest of the skill.",
        ],
        [
          "schema",
          "About this server",
          "Describes this server: versions, capabilities, the shapes of its tools and what is in the skill index.",
        ],
        [
          "doctor",
          "Check this server",
          "Checks this server's health: skill folders, each faulty skill file with its cure, settings, and a probe search. For when find misses a skill that should be there.",
        ],
      ],
    )
  })

  it("is that none of them changes anything", () => {
    for (const { annotations } of TOOLS) {
      assert.deepEqual(annotations, {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
    }
  })

  it("is what each tool takes", () => {
    assert.deepEqual(Object.fromEntries(TOOLS.map(({ name, inputSchema }) => [name, inputSchema])), {
      find: {
        type: "object",
        properties: {
          query: {
            type: "string",
            description:
              "What the task is about: the person's own words and, beside them, English keywords and synonyms.",
          },
          limit: { type: "integer", minimum: 1, maximum: 10, default: 10, description: "How many candidates at most." },
          restrict_to: {
            type: "array",
            items: { type: "string" },
            maxItems: 200,
            description: "Only skills whose names fit one of these patterns; * stands for any characters.",
          },
        },
        required: ["query"],
        additionalProperties: false,
      },
      outline: { type: "object", properties: REFERENCE, additionalProperties: false },
      "read-section": {
        type: "object",
        properties: {
          ...REFERENCE,
          heading: { type: ["string", "integer"], description: "The heading's text, or its number in outline." },
          max_lines: {
            type: "integer",
            minimum: 1,
            maximum: 600,
            default: 150,
            description: "How many lines at most.",
          },
        },
        required: ["heading"],
        additionalProperties: false,
      },
      schema: { type: "object", properties: {}, additionalProperties: false },
      doctor: { type: "object", properties: {}, additionalProperties: false },
    })
  })
})
