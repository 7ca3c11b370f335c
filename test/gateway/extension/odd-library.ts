import type { Files } from "../../lab/project.ts"
import { skill } from "../skills.ts"

/** All bytes there are: no text in any encoding. */
export const BYTES = Uint8Array.from({ length: 256 }, (_, at) => at)

const root = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [`.claude/skills/${path}`, file]))

/** One skill for each thing that the extension has to get right. */
export const ODD_LIBRARY: Files = {
  ...root({
    "bom/SKILL.md": `\uFEFF${skill("bom", "Begins with a byte order mark")}`,
    "crlf/SKILL.md": skill("crlf", "Ends lines as Windows does").replaceAll("\n", "\r\n"),
    "dated/SKILL.md": skill(
      "dated",
      "Has values that YAML 1.1 reads otherwise",
      "# Dated\n",
      "created: 2024-01-31\nanswer: yes\nratio: 1.50\noctal: 0o17\nnothing: ~\nlist: [a, 1, true]\n",
    ),
    "outer/SKILL.md": skill("outer", "Holds another skill and odd file names"),
    "outer/.hidden": "hidden",
    "outer/.git/config": "password",
    "outer/a b#c?d%e.md": "odd",
    "outer/it's (1)!.txt": "odd",
    "outer/日本.md": "日本",
    "outer/data.bin": BYTES,
    "outer/nothing.txt": "",
    "outer/void": { folder: true },
    "outer/inner/SKILL.md": skill("inner", "Lies in another skill"),
    "outer/inner/deep/er/file.json": "{}",
    "linked/SKILL.md": skill("linked", "Has links"),
    "linked/real/one.txt": "one",
    "linked/inside.txt": { link: "real/one.txt" },
    "linked/folder": { link: "real" },
    "linked/outside.txt": { link: "../../../outside/secret.txt" },
    "linked/outside": { link: "../../../outside" },
    "linked/nowhere": { link: "nothing-there" },
    "renamed folder/SKILL.md": skill("another-name", "Its folder has another name"),
    "renamed folder/part/SKILL.md": skill("part-of-it", "Lies in it, with another name too"),
    "many/SKILL.md": skill("many", "Has too many files"),
  }),
  ...Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`.claude/skills/many/files/${at}.txt`, "x"])),
  ".agents/skills/agent-skill/SKILL.md": skill("agent-skill", "Lies in another root"),
  ".config/opencode/skills/group/host-skill/SKILL.md": skill("host-skill", "Lies in the host's own root"),
  "outside/secret.txt": "the-secret-of-this-test",
  "outside/SKILL.md": skill("outside-skill", "Lies outside of all roots"),
}

/** Skills that the host loads and the extension may not list, and why not. */
export const UNLISTED: readonly (readonly [string, string, RegExp])[] = [
  ["no-description", "---\nname: no-description\n---\n", /it has no description/],
  ["bad", skill("Bad Name", "x"), /its name is not of 1 to 64/],
  ["long-name", skill("a".repeat(65), "x"), /its name is not of 1 to 64/],
  ["long", skill("long", "d".repeat(1_025)), /its description has 1025 characters, more than 1024/],
  ["meta", skill("meta", "x", "", "metadata:\n  version: 2\n"), /its metadata has a value that is no text \(version\)/],
  ["meta-list", skill("meta-list", "x", "", "metadata: [a]\n"), /its metadata is no mapping/],
  ["compat", skill("compat", "x", "", "compatibility: ''\n"), /its compatibility is empty or no text/],
  ["colons", skill("colons", "a: b: c"), /its frontmatter is not valid YAML 1\.2/],
  ["closed-oddly", "---\nname: closed-oddly\ndescription: x\n--- # end\n", /does not stand between two lines/],
  ["infinite", skill("infinite", "x", "", "most: .inf\n"), /the number Infinity/],
  ["latin", Buffer.from(skill("latin", "caf\u00e9"), "latin1").toString("latin1"), /./],
]
