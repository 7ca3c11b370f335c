import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Adds, edits or deletes one skill of a folder, at random, as a person or an installer would beside a running host. */
export const changeSkills = (folder: string, random: () => number): void => {
  const skill = join(folder, `soaked-${Math.floor(random() * 20)}`)
  const file = join(skill, "SKILL.md")
  const [kind, number] = [random(), Math.floor(random() * 1000)]
  if (kind < 0.3) rmSync(skill, { recursive: true, force: true })
  else {
    const head = `---\nname: soaked-${number % 20}\ndescription: Mends clock number ${number}\n---\n`
    mkdirSync(skill, { recursive: true })
    if (kind < 0.6) appendFileSync(file, `\n## Part ${number}\n\nMore of it.\n`)
    else writeFileSync(file, `${head}# Clock ${number}\n`)
  }
}
