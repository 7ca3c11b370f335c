import { readFileSync } from "node:fs"
import { join } from "node:path"

export const ROOT = join(import.meta.dirname, "../..")

export interface Fence {
  readonly lang: string
  readonly text: string
  /** The last line in front of it that is not empty: a marker may stand there. */
  readonly before: string
}

/** A Markdown page of ours, as far as tests look into it. */
export interface Page {
  readonly path: string
  readonly fences: readonly Fence[]
  /** Levels of the headings, in their order. */
  readonly levels: readonly number[]
  /** Texts of code spans. */
  readonly spans: readonly string[]
  /** Targets of links, as written. */
  readonly links: readonly string[]
}

/** Reads a page by its path from the project's root. */
export const readPage = (path: string): Page => {
  const lines = readFileSync(join(ROOT, path), "utf8").split("\n")
  const fences: Fence[] = []
  const prose: string[] = []
  let open: { lang: string; lines: string[]; before: string } | undefined
  for (const line of lines) {
    const [, lang] = /^```(\w*)$/.exec(line) ?? []
    if (open === undefined && lang !== undefined) {
      open = { lang, lines: [], before: prose.findLast((one) => one !== "") ?? "" }
    } else if (open !== undefined && line === "```") {
      fences.push({ lang: open.lang, text: open.lines.join("\n"), before: open.before })
      open = undefined
    } else (open?.lines ?? prose).push(line)
  }
  if (open !== undefined) throw new Error(`${path}: a fence is not closed`)
  const text = prose.join("\n")
  return {
    path,
    fences,
    levels: prose.flatMap((line) => /^(#+) /.exec(line)?.[1]?.length ?? []),
    spans: [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span),
    links: [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target),
  }
}

/** The commands of a page's `sh` fences, one a line, without their comments. */
export const commandsOf = ({ fences }: Page): string[] =>
  fences
    .filter(({ lang }) => lang === "sh")
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/\s+#.*$|^#.*$/, "").trim())
    .filter((line) => line !== "")

/** The code spans that are commands for a shell. */
export const inlineCommandsOf = ({ spans }: Page): string[] =>
  spans.filter((span) => /^(skill-finder-mcp|skill-mcp|npm|npx|node|opencode|git) [a-z]/.test(span))
