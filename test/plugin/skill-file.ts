export type SkillPlan = {
  readonly body?: string
  /** Further lines of frontmatter. */
  readonly extra?: string
}

/** The text of a SKILL.md. */
export const skillFile = (name: string, description: string, { body, extra = "" }: SkillPlan = {}): string =>
  `---\nname: ${name}\ndescription: ${description}\n${extra}---\n# ${name}\n\n${body ?? `How to do ${name}.`}\n`

/** A library in which three requests have one right answer each, in both languages. */
export const LIBRARY = {
  "supply-contract-review": "Review of supply contracts: risks, penalties, delivery terms",
  "kubernetes-deploy": "Deploy services to a Kubernetes cluster with Helm charts",
  "pdf-forms": "Fill in PDF forms and extract their fields",
} as const

/** The files of the library in a folder of skills. */
export const libraryFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(LIBRARY).map(([name, description]) => [`${folder}/${name}/SKILL.md`, skillFile(name, description)]),
  )

/** Requests that the library answers with confidence, and one that it does not. */
export const REQUESTS = {
  contract: "review the supply contract: risks, penalties, delivery terms",
  contractInRussian: "проверь договор поставки: риски, штрафы и сроки поставки",
  deploy: "deploy services to the kubernetes cluster with helm charts",
  forms: "fill in the pdf forms and extract the fields",
  smallTalk: "thanks, continue",
} as const

/** Generated skills, each about something of its own. */
export const manySkills = (folder: string, count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${folder}/generated-${at}/SKILL.md`,
      skillFile(`generated-${at}`, `Calibrates gadget${at} and aligns widget${at % 97} of series ${at % 13}`, {
        body: `Steps for gadget${at}: measure, adjust, note the result.\n`.repeat(20),
      }),
    ]),
  )
