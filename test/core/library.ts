import { buildIndex } from "../../core/build-index.ts"
import type { Skill } from "../../core/skill.ts"
import type { SkillIndex } from "../../core/skill-index.ts"
import { createLexicon } from "../../lexicon/index.ts"
import { makeSkill } from "./make-skill.ts"

/** Building a lexicon takes a while, and reading it changes nothing. */
export const LEXICON = createLexicon()

/** A small library of unlike skills, in both languages, with a hidden one and a manual one among them. */
export const LIBRARY: readonly Skill[] = [
  makeSkill("code-review", "Review a pull request for bugs, style and security", { headings: ["Checklist"] }),
  makeSkill("bug-bounty-report", "Write a bug bounty report with impact and reproduction steps"),
  makeSkill("supply-contract-review", "Review of supply contracts: risks, penalties, terms of delivery"),
  makeSkill("supply-contract-templates", "Templates for supply contracts"),
  makeSkill("k8s-deploy", "Deploy services to Kubernetes with Helm charts", { headings: ["Rollback"] }),
  makeSkill("xlsx", "Create and edit Excel spreadsheets with pivot tables and charts"),
  makeSkill("delovaya-perepiska", "Деловая переписка: письма клиентам и партнёрам"),
  makeSkill("weekly-report-zh", "公众号周报: 把中文改自然一点"),
  makeSkill("db-rollback", undefined, {
    headings: ["Undo a migration"],
    excerpt: "Restore the previous schema of postgres.",
  }),
  makeSkill("company-release", "Publish the company release to customers", { isManualOnly: true }),
  makeSkill("implement", "Turn a plan into working software step by step"),
  makeSkill("pdf-forms", "Fill in PDF forms and extract their fields", { aliases: ["acroform"] }),
  makeSkill("data-migration", "Migrate a database schema and its rows between versions"),
  makeSkill("speech-writing", "Draft a speech for a ceremony or an anniversary"),
]

export const indexOf = (skills: readonly Skill[] = LIBRARY): SkillIndex => buildIndex(skills, { lexicon: LEXICON })
