import { gatewaySoakSection, jobsSoakSection, pluginSoakSection, scaleSection } from "./endurance-sections.ts"
import { COMMANDS, type Kept } from "./figures-kept.ts"
import { escapeText, tag } from "./markup.ts"
import { peersSection, qualitySection } from "./quality-section.ts"
import type { Section } from "./section.ts"
import { STYLE } from "./style.ts"
import { gatewaySection, latencySection, pluginSection } from "./time-sections.ts"

/** The whole page, with nothing from elsewhere: what is missing is named with the command that makes it. */
export const toPage = (kept: Kept): string => {
  const sections = [
    qualitySection(kept),
    peersSection(kept),
    latencySection(kept),
    pluginSection(kept),
    gatewaySection(kept),
    scaleSection(kept),
    pluginSoakSection(kept),
    gatewaySoakSection(kept),
    jobsSoakSection(kept),
  ]
  const missing = sections.filter(({ head }) => head === undefined)
  const body = [
    "<h1>skill-finder-mcp, measured</h1>",
    missing.length === 0 ? "" : missingNote(missing),
    tag("main", {}, sections.map(toMarkup).join("\n")),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>skill-finder-mcp, measured</title>
<style>${STYLE}</style>
</head>
<body>
${body.join("\n")}
</body>
</html>
`
}

const missingNote = (missing: readonly Section[]): string => {
  const names = missing.map(({ heading }) => heading).join("; ")
  return tag("p", { class: "missing" }, escapeText(`Not measured on this machine: ${names}.`))
}

const toMarkup = ({ of, heading, head, figures }: Section): string => {
  const title = `<h2>${escapeText(heading)}</h2>`
  if (head === undefined) {
    const what = `No figures: run ${tag("code", {}, escapeText(COMMANDS[of]))}, then the report again.`
    return tag("section", {}, title + tag("p", { class: "missing" }, what))
  }
  const { machine, load, day } = head
  const where = tag("p", {}, escapeText(`${machine}; load ${load}; ${day}; ${COMMANDS[of]}`))
  const drawn = figures.map(({ title: said, chart, table }) =>
    tag("figure", {}, `<h3>${escapeText(said)}</h3>${chart}${table}`),
  )
  const inside = `${title}${where}${tag("div", { class: "figures" }, drawn.join("\n"))}`
  return tag("section", figures.length > 1 ? { class: "wide" } : {}, inside)
}
