import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { type Discovery, defaultRoots, discoverSkills } from "../../core/index.ts"
import { corpusCases, makeOddProject, type OddProject, oddCases } from "../lab/odd-cases.ts"
import { debugSkills } from "../lab/opencode.ts"

const ODD_CORPUS = join(import.meta.dirname, "../../../shared/corpus/odd")

/** The host evaluates a `---js` frontmatter as code; we name it as a problem and run nothing. */
const WANTED_DIFFERENCES = new Set(["opener-js"])

type Loaded = { readonly name: string; readonly description?: string | undefined; readonly location: string }

describe("discovery beside the real opencode", { timeout: 120_000 }, () => {
  let project: OddProject
  let host: readonly Loaded[]
  let ours: readonly Loaded[]
  let problems: Discovery["problems"]

  before(async () => {
    project = makeOddProject([...oddCases(), ...corpusCases(ODD_CORPUS)])
    const { folder: cwd, home } = project
    host = (await debugSkills({ cwd, home })).filter(({ location }) => !isWantedDifference(location))
    const discovery = await discoverSkills(defaultRoots({ cwd, home, env: {} }))
    ours = discovery.skills.map(({ name, description, path }) => ({ name, description, location: path }))
    problems = discovery.problems
  })
  after(() => project.remove())

  const isWantedDifference = (location: string): boolean => WANTED_DIFFERENCES.has(project.caseOf(location)?.id ?? "")

  it("has cases of both kinds", () => {
    assert.ok(host.length > 150, `${host.length} loaded`)
    assert.ok(problems.filter(({ isDropped }) => isDropped).length > 80, `${problems.length} problems`)
  })

  it("finds the names the host loads, and no others", () => {
    assert.deepEqual(ours.map(({ name }) => name).sort(), host.map(({ name }) => name).sort())
  })

  it("reads the descriptions the host reads", () => {
    const toPairs = (skills: readonly Loaded[]) =>
      Object.fromEntries(skills.map(({ name, description }) => [name, description]))
    assert.deepEqual(toPairs(ours), toPairs(host))
  })

  it("finds each skill where the host finds it", () => {
    const fixed = (skills: readonly Loaded[]) =>
      Object.fromEntries(
        skills
          .filter(({ location }) => project.caseOf(location)?.ambiguous === undefined)
          .map(({ name, location }) => [name, location]),
      )
    assert.deepEqual(fixed(ours), fixed(host))
  })

  it("names every SKILL.md that the host drops, with a reason", () => {
    const loaded = new Set([...host, ...ours].map(({ location }) => location))
    const named = problems.filter(({ isDropped }) => isDropped).map(({ path }) => path)
    const silent = skillFiles(project)
      .filter((path) => !loaded.has(path) && !named.includes(path))
      .filter((path) => project.caseOf(path)?.ambiguous === undefined && isUnderRoot(path))
    assert.deepEqual(silent, [])
  })

  // Dot folders below config directories and `skills.paths` are no part of a root: the host does not look there.
  const isUnderRoot = (path: string): boolean => {
    const found = project.caseOf(path)
    return found !== undefined && (found.root === "claude" || !/\/\.[^/]+\//.test(path.slice(path.indexOf(found.id))))
  }
})

const skillFiles = (project: OddProject): string[] =>
  readdirSync(project.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => /^skill\.md$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
    .map((entry) => join(entry.parentPath, entry.name))
