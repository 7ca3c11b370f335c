import { join } from "node:path"
import { buildIndex } from "../core/build-index.ts"
import { bundledVectors } from "../core/read-vectors.ts"
import { search } from "../core/search.ts"
import type { Skill } from "../core/skill.ts"
import { createLexicon, type Lexicon } from "../lexicon/index.ts"
import { readCorpus, SHARED_CORPUS, toSkills } from "./corpus.ts"
import type { Ask } from "./engines.ts"
import { keepFigures } from "./figures.ts"
import { readQueries } from "./queries.ts"
import { placesOf, scoresOf } from "./scores.ts"

// What each part of the search gains: the same code with the parts put in one after another. npm run ladder

interface Rung {
  readonly name: string
  /** What of a skill is indexed. */
  readonly skill: (skill: Skill) => Skill
  readonly lexicon: { readonly index: Lexicon; readonly query: Lexicon }
  readonly hasVectors: boolean
}

const lexicon = createLexicon()
const empty: Lexicon = {
  ...lexicon,
  words: new Map(),
  roots: new Map(),
  phrases: new Map(),
  synonyms: new Map(),
  found: new Map(),
  sortedStems: [],
}
const russian: Lexicon = { ...lexicon, synonyms: new Map() }

const bare = (skill: Skill): Skill => ({ ...skill, aliases: [], excerpt: "" })
const whole = (skill: Skill): Skill => skill

const RUNGS: readonly Rung[] = [
  {
    name: "our terms and stems, fields saturated together",
    skill: bare,
    lexicon: { index: empty, query: empty },
    hasVectors: false,
  },
  {
    name: "+ Russian words as alternatives, best one counts",
    skill: bare,
    lexicon: { index: empty, query: russian },
    hasVectors: false,
  },
  { name: "+ English synonyms", skill: bare, lexicon: { index: empty, query: lexicon }, hasVectors: false },
  { name: "+ when-to-use lines and body", skill: whole, lexicon: { index: empty, query: lexicon }, hasVectors: false },
  {
    name: "+ Russian skills translated when indexed",
    skill: whole,
    lexicon: { index: lexicon, query: lexicon },
    hasVectors: false,
  },
  { name: "+ word vectors", skill: whole, lexicon: { index: lexicon, query: lexicon }, hasVectors: true },
]

const askOn = (skills: readonly Skill[], { skill, lexicon: { index, query }, hasVectors }: Rung): Ask => {
  const options = { lexicon: index, vectors: hasVectors ? bundledVectors() : undefined }
  const built = { ...buildIndex(skills.map(skill), options), lexicon: query }
  return async (text) => search(built, text, { limit: 10 }).map((one) => one.skill.id)
}

const SETS = ["all", "en-direct", "en-paraphrase", "ru", "ru-ru", "mixed", "ambiguous"] as const
const dev = join(SHARED_CORPUS, "dev.jsonl")
const libraries = [
  {
    label: "user365",
    skills: toSkills(await readCorpus(SHARED_CORPUS, "user365.json")),
    queries: readQueries(dev, "user365"),
  },
  { label: "full", skills: toSkills(await readCorpus(SHARED_CORPUS)), queries: readQueries(dev, "full") },
]

const rungs: object[] = []
console.log(`hit@1 / hit@5 in %: ${SETS.join(" | ")}`)
for (const { label, skills, queries } of libraries) {
  for (const rung of RUNGS) {
    const places = await placesOf(queries, askOn(skills, rung))
    const sets = Object.fromEntries(SETS.map((set) => [set, scoresOf(places, set)]))
    const cells = SETS.map(
      (set) => `${((sets[set]?.hit1 ?? 0) * 100).toFixed(1)} / ${((sets[set]?.hit5 ?? 0) * 100).toFixed(1)}`,
    )
    console.log(`${label} | ${rung.name} | ${cells.join(" | ")}`)
    rungs.push({ label, rung: rung.name, sets })
  }
}
keepFigures("ladder", { rungs })
