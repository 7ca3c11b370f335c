import { SkillFinderError } from "../../core/index.ts"
import type { FileFault } from "./config-file.ts"

/** One line for a fault: file, line, and what is wrong. */
export const faultLine = ({ path, line, message }: FileFault): string =>
  `${line === undefined ? path : `${path}:${line}`}: ${message}`

/** @throws SkillFinderError naming the faults and what to add by hand; nothing where there are none. */
export const throwFaults = (faults: readonly FileFault[], byHand?: string): void => {
  if (faults.length === 0) return
  const lines = faults.map(faultLine)
  if (byHand === undefined) lines.push("Left as it is: mend it and run the command again.")
  else
    lines.push("Nothing was written. Mend it and run init again, or add by hand:", "", byHand.replace(/^/gm, "  "), "")
  throw new SkillFinderError("E_UNAVAILABLE", lines.join("\n"))
}
