import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { FIGURES } from "../figures.ts"
import { readKept } from "./figures-kept.ts"
import { toPage } from "./page.ts"

// One page of what the other scripts have measured: measured/report.html.
// npm run report

const kept = readKept(FIGURES)
const path = join(FIGURES, "report.html")
writeFileSync(path, toPage(kept))
console.log(`${path}: ${Object.keys(kept).join(", ")}`)
