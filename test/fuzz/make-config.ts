import { Buffer } from "node:buffer"
import fc from "fast-check"
import { CONFIG_TEXT } from "../cli/config/jsonc-arbitrary.ts"

const SIGNS = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "/",
  "*",
  "\\",
  "\n",
  "\r",
  "\0",
  "\u2028",
  "\u00a0",
  "\uFEFF",
  "x",
  "1",
  "Ж",
]

/** Members that mean something to init: other plugins and servers, ours by name, and values of a wrong kind. */
const MEMBERS = [
  ...['"plugin": "x"', '"plugin": [1]', '"plugin": {}', '"plugin": [["a", {}], "b"]', '"plugins": [{"package": "a"}]'],
  ...[
    '"plugins": []',
    '"permissions": []',
    '"mcp": []',
    '"mcp": null',
    '"mcp": {"servers": {}}',
    '"mcp": {"servers": []}',
  ],
  ...['"mcp": {"skill-mcp": {"enabled": false}}', '"mcp": {"skill-mcp": {"type": "local", "command": ["x", "y"]}}'],
  ...[
    '"mcp": {"skill-mcp": 1}',
    '"mcp": {"servers": {"skill-mcp": {}}}',
    '"a": 1, "a": 2',
    '"plugin": [], "plugin": []',
  ],
  ...[
    '"plugin": ["/gone/skill-finder-mcp/dist/plugin"]',
    '"plu\\u0067in": ["a"]',
    '"__proto__": {}',
    '"mcp": {"__proto__": {}}',
  ],
] as const

/** A change to a text as a slip of a person, an editor or a disk makes it. */
const SLIPS: readonly ((text: string, at: number, sign: string, member: string) => string)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at, sign) => text.slice(0, at) + sign + text.slice(at),
  (text, at, sign) => text.slice(0, at) + sign + text.slice(at + 1),
  (text, _at, sign) => text + sign,
  (text, _at, _sign, member) => text.replace("{", `{${member},`),
  (text, _at, _sign, member) => text.replace(/\}(?=[^}]*$)/, `,${member}}`),
  (_text, at, _sign, member) => `{${member}${" ".repeat(at % 3)}}`,
  (text) => `${text}${text}`,
  (_text, at) => `{"a":${"[".repeat(at * 50)}`,
  (_text, at) => `{"a":${"[".repeat(at % 500)}${"]".repeat(at % 500)}}`,
]

const SLIPPED: fc.Arbitrary<string> = fc
  .tuple(
    CONFIG_TEXT,
    fc.array(fc.tuple(fc.constantFrom(...SLIPS), fc.nat(), fc.constantFrom(...SIGNS), fc.constantFrom(...MEMBERS)), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([text, slips]) =>
    slips.reduce(
      (now, [slip, at, sign, member]) => slip(now, at % (Math.min(now.length, 2_000) + 1), sign, member),
      text,
    ),
  )

/** Configuration files of every style, sound ones, and such as somebody or something has damaged. */
export const CONFIG_BYTES: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: CONFIG_TEXT.map((text) => Buffer.from(text)) },
  { weight: 10, arbitrary: SLIPPED.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: CONFIG_TEXT.map((text) => Buffer.from(text, "utf16le")) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
)
