import assert from "node:assert/strict"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { hostSkillPaths } from "../../core/host-config.ts"
import { directoriesUpward, type HostEnvironment } from "../../core/host-environment.ts"
import { type Files, plant } from "../lab/project.ts"
import { removeFolder, temporaryFolder } from "../lab/scratch.ts"

const folders: string[] = []
after(() => folders.forEach(removeFolder))

const skills = (...paths: readonly string[]): string => JSON.stringify({ skills: { paths } })

type Case = { readonly env?: HostEnvironment["env"]; readonly host?: HostEnvironment["host"] }

/** Lays files out in a folder with `home`, the repository `repo` and the working directory `repo/sub`. */
const pathsOf = (files: Files, { env = {}, host }: Case = {}): readonly string[] => {
  const top = temporaryFolder("config")
  folders.push(top)
  plant(top, { "repo/.git/HEAD": "ref: x\n", "repo/sub/x": "", "home/x": "", ...files })
  const values = Object.entries(env).map(([key, value]) => [key, value?.replaceAll("TOP", top)])
  const cwd = join(top, "repo/sub")
  const environment = { cwd, home: join(top, "home"), env: Object.fromEntries(values), ...(host && { host }) }
  return hostSkillPaths(environment, directoriesUpward(cwd))
}

const check = (files: Files, expected: readonly string[], more: Case = {}): void => {
  assert.deepEqual(pathsOf(files, more), expected, JSON.stringify(files))
}

const GLOBAL = "home/.config/opencode"

