import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { makeProject } from "../../lab/project.ts"
import { BYTES, ODD_LIBRARY } from "./odd-library.ts"
import { connectSkillsClient, type Entry, type File } from "./skills-client.ts"

const project = makeProject({ homeFiles: ODD_LIBRARY })
const client = await connectSkillsClient(project)
after(async () => {
  await client.close()
  project.remove()
})

const ROOT = join(project.home, ".claude/skills")
const { skills } = await client.listAll()
const entry = (name: string): Entry => {
  const found = skills.find(({ frontmatter }) => frontmatter.name === name)
  assert.ok(found, `${name} is not listed`)
  return found
}
const filesOf = ({ resources }: Entry): readonly File[] => {
  assert.ok(resources !== "dynamic")
  return resources
}
const factsOf = (bytes: string | Uint8Array): Pick<File, "digest" | "size"> => ({
  digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
  size: Buffer.from(bytes).length,
})

describe("skills/list", () => {
  it("lists every conforming skill once, by root and folders", () => {
    assert.deepEqual(
      skills.map(({ uri }) => uri),
      [
        "skill://opencode/group/host-skill/SKILL.md",
        "skill://agents/agent-skill/SKILL.md",
        "skill://claude/bom/SKILL.md",
        "skill://claude/crlf/SKILL.md",
        "skill://claude/dated/SKILL.md",
        "skill://claude/linked/SKILL.md",
        "skill://claude/many/SKILL.md",
        "skill://claude/outer/SKILL.md",
        "skill://claude/outer/inner/SKILL.md",
        "skill://claude/another-name/SKILL.md",
        "skill://claude/renamed%20folder/part-of-it/SKILL.md",
      ],
    )
  })

  it("tells nothing of where the user's home is", () => {
    assert.ok(!JSON.stringify(skills).includes(project.home))
  })

  it("says with every answer that it is whole and how long it holds", async () => {
    for (const [method, params] of [
      ["skills/list", {}],
      ["skills/get", { uri: "skill://claude/bom/SKILL.md" }],
      ["resources/directory/read", { uri: "skill://claude/bom" }],
    ] as const) {
      const { resultType, ttlMs, cacheScope } = await client.ask(method, params)
      assert.deepEqual([resultType, ttlMs, cacheScope], ["complete", 0, "private"], method)
    }
  })

  it("gives the frontmatter as YAML 1.2 has it", () => {
    assert.deepEqual(entry("dated").frontmatter, {
      name: "dated",
      description: "Has values that YAML 1.1 reads otherwise",
      created: "2024-01-31",
      answer: "yes",
      ratio: 1.5,
      octal: 15,
      nothing: null,
      list: ["a", 1, true],
    })
    assert.equal(entry("bom").frontmatter.description, "Begins with a byte order mark")
    assert.equal(entry("crlf").frontmatter.description, "Ends lines as Windows does")
  })

  it("enumerates every file once, in one spelling, with digest and size of the raw bytes", () => {
    const base = "skill://claude/outer"
    const expected = [
      [".hidden", "hidden"],
      ["SKILL.md", readFileSync(join(ROOT, "outer/SKILL.md"))],
      ["a%20b%23c%3Fd%25e.md", "odd"],
      ["data.bin", BYTES],
      ["inner/SKILL.md", readFileSync(join(ROOT, "outer/inner/SKILL.md"))],
      ["inner/deep/er/file.json", "{}"],
      ["it%27s%20%281%29%21.txt", "odd"],
      ["nothing.txt", ""],
      ["%E6%97%A5%E6%9C%AC.md", "日本"],
    ] as const
    const byUri = (a: File, b: File): number => (a.uri < b.uri ? -1 : 1)
    assert.deepEqual(
      [...filesOf(entry("outer"))].sort(byUri),
      expected.map(([path, bytes]) => ({ uri: `${base}/${path}`, ...factsOf(bytes) })).sort(byUri),
    )
  })

  it("gives a nested skill an entry of its own", () => {
    assert.deepEqual(
      filesOf(entry("inner")).map(({ uri }) => uri),
      ["skill://claude/outer/inner/SKILL.md", "skill://claude/outer/inner/deep/er/file.json"],
    )
  })

  it("follows links to files inside the skill and no others", () => {
    assert.deepEqual(
      filesOf(entry("linked")).map(({ uri }) => uri.slice("skill://claude/linked/".length)),
      ["SKILL.md", "inside.txt", "real/one.txt"],
    )
  })

  it("says dynamic of a skill with more files than the extension allows", () => {
    assert.equal(entry("many").resources, "dynamic")
  })
})

describe("skills/get", () => {
  it("gives the very entry of the list", async () => {
    for (const one of skills) assert.deepEqual((await client.ask("skills/get", { uri: one.uri })).skill, one)
  })

  it("answers -32602 to what is no skill's URI", async () => {
    for (const uri of [
      "skill://claude/outer",
      "skill://claude/outer/",
      "skill://claude/outer/data.bin",
      "skill://claude/nope/SKILL.md",
      "skill://claude/renamed%20folder/SKILL.md",
      "skill://claude/SKILL.md",
      "skill://",
      "file:///etc/passwd",
      "",
      undefined,
      7,
    ]) {
      assert.equal((await client.fail("skills/get", { uri })).code, -32602, String(uri))
    }
  })
})

