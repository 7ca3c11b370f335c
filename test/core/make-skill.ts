import type { Root, Skill } from "../../core/skill.ts"

/** A root as `discoverSkills` makes it of a plain path. */
export const makeRoot = (path: string, more: Partial<Root> = {}): Root => ({
  path,
  origin: "given",
  hasDotFolders: true,
  hasFlatFiles: false,
  ...more,
})

/** A skill that lies nowhere, for tests of what happens after discovery. */
export const makeSkill = (name: string, description?: string, more: Partial<Skill> = {}): Skill => ({
  name,
  id: name,
  description,
  path: `/skills/${name}/SKILL.md`,
  realPath: `/skills/${name}/SKILL.md`,
  root: makeRoot("/skills"),
  isManualOnly: false,
  headings: [],
  aliases: [],
  excerpt: "",
  ...more,
})

/** The text of a SKILL.md. */
export const skillText = (name: string, description: string, body = `# ${name}\n`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}`
