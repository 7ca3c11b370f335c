import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { constants, PerformanceObserver } from "node:perf_hooks"
import process from "node:process"

// Loaded before a process that is soaked: keeps the longest stall of its event loop since its memory was last asked
// for, and answers SIGUSR2 by writing both to the file that SOAK_FILE names.
const EVERY_MS = 5
const SCHEDULE = "/proc/self/schedstat"
// On a busy machine most of a wait is other programs' turn: the time in which the main thread was ready to run and no
// processor was free for it is no stall of its own.
const waitedMs = () => {
  try {
    return Number(readFileSync(SCHEDULE, "utf8").split(" ")[1]) / 1e6
  } catch {
    // Not Linux: nobody tells.
    return 0
  }
}
let stallMs = 0
let last = performance.now()
let waited = waitedMs()
const start = () => {
  last = performance.now()
  waited = waitedMs()
}
setInterval(() => {
  stallMs = Math.max(stallMs, performance.now() - last - EVERY_MS - (waitedMs() - waited))
  start()
}, EVERY_MS).unref()
const OPEN = "/proc/self/fdinfo"
// What holds no process open is not among the active resources: open files, and watches, of which many share one file.
const countOpen = () => {
  try {
    const infos = readdirSync(OPEN).map(readInfo)
    return { files: infos.length, watches: infos.join("\n").split(/^inotify /m).length - 1 }
  } catch {
    // Not Linux: they are not counted there.
    return { files: 0, watches: 0 }
  }
}
const readInfo = (file) => {
  try {
    return readFileSync(`${OPEN}/${file}`, "utf8")
  } catch {
    // The one that listed the others is closed by now.
    return ""
  }
}
// How much of a stall may have been a collection: the longest pause that nobody asked for.
let gcMs = 0
new PerformanceObserver((list) => {
  for (const { detail, duration } of list.getEntries()) {
    if ((detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) === 0) gcMs = Math.max(gcMs, duration)
  }
}).observe({ entryTypes: ["gc"] })
process.on("SIGUSR2", () => {
  const held = { stallMs: Math.round(stallMs), gcMs: Math.round(gcMs) }
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  writeFileSync(
    process.env.SOAK_FILE ?? "",
    JSON.stringify({ ...held, rss, heapUsed, external, handles, ...countOpen() }),
  )
  // The collection asked for here is no stall of the product's.
  start()
  stallMs = 0
  gcMs = 0
})
