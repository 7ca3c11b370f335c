import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Problem, Root, Skill } from "../../core/index.ts"
import { type Check, fault, note, ok } from "./check.ts"

/** What was found below the roots. */
export interface Found {
  readonly roots: readonly Root[]
  readonly skills: readonly Skill[]
  readonly problems: readonly Problem[]
  /** The home directory. */
  readonly home: string
}

/** The folders searched, the skills in them, and each file that the host drops or reads otherwise than meant. */
export const checkSkills = ({ roots, skills, problems, home }: Found): Check[] => {
  const there = roots.filter(({ path }) => existsSync(path))
  const checks: Check[] = []
  if (there.length === 0) {
    checks.push(
      fault(
        "roots",
        `none of ${roots.length} possible skill folders exists`,
        `put a skill at ${join(home, ".claude", "skills", "<name>", "SKILL.md")}`,
      ),
    )
  } else {
    const counts = there.map(({ path }) => `${path} (${skills.filter(({ root }) => root.path === path).length})`)
    checks.push(ok("roots", `${there.length} of ${roots.length} possible skill folders exist: ${counts.join(", ")}`))
  }
  const hidden = skills.filter(({ description }) => !description?.trim()).length
  const manual = skills.filter(({ isManualOnly }) => isManualOnly).length
  if (skills.length === 0)
    checks.push(fault("skills", "no skill was found", "put a folder with a SKILL.md into one of the skill folders"))
  else
    checks.push(
      ok("skills", `${skills.length} skills; ${hidden} of them hidden (no description), ${manual} manual only`),
    )
  return [...checks, ...problems.map(toCheck)]
}

// A file that the host drops is a skill that somebody misses; a name that stands twice still gives one of them.
const toCheck = ({ code, path, line, message, isDropped }: Problem): Check => {
  const where = line === undefined ? path : `${path}:${line}`
  const own = CURES[code]
  const { fact, cure } = own === undefined ? divided(message) : { fact: message, cure: own }
  if (code === "shadowed") return note("duplicate", `${where}: ${fact}`, cure)
  return isDropped ? fault("skill-file", `${where}: ${fact}`, cure) : note("skill-file", `${where}: ${fact}`, cure)
}

const CURES: Partial<Record<Problem["code"], string>> = {
  lenient: "put the value in quotes",
  shadowed: "rename one of the two",
}

// A problem's message ends with what to do, behind a semicolon or a colon.
const divided = (message: string): { fact: string; cure: string } => {
  for (const mark of ["; ", ": "]) {
    const at = message.lastIndexOf(mark)
    if (at > 0) return { fact: message.slice(0, at), cure: message.slice(at + mark.length) }
  }
  return { fact: message, cure: "mend or remove it" }
}
