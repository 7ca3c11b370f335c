export { editDistance } from "./edit-distance.ts"
export {
  type Alternative,
  createLexicon,
  type Lexicon,
  lexiconSteps,
  type Translation,
  type UserLexicon,
} from "./lexicon.ts"
export { isGenericTerm, normalise, type Term, toTerms } from "./terms.ts"
export { phraseAt, synonymsOf, translate } from "./translate.ts"
export { addSkeleton, removeSkeleton, type Skeletons, transliterate } from "./transliterate.ts"
export { readVectors, toUnit, type VectorTable, vectorSteps } from "./vectors.ts"
