import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { proveLoading } from "../../../cli/doctor/prove-loading.ts"
import manifest from "../../../package.json" with { type: "json" }
import { programOnPath } from "../built-package.ts"
import { examinedHome, GLOBAL, HEALTHY } from "./patient.ts"

/** What is said of a host whose answers stand in a script. */
const check = async (script: string, expected: RegExp, env: Record<string, string> = {}): Promise<void> => {
  const folder = programOnPath("opencode", `const args = process.argv.slice(2).join(" "); ${script}`)
  const { circumstances } = await examinedHome({ [GLOBAL]: HEALTHY }, { PATH: folder, ...env })
  const [{ name, status, fact } = { name: "", status: "", fact: "" }] = await proveLoading(circumstances)
  assert.match(`${name} ${status} ${fact}`, expected)
}

const hostV1 = (atDebugConfig: string): string => `
  if (args === "--version") console.log("1.18.33")
  else if (args === "debug config") { ${atDebugConfig} }
  else process.exit(9)`

const stamp = (version: string): string =>
  `require("node:fs").writeFileSync(process.env.SKILL_MCP_STAMP, JSON.stringify({ version: ${JSON.stringify(version)}, host: "v1" }))`

describe("proveLoading on opencode 1", () => {
  it("goes by the stamp that the plugin leaves when the host calls it", async () => {
    await check(hostV1(stamp(manifest.version)), /^plugin-loads ok opencode 1\.18\.33 loaded the plugin, version /)
    await check(hostV1(stamp("0.0.1")), /^plugin-loads note opencode loaded version 0\.0\.1 of the plugin; this is /)
    await check(hostV1(""), /^plugin-loads fault opencode 1\.18\.33 did not load the plugin$/)
    await check(hostV1(""), /^plugin-loads fault opencode loads no plugin: OPENCODE_PURE is set$/, {
      OPENCODE_PURE: "1",
    })
  })

  it("gives the host's own verdict, as 1.18.33 words it", async () => {
    const says =
      '\u001b[91m\u001b[1mError: \u001b[0mConfiguration is invalid at /c/opencode.json\n↳ Expected array | undefined, got "x" plugin\n'
    await check(
      hostV1(`process.stderr.write(${JSON.stringify(says)}); process.exitCode = 1`),
      /^config fault opencode refuses its configuration: Configuration is invalid at \/c\/opencode\.json ↳ Expected array \| undefined, got "x" plugin$/,
    )
  })

  it("gives the host's own words where it refuses its configuration, but not the file that it prints", async () => {
    const says = [
      "Error: Config file at /c is not valid JSON(C):",
      "--- JSONC Input ---",
      '{ "apiKey": "secret" }',
      "--- Errors ---",
      "ValueExpected at line 1, column 2",
    ].join("\n")
    await check(
      hostV1(`process.stderr.write(${JSON.stringify(says)}); process.exitCode = 1`),
      /^config fault opencode refuses its configuration: Config file at \/c is not valid JSON\(C\): ValueExpected at line 1, column 2$/,
    )
  })
})

describe("proveLoading on opencode 2", () => {
  const host = (state: string, listed: string): string => `
    if (args === "--version") console.log("v2.1.4")
    else if (args === "plugin list") console.log(${JSON.stringify(listed)})
    else if (args === "api get /api/plugin") console.log(${JSON.stringify(state)})
    else process.exit(9)`

  it("goes by the list and the state that the host gives", async () => {
    await check(
      host('{"data":[{"id":"skill-mcp-hint","state":{"status":"active"}}]}', ""),
      /^plugin-loads ok opencode 2\.1\.4 lists the plugin/,
    )
    await check(
      host('[{"id":"skill-mcp-hint","state":{"status":"failed","error":"boom"}}]', "skill-mcp-hint 0.1.0"),
      /^plugin-loads fault opencode 2\.1\.4 failed to load the plugin: "boom"$/,
    )
    await check(
      host("no json", "skill-mcp-hint  0.1.0  file"),
      /^plugin-loads ok .* lists the plugin: skill-mcp-hint {2}0\.1\.0/,
    )
    await check(
      host("[]", "other  1.0.0"),
      /^plugin-loads note opencode 2\.1\.4 does not list the plugin skill-mcp-hint$/,
    )
  })
})

describe("proveLoading without opencode", () => {
  it("loads the module itself, and says what that does not prove", async () => {
    const { circumstances } = await examinedHome({})
    const [check] = await proveLoading(circumstances)
    assert.equal(check?.status, "note")
    assert.match(check?.fact ?? "", /the plugin's module loads here; that opencode loads it cannot be proven/)
    const installation = { ...circumstances.installation, plugin: "/gone/plugin" }
    const [broken] = await proveLoading({ ...circumstances, installation })
    assert.equal(broken?.status, "fault")
  })
})
