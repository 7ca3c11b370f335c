// Preloaded into every process of ours that a test starts, and into the tests themselves: refuses whatever would leave
// this machine. A refusal is thrown, and noted in the file that the address of this module names (`?record=`), since
// the product swallows many a throw on purpose.
import dgram from "node:dgram"
import dns from "node:dns"
import { appendFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"

const record = new URL(import.meta.url).searchParams.get("record")

const refuse = (what) => {
  if (record !== null) appendFileSync(record, `${process.argv.slice(1).join(" ")}: ${what}\n`)
  throw Object.assign(new Error(`no network in tests: ${what}`), { code: "E_NO_NETWORK" })
}

const isLoopback = (host) =>
  host === "localhost" || host === "::1" || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(String(host))

// http, https, tls, fetch and http2 all come through here. Without a host Node takes localhost; a path is no network.
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const { path, host } =
    typeof first === "object" && first !== null
      ? first
      : { path: typeof first === "string" && !(Number(first) >= 0) ? first : undefined, host: second }
  const isLocal = path || host === undefined || host === null || typeof host === "function" || isLoopback(host)
  if (!isLocal) refuse(`connect to ${host}`)
  return connect.apply(this, args)
}

// dns.lookup and, with c-ares, all others: a question to a name server leaves the machine too.
const isQuestion = (name) => /^(?:lookup|resolve|reverse)/.test(name)
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(owner).filter(isQuestion)) {
    const ask = owner[name]
    if (typeof ask !== "function") continue
    owner[name] = function (host, ...rest) {
      if (!isLoopback(host) && !(name === "lookup" && net.isIP(host))) refuse(`${name} of ${host}`)
      return ask.call(this, host, ...rest)
    }
  }
}

// send(msg, [offset, length,] port, address, callback): the address is the only string behind the message.
const { send, connect: associate } = dgram.Socket.prototype
dgram.Socket.prototype.send = function (message, ...rest) {
  const address = rest.find((one) => typeof one === "string")
  if (address !== undefined && !isLoopback(address)) refuse(`datagram to ${address}`)
  return send.call(this, message, ...rest)
}
dgram.Socket.prototype.connect = function (port, address, ...rest) {
  if (typeof address === "string" && !isLoopback(address)) refuse(`datagrams to ${address}`)
  return associate.call(this, port, address, ...rest)
}

// Else `import { connect } from "node:net"` would still give the former ones.
syncBuiltinESMExports()
