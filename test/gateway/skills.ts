import type { Files } from "../lab/project.ts"

/** A SKILL.md. */
export const skill = (name: string, description: string, body = `# ${name}\n`, more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n${body}`

/** A small library for the home directory; one skill a kind that the tools must tell apart. */
export const LIBRARY: Files = {
  ".claude/skills/pdf-forms/SKILL.md": skill(
    "pdf-forms",
    "Fill in PDF forms and extract their fields",
    "# PDF forms\n\nIntro.\n\n## Fill a form\n\nOne.\n\n### Check boxes\n\nTwo.\n\n## Extract fields\n\nThree.\n",
    "license: MIT\nmetadata:\n  version: 2\n",
  ),
  ".claude/skills/supply-contract-review/SKILL.md": skill("supply-contract-review", "Review of supply contracts"),
  ".claude/skills/supply-contract-templates/SKILL.md": skill(
    "supply-contract-templates",
    "Templates for supply contracts",
  ),
  ".claude/skills/dogovor-arendy/SKILL.md": skill("dogovor-arendy", "Проверка договора аренды квартиры"),
  ".claude/skills/secret-sauce/SKILL.md": "---\nname: secret-sauce\n---\n# Secret sauce\n\nMix it.\n",
  ".claude/skills/launch-rocket/SKILL.md": skill(
    "launch-rocket",
    "Launches the rocket into orbit",
    "# Launch\n",
    "disable-model-invocation: true\n",
  ),
  ".config/opencode/skills/deploy/kubernetes/SKILL.md": skill("k8s-deploy", "Deploy services to a Kubernetes cluster"),
}

/** A body with a heading, then a line of text, so many times. */
export const manyHeadings = (count: number, level = 2): string =>
  Array.from({ length: count }, (_, at) => `${"#".repeat(level)} Part ${at + 1}\n\nText ${at + 1}.\n`).join("\n")
