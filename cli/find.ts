import { type Candidate, search } from "../core/index.ts"
import type { Call, Command } from "./command.ts"
import { UsageError } from "./command.ts"
import { LIBRARY_HELP, LIBRARY_OPTIONS, openLibrary } from "./library.ts"
import { paint, print, toTable } from "./terminal.ts"

const MOST_CANDIDATES = 50

/** `find "request"`: the candidates for a request as a table or JSON. Exit code 1 when there is none. */
export const find: Command = {
  arguments: '"request" [options]',
  summary: "Finds the skills for a request, as the plugin and the gateway find them.",
  options: { limit: { type: "string" }, json: { type: "boolean" }, ...LIBRARY_OPTIONS },
  help: {
    limit: `how many candidates to show, 1-${MOST_CANDIDATES} (default 10)`,
    json: "print JSON",
    ...LIBRARY_HELP,
  },
  run: async (call) => {
    const query = requestOf(call)
    const limit = toLimit(call.options.limit)
    const { index, settings, problems } = await openLibrary(call, "roots")
    const candidates = search(index, query, { limit, boost: settings.settings.boost })
    if (call.options.json === true) print(JSON.stringify({ query, items: candidates.map(toItem) }, undefined, 2))
    else printTable(candidates, problems.length)
    return candidates.length === 0 ? 1 : 0
  },
}

/** The request of a call: its words joined, so that quotes may be left out. @throws UsageError without one. */
export const requestOf = ({ words }: Call): string => {
  const query = words.join(" ").trim()
  if (query === "") throw new UsageError("the request is missing")
  return query
}

/** A candidate as printed to programs: the public fields of a search. */
export const toItem = ({ skill, ...item }: Candidate): object => ({
  ...item,
  ...(skill.isManualOnly ? { manualOnly: true } : {}),
})

const toLimit = (value: string | boolean | undefined): number => {
  if (value === undefined) return 10
  const limit = Number(value)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CANDIDATES) {
    throw new UsageError(`--limit is "${value}"; give a whole number from 1 to ${MOST_CANDIDATES}`)
  }
  return limit
}

const printTable = (candidates: readonly Candidate[], problems: number): void => {
  if (candidates.length === 0) print("nothing found: no skill shares a word with the request")
  else {
    print(
      toTable(candidates, [
        { title: " ", cell: ({ confident }) => (confident ? "✔" : ""), style: "green" },
        { title: "name", cell: ({ name }) => name, style: "bold" },
        { title: "coverage", cell: ({ coverage }) => `${Math.round(coverage * 100)} %` },
        { title: "why", cell: ({ why }) => why, least: 24 },
        { title: "description", cell: ({ description }) => description, least: 24 },
        { title: "path", cell: ({ path }) => path, least: 16, style: "dim" },
      ]),
    )
    if (!candidates.some(({ confident }) => confident)) print("", "none is confident: these are only possible")
  }
  if (problems > 0) print(paint("dim", toProblemLine(problems)))
}

const toProblemLine = (problems: number): string =>
  problems === 1
    ? "1 problem with a skill file: `skill-finder-mcp doctor` names it"
    : `${problems} problems with skill files: \`skill-finder-mcp doctor\` names them`
