import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { promisify } from "node:util"
import { noNetwork } from "./offline.ts"
import { removeFolder, temporaryFolder } from "./scratch.ts"
import { INSIDE } from "./unconnected.ts"

// Addresses set aside for documentation: nobody answers there, whatever the machine is connected to.
const FAR = { v4: "192.0.2.1", v6: "2001:db8::1", name: "example.invalid" }

const folder = temporaryFolder("refusals")
after(() => removeFolder(folder))

/** Runs code in a process with the preload and gives what it printed and what was noted. */
const run = async (code: string, wrapper: readonly string[] = []): Promise<{ printed: string; noted: string }> => {
  const record = join(folder, `record ${Math.random()}`)
  writeFileSync(record, "")
  const [program = "", ...args] = [...wrapper, process.execPath]
  const options = wrapper.length > 0 ? [] : ["--import", noNetwork(record)]
  const { stdout } = await promisify(execFile)(program, [...args, ...options, "--input-type=module", "-e", code])
  return { printed: stdout.trim(), noted: readFileSync(record, "utf8") }
}

const SAY = "(error) => console.log(error.cause?.code ?? error.code)"

const checkRefused = async (attempt: string): Promise<void> => {
  const { printed, noted } = await run(`try { ${attempt} } catch (error) { (${SAY})(error) }`)
  assert.equal(printed, "E_NO_NETWORK")
  assert.match(noted, /(connect to|of|datagrams? to) \S+\n$/)
}

describe("a process of ours in a test", { concurrency: true }, () => {
  it("reaches no address by net, by name or by object", async () => {
    await checkRefused(`(await import("node:net")).connect(80, "${FAR.v4}")`)
    await checkRefused(`const { connect } = await import("node:net"); connect({ port: 80, host: "${FAR.v6}" })`)
    await checkRefused(`new (await import("node:net")).Socket().connect("80", "${FAR.name}")`)
  })

  it("reaches none by tls, http, https, http2 or fetch", async () => {
    await checkRefused(`(await import("node:tls")).connect({ port: 443, host: "${FAR.v4}" })`)
    await checkRefused(`(await import("node:http")).get("http://${FAR.v4}/")`)
    await checkRefused(`(await import("node:https")).get("https://${FAR.name}/")`)
    await checkRefused(`(await import("node:http2")).connect("http://${FAR.v4}")`)
    await checkRefused(`await fetch("http://${FAR.v4}/")`)
    await checkRefused(`await fetch("https://${FAR.name}/")`)
  })

  it("asks no name server and sends no datagram", async () => {
    await checkRefused(`(await import("node:dns")).lookup("${FAR.name}", () => {})`)
    await checkRefused(`await (await import("node:dns/promises")).resolve4("${FAR.name}")`)
    await checkRefused(`new (await import("node:dns")).Resolver().resolveTxt("${FAR.name}", () => {})`)
    await checkRefused(`(await import("node:dgram")).createSocket("udp4").send("x", 53, "${FAR.v4}")`)
    await checkRefused(`(await import("node:dgram")).createSocket("udp6").connect(53, "${FAR.v6}")`)
  })

  it("reaches loopback by number, by name and by path", async () => {
    const path = join(folder, "socket")
    const [byPort, byPath] = [createServer((one) => one.end()), createServer((one) => one.end())]
    byPort.listen(0)
    byPath.listen(path)
    await Promise.all([once(byPort, "listening"), once(byPath, "listening")])
    const port = Object(byPort.address()).port
    const targets = [[port], [port, "localhost"], [{ port, host: "127.0.0.1" }], [path], [{ path }]]
    const { printed, noted } = await run(`import { connect } from "node:net"
      for (const target of ${JSON.stringify(targets)})
        await new Promise((resolve, reject) => connect(...target).once("connect", resolve).once("error", reject))
      console.log("all"); process.exit()`)
    assert.deepEqual([printed, noted], ["all", ""])
    byPort.close()
    byPath.close()
  })

  it("is this one too", async () => {
    assert.ok(process.execArgv.some((option) => option.includes("no-network.mjs")))
    assert.equal((await lookup("localhost")).address.length > 2, true)
  })
})

/** These start nothing of ours: a program that hangs, and runners of tests, which load the preload into each of them. */
const OTHERS = ["cli/host/find-opencode.test.ts", "fuzz/long.ts", "gateway/upstream/skill-map.test.ts"]

describe("the tests", () => {
  it("start Node only where the preload is in front", () => {
    const top = join(import.meta.dirname, "..")
    const starting = readdirSync(top, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => {
        const text = readFileSync(join(top, file), "utf8")
        const starts = /(?:spawn\w*|execFile\w*\)?|fork)\(\s*process\.execPath|command: process\.execPath/.test(text)
        return starts && !/\bOFFLINE(?:_TREE)?\b|\bnoNetwork\b/.test(text)
      })
    assert.deepEqual(starting.sort(), OTHERS)
  })
})

describe("a network namespace of its own", () => {
  it("has loopback and no way out", {
    skip: INSIDE.length === 0 && "this machine allows no network namespace",
  }, async () => {
    const wait = `(target) => new Promise((resolve) => net.connect(target).on("connect", () => resolve("connected")).on("error", (error) => resolve(error.code)))`
    const { printed } = await run(
      `import net from "node:net"; const wait = ${wait}
      const server = net.createServer().listen(0, "127.0.0.1"); await new Promise((resolve) => server.once("listening", resolve))
      console.log(await wait({ host: "${FAR.v4}", port: 80 }), await wait({ host: "127.0.0.1", port: server.address().port })); process.exit()`,
      INSIDE,
    )
    assert.equal(printed, "ENETUNREACH connected")
  })
})
