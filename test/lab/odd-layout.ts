import process from "node:process"
import type { OddCase, OddRoot } from "./odd-case.ts"

/** Cases whose oddity is in paths, links or kinds of files. */
export const layoutCases = (): readonly OddCase[] => [
  ...inEveryRoot(),
  ...folderNames(),
  ...links(),
  ...fileNames(),
  ...unreadable(),
]

const skill = (name: string): string => `---\nname: ${name}\ndescription: about ${name}\n---\n# ${name}\n`

/** One case of a single skill at a path that differs from the case's id. */
const at = (id: string, path: string, note: string): OddCase => ({
  id,
  root: "path",
  files: { [path]: skill(id) },
  note,
})

/** What may differ between a root of `skills.paths`, of `.claude` (dot folders included) and of `.opencode`. */
const inEveryRoot = (): readonly OddCase[] => {
  const roots: readonly OddRoot[] = ["path", "claude", "opencode"]
  return roots.flatMap((root) => {
    const cases: readonly (readonly [string, string, string])[] = [
      ["dot-folder", ".hidden/SKILL.md", "a folder that begins with a dot"],
      ["dot-deep", "a/.hidden/b/SKILL.md", "a dot folder on the way"],
      ["git-folder", ".git/x/SKILL.md", "inside a folder called .git"],
      ["node-modules", "node_modules/pkg/SKILL.md", "inside node_modules"],
      ["nested", "testing/e2e/SKILL.md", "in a category"],
      ["top", "SKILL.md", "at the top of the case's folder"],
      ["deep", `${"d/".repeat(30)}SKILL.md`, "thirty folders down"],
    ]
    return cases.map(([kind, path, note]) => {
      const id = `${kind}-${root}`
      return { id, root, files: { [path]: skill(id) }, note }
    })
  })
}

const folderNames = (): readonly OddCase[] => [
  at("folder-differs", "mismatch/SKILL.md", "the folder has another name than the skill"),
  at("folder-spaces", "Upper Case Dir/SKILL.md", "spaces and capitals"),
  at("folder-unicode", "Отчёт 日本/SKILL.md", "letters beyond ASCII"),
  at("folder-nfd", `${"é".normalize("NFD")}/SKILL.md`, "a decomposed letter"),
  at("folder-brackets", "[draft]/SKILL.md", "brackets of a glob"),
  at("folder-braces", "{a,b}/SKILL.md", "braces of a glob"),
  at("folder-star", "a*b/SKILL.md", "a star"),
  at("folder-question", "a?b/SKILL.md", "a question mark"),
  at("folder-parens", "@(x)/SKILL.md", "an extended glob"),
  at("folder-bang", "!x/SKILL.md", "a negation"),
  at("folder-hash", "#x/SKILL.md", "a comment's sign"),
  at("folder-backslash", "a\\b/SKILL.md", "a backslash"),
  at("folder-percent", "a%20b/SKILL.md", "an escaped space"),
  at("folder-quote", "a'b\"c/SKILL.md", "quotes"),
  at("folder-dollar", "$HOME/SKILL.md", "a variable"),
  at("folder-dots", "a..b/SKILL.md", "two dots inside"),
  at("folder-end-dot", "a./SKILL.md", "a dot at the end"),
  at("folder-tilde", "~/SKILL.md", "a tilde"),
  at("folder-long", `${"l".repeat(200)}/SKILL.md`, "200 characters"),
]

const links = (): readonly OddCase[] => [
  {
    id: "link-folder",
    root: "path",
    files: { linked: { link: "../../apart/link-folder" } },
    apart: { "link-folder/SKILL.md": skill("link-folder") },
    note: "a link to a skill's folder",
  },
  {
    id: "link-file",
    root: "path",
    files: { "x/SKILL.md": { link: "../../../apart/link-file/real.md" } },
    apart: { "link-file/real.md": skill("link-file") },
    note: "SKILL.md is a link to a file of another name",
  },
  {
    id: "link-category",
    root: "path",
    files: { category: { link: "../../apart/link-category" } },
    apart: { "link-category/deep/one/SKILL.md": skill("link-category") },
    note: "a link to a folder of categories",
  },
  {
    id: "link-chain",
    root: "path",
    files: { a: { link: "b" }, b: { link: "../../apart/link-chain" } },
    apart: { "link-chain/SKILL.md": skill("link-chain") },
    ambiguous: "location",
    note: "a link to a link: two ways to one skill",
  },
  {
    id: "link-twice",
    root: "path",
    files: { "real/SKILL.md": skill("link-twice"), second: { link: "real" } },
    ambiguous: "location",
    note: "a folder and a link to it",
  },
  {
    id: "link-dangling",
    root: "path",
    files: { gone: { link: "../nowhere" }, "x/SKILL.md": { link: "nowhere.md" }, "y/SKILL.md": skill("link-dangling") },
    note: "links to nothing beside a good skill",
  },
  {
    id: "link-self",
    root: "path",
    files: { loop: { link: "loop" }, "x/SKILL.md": skill("link-self") },
    note: "a link to itself beside a good skill",
  },
  {
    id: "link-cycle",
    root: "path",
    files: { "x/SKILL.md": skill("link-cycle"), "x/up": { link: ".." } },
    ambiguous: "location",
    note: "a link to an ancestor",
  },
  {
    id: "link-hidden",
    root: "path",
    files: { seen: { link: "../../apart/.link-hidden" } },
    apart: { ".link-hidden/SKILL.md": skill("link-hidden") },
    note: "a plain link to a dot folder",
  },
]

const fileNames = (): readonly OddCase[] => [
  at("file-lower", "skill.md", "lower case"),
  at("file-upper", "SKILL.MD", "upper case"),
  at("file-title", "Skill.md", "title case"),
  at("file-flat", "flat.md", "a flat file"),
  at("file-suffix", "x.SKILL.md", "a prefix in the file name"),
  at("file-backup", "SKILL.md.bak", "a suffix behind the file name"),
  at("file-markdown", "SKILL.markdown", "another extension"),
  at("file-folder", "SKILL.md/inner.md", "SKILL.md is a folder"),
  at("file-in-folder", "SKILL.md/SKILL.md", "a skill inside a folder called SKILL.md"),
  {
    id: "file-both",
    root: "path",
    files: { "SKILL.md": skill("file-both"), "skill.md": skill("file-both-lower") },
    note: "both spellings side by side; one file where the disk ignores case",
  },
  {
    id: "skill-in-skill",
    root: "path",
    files: { "outer/SKILL.md": skill("skill-outer"), "outer/inner/SKILL.md": skill("skill-inner") },
    note: "a skill inside a skill",
  },
]

/** Root reads everything, so the case would prove nothing there. */
const unreadable = (): readonly OddCase[] =>
  process.getuid?.() === 0
    ? []
    : [
        {
          id: "unreadable",
          root: "path",
          files: { "x/SKILL.md": { mode: 0o000, text: skill("unreadable") }, "y/SKILL.md": skill("unreadable-beside") },
          note: "a file nobody may read beside a good skill",
        },
      ]
