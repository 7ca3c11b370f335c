import { search } from "../core/index.ts"
import type { Command } from "./command.ts"
import { openLibrary } from "./library.ts"
import { paint, print } from "./terminal.ts"

/** Everyday requests in both languages; what they find depends on the user's own skills. */
const QUERIES = [
  "review this pull request",
  "fill in a pdf form",
  "сделай сводную таблицу в экселе",
  "write release notes",
  "напиши тесты для api",
]

/** `smoke`: indexes the user's real roots and runs five fixed queries over them. */
export const smoke: Command = {
  arguments: "",
  summary: "Indexes your real roots and runs five fixed queries over them.",
  options: {},
  help: {},
  run: async (call) => {
    const { index, skills, problems, roots, ms } = await openLibrary(call, "roots")
    print(
      `${skills.length} skills below ${roots.length} possible roots, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}, indexed in ${ms.toFixed(0)} ms`,
    )
    for (const query of QUERIES) {
      const started = performance.now()
      const candidates = search(index, query, { limit: 3 })
      const took = performance.now() - started
      const names = candidates.map(({ name, confident }) => (confident ? paint("green", `✔ ${name}`) : name))
      print(`${query}  ${paint("dim", `${took.toFixed(1)} ms`)}`, `  ${names.join(", ") || "nothing found"}`)
    }
    return 0
  },
}