describe("resources/read", () => {
  it("gives every file of every manifest with just the bytes that were promised", async () => {
    for (const { uri, digest, size } of skills.flatMap(({ resources }) => (resources === "dynamic" ? [] : resources))) {
      const [content, ...more] = (await client.ask("resources/read", { uri })).contents ?? []
      assert.ok(content !== undefined && more.length === 0 && content.uri === uri)
      const bytes = content.blob === undefined ? (content.text ?? "") : Buffer.from(content.blob, "base64")
      assert.deepEqual(factsOf(bytes), { digest, size }, uri)
    }
  })

  it("gives text as text, marks and line ends kept, and all else as base64", async () => {
    const read = async (path: string) =>
      (await client.ask("resources/read", { uri: `skill://claude/${path}` })).contents?.[0]
    assert.ok((await read("bom/SKILL.md"))?.text?.startsWith("\uFEFF---\n"))
    assert.ok((await read("crlf/SKILL.md"))?.text?.startsWith("---\r\n"))
    assert.deepEqual(await read("outer/data.bin"), {
      uri: "skill://claude/outer/data.bin",
      mimeType: "application/octet-stream",
      blob: Buffer.from(BYTES).toString("base64"),
    })
    assert.equal((await read("bom/SKILL.md"))?.mimeType, "text/markdown")
    assert.equal((await read("outer/inner/deep/er/file.json"))?.mimeType, "application/json")
    assert.equal((await read("outer/.hidden"))?.mimeType, "text/plain")
  })

  it("reads files of a skill whose manifest is dynamic", async () => {
    const { contents } = await client.ask("resources/read", { uri: "skill://claude/many/files/519.txt" })
    assert.equal(contents?.[0]?.text, "x")
  })

  it("answers -32602 to a folder, naming the method for it", async () => {
    for (const uri of ["skill://claude/outer", "skill://claude/outer/inner", "skill://claude/outer/void"]) {
      const { code, message } = await client.fail("resources/read", { uri })
      assert.equal(code, -32602)
      assert.match(message, /it is a folder, which resources\/directory\/read reads/)
    }
  })
})

describe("resources/directory/read", () => {
  const children = async (uri: string): Promise<(readonly [string, string | undefined])[]> =>
    ((await client.ask("resources/directory/read", { uri })).resources ?? []).map(
      (one) => [one.uri.slice(uri.length + 1), one.mimeType] as const,
    )

  it("gives what lies directly in a folder, folders marked", async () => {
    assert.deepEqual(await children("skill://claude/outer"), [
      [".hidden", undefined],
      ["SKILL.md", "text/markdown"],
      ["a%20b%23c%3Fd%25e.md", "text/markdown"],
      ["data.bin", undefined],
      ["inner", "inode/directory"],
      ["it%27s%20%281%29%21.txt", "text/plain"],
      ["nothing.txt", "text/plain"],
      ["void", "inode/directory"],
      ["%E6%97%A5%E6%9C%AC.md", "text/markdown"],
    ])
    assert.deepEqual(await children("skill://claude/outer/void"), [])
    assert.deepEqual(await children("skill://claude/outer/inner/deep"), [["er", "inode/directory"]])
  })

  it("leads to every file of the manifest and to no other", async () => {
    const found: string[] = []
    const folders = ["skill://claude/outer"]
    for (const folder of folders) {
      for (const { uri, mimeType } of (await client.ask("resources/directory/read", { uri: folder })).resources ?? [])
        (mimeType === "inode/directory" ? folders : found).push(uri)
    }
    assert.deepEqual(
      found.sort(),
      filesOf(entry("outer"))
        .map(({ uri }) => uri)
        .sort(),
    )
  })

  it("gives large folders in pages", async () => {
    const uri = "skill://claude/many/files"
    const first = await client.ask("resources/directory/read", { uri })
    assert.equal(first.resources?.length, 500)
    const { nextCursor: cursor } = first
    const second = await client.ask("resources/directory/read", { uri, cursor })
    assert.deepEqual([second.resources?.length, second.nextCursor], [20, undefined])
    const uris = [...(first.resources ?? []), ...(second.resources ?? [])].map((one) => one.uri)
    assert.equal(new Set(uris).size, 520)
    assert.equal((await client.fail("resources/directory/read", { uri: "skill://claude/many", cursor })).code, -32602)
  })

  it("answers -32602 to what is no folder", async () => {
    for (const uri of [
      "skill://claude/outer/SKILL.md",
      "skill://claude/outer/nope",
      "skill://claude",
      "skill://claude/outer/",
    ])
      assert.equal((await client.fail("resources/directory/read", { uri })).code, -32602, uri)
  })
})

describe("resources/list and resources/templates/list", () => {
  it("show the SKILL.md of every listed skill, and one template for all files", async () => {
    const { resources = [] } = await client.ask("resources/list")
    assert.deepEqual(
      resources.map(({ uri, name, description }) => [uri, name, description]),
      skills.map(({ uri, frontmatter: { name, description } }) => [uri, name, description]),
    )
    assert.ok(resources.every(({ mimeType }) => mimeType === "text/markdown"))
    const { resourceTemplates = [] } = await client.ask("resources/templates/list")
    assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === "skill://{+path}"))
  })

  it("refuse cursors that are none of theirs", async () => {
    for (const method of ["skills/list", "resources/list", "resources/templates/list"]) {
      for (const cursor of ["", "x", "W10", "bnVsbA", 1, null, {}, Buffer.from('["skills",1]').toString("base64url")])
        assert.equal((await client.fail(method, { cursor })).code, -32602, `${method} ${String(cursor)}`)
    }
  })
})
