import fc from "fast-check"
import { search } from "../../core/search.ts"
import type { SkillIndex } from "../../core/skill-index.ts"
import { makeSkill } from "./make-skill.ts"

const QUERIES = [
  "deploy the contract",
  "review",
  "договор поставки",
  "/deploy-review",
  "use the deploy-reviev skill",
  "chart rollback kubernetes",
  "excel",
  "deplyo",
  "кубернетес ролбэк",
]

/** All that an index answers to some requests, to be compared byte by byte. */
export const answers = (index: SkillIndex): string => JSON.stringify(QUERIES.map((query) => search(index, query)))

const word = fc.constantFrom(
  "deploy",
  "review",
  "contract",
  "chart",
  "договор",
  "поставки",
  "excel",
  "rollback",
  "kubernetes",
  "bug",
)
const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "))
const skill = fc
  .record({ name: fc.array(word, { minLength: 1, maxLength: 2 }), description: phrase, excerpt: phrase })
  .map(({ name, description, excerpt }) => makeSkill(name.join("-"), description, { excerpt, headings: [description] }))
/** Libraries of up to eight small skills at the paths 0 to 7, of few words, so that they have much in common. */
export const libraries = fc
  .array(skill, { minLength: 1, maxLength: 8 })
  .map((skills) => skills.map((one, at) => ({ ...one, path: `/skills/${at}/SKILL.md` })))