describe("hostSkillPaths", () => {
  it("reads skills.paths as written", () => {
    check({ "repo/opencode.json": skills("./ext", "~/x", "", "/abs", "$HOME/x") }, [
      "./ext",
      "~/x",
      "",
      "/abs",
      "$HOME/x",
    ])
    check({}, [])
  })

  it("reads the local entries of V2's array", () => {
    const config = JSON.stringify({ skills: ["./ext", "https://x.example/s", "http://y", "rel"] })
    check({ "repo/opencode.json": config }, ["./ext", "rel"])
    check({ "repo/opencode.json": config }, ["./ext", "rel"], { host: "v2" })
  })

  it("lets each file of higher precedence replace the lower ones", () => {
    const env = { OPENCODE_CONFIG: "TOP/own.json", OPENCODE_CONFIG_DIR: "TOP/dir" }
    const ladder: readonly string[] = [
      `${GLOBAL}/config.json`,
      `${GLOBAL}/opencode.json`,
      `${GLOBAL}/opencode.jsonc`,
      "own.json",
      "repo/opencode.json",
      "repo/opencode.jsonc",
      "repo/sub/opencode.json",
      "repo/sub/opencode.jsonc",
      "repo/sub/.opencode/opencode.json",
      "repo/sub/.opencode/opencode.jsonc",
      "repo/.opencode/opencode.json",
      "repo/.opencode/opencode.jsonc",
      "home/.opencode/opencode.json",
      "home/.opencode/opencode.jsonc",
      "dir/opencode.json",
      "dir/opencode.jsonc",
    ]
    for (const [at, file] of ladder.entries()) {
      const upTo = ladder.slice(0, at + 1).map((one) => [one, skills(one)] as const)
      check(Object.fromEntries(upTo), [file], { env })
    }
    const all = Object.fromEntries(ladder.map((one) => [one, skills(one)]))
    check(all, ["content"], { env: { ...env, OPENCODE_CONFIG_CONTENT: skills("content") } })
  })

  it("lets a lower file count where a higher one says nothing about paths", () => {
    const high = (text: string): Files => ({ [`${GLOBAL}/opencode.json`]: skills("low"), "repo/opencode.json": text })
    for (const text of [
      "",
      "{}",
      '{"skills": {}}',
      '{"skills": {"urls": ["https://x"]}}',
      '{"skills": null}',
      "[]",
      "1",
    ])
      check(high(text), ["low"])
    check(high('{"skills": {"paths": []}}'), [])
    check(high('{"skills": []}'), [])
    check(high('{"skills": ["v2"]}'), ["v2"])
  })

  it("accepts what the host accepts: marks, comments, trailing commas, tabs, CRLF, keys twice", () => {
    check({ "repo/opencode.json": `\uFEFF${skills("a")}` }, ["a"])
    check(
      {
        "repo/opencode.jsonc":
          '// 27" display, see, this\r\n{\t"skills": /* , */ {"paths": ["a//b", "c,]",],},\r\n}\r\n',
      },
      ["a//b", "c,]"],
    )
    check({ "repo/opencode.json": '{"skills": {"paths": ["a"]}, "skills": {"paths": ["b"]}}' }, ["b"])
  })

  it("reads nothing of a broken file", () => {
    for (const text of [
      '{"skills": {"paths": ["x"]}',
      '{"skills": {"paths": ["x"',
      'skills: ["x"]',
      '{"a" "skills": ["x"]}',
    ])
      check({ [`${GLOBAL}/opencode.json`]: skills("low"), "repo/opencode.json": text }, ["low"])
    check({ "repo/opencode.json": { folder: true }, "repo/opencode.jsonc": { link: "opencode.jsonc" } }, [])
  })

  it("puts in the environment and files before it parses", () => {
    check({ "repo/opencode.json": skills("{env:WHERE}/x", "{env:UNSET}") }, ["here/x", ""], { env: { WHERE: "here" } })
    check({ "repo/opencode.json": skills("{file:./p.txt}"), "repo/p.txt": "  a/b\n" }, ["a/b"])
    check({ "repo/sub/.opencode/opencode.json": skills("{file:p.txt}"), "repo/sub/.opencode/p.txt": 'q"\\n' }, [
      'q"\\n',
    ])
    check({ "repo/opencode.json": skills("{env:constructor}") }, [""])
  })

  it("reads nothing of a file that puts in a missing one", () => {
    check({ [`${GLOBAL}/opencode.json`]: skills("low"), "repo/opencode.json": skills("{file:./gone}") }, ["low"])
  })

  it("pays no heed to a missing file named in a line of comment", () => {
    check({ "repo/opencode.jsonc": `{\n  // "x": "{file:./gone}"\n  "skills": ["a"]\n}` }, ["a"])
  })

  it("skips the project's files when they are switched off", () => {
    const files = {
      "repo/opencode.json": skills("p"),
      "repo/.opencode/opencode.json": skills("q"),
      [`${GLOBAL}/opencode.json`]: skills("g"),
    }
    check(files, ["g"], { env: { OPENCODE_DISABLE_PROJECT_CONFIG: "true" } })
    check(files, ["q"], { env: { OPENCODE_DISABLE_PROJECT_CONFIG: "yes" } })
  })

  it("reads a relative OPENCODE_CONFIG against the working directory", () => {
    check({ "repo/sub/own.json": skills("own") }, ["own"], { env: { OPENCODE_CONFIG: "own.json" } })
  })

  it("reads no file outside the project above the git root on V1", () => {
    check({ "opencode.json": skills("above"), ".opencode/opencode.json": skills("above") }, [])
  })
})

describe("hostSkillPaths on V2", () => {
  const v2 = (env: HostEnvironment["env"] = {}): Case => ({ host: "v2", env })

  it("lets the inner .opencode win", () => {
    const files = {
      "repo/.opencode/opencode.json": skills("outer"),
      "repo/sub/.opencode/opencode.json": skills("inner"),
    }
    check(files, ["inner"], v2())
    check(files, ["outer"])
  })

  it("does not read config.json", () => check({ [`${GLOBAL}/config.json`]: skills("old") }, [], v2()))

  it("reads the directory of the environment instead of the global one", () => {
    const files = { [`${GLOBAL}/opencode.json`]: skills("global"), "dir/x": "" }
    check(files, [], v2({ OPENCODE_CONFIG_DIR: "TOP/dir" }))
    check(files, ["global"], v2())
  })

  it("keeps the directory of the environment below the project", () => {
    const files = { "dir/opencode.json": skills("dir"), "repo/opencode.json": skills("project") }
    check(files, ["project"], v2({ OPENCODE_CONFIG_DIR: "TOP/dir" }))
  })

  it("reads the files above the git root too", () => {
    check({ "opencode.json": skills("above") }, ["above"], v2())
  })
})
