import type { Skill } from "../../core/index.ts"

/** A skill as discovery would find it, for what needs no file. */
export const madeSkill = (name: string, plan: Partial<Skill> = {}): Skill => ({
  name,
  id: name,
  description: `About ${name}`,
  path: `/skills/${name}/SKILL.md`,
  realPath: `/skills/${name}/SKILL.md`,
  root: { path: "/skills", origin: "opencode", hasDotFolders: false, hasFlatFiles: false },
  isManualOnly: false,
  headings: [],
  aliases: [],
  excerpt: "",
  ...plan,
})
