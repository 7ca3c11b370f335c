import { writeFileSync } from "node:fs"
import process from "node:process"

// Loaded before a process that is soaked: keeps the longest stall of its event loop since its memory was last asked
// for, and answers SIGUSR2 by writing both to the file that SOAK_FILE names.
const EVERY_MS = 5
let stallMs = 0
let last = performance.now()
let used = process.cpuUsage()
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.cpuUsage(used)
  // On a busy machine most of a wait is other processes' turn: what this one did not compute is no stall of its own.
  stallMs = Math.max(stallMs, Math.min(now - last - EVERY_MS, (user + system) / 1000))
  last = now
  used = process.cpuUsage()
}, EVERY_MS).unref()
process.on("SIGUSR2", () => {
  const held = { stallMs: Math.round(stallMs) }
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  writeFileSync(process.env.SOAK_FILE ?? "", JSON.stringify({ ...held, rss, heapUsed, handles }))
  // The collection asked for here is no stall of the product's.
  last = performance.now()
  used = process.cpuUsage()
  stallMs = 0
})
