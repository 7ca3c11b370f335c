import { existsSync } from "node:fs"
import { toPluginPath } from "../config/identify.ts"
import { missingParts } from "../installation.ts"
import { type Check, fault, note, ok } from "./check.ts"
import { type Circumstances, readable } from "./circumstances.ts"
import type { NamedPlugin } from "./effective-config.ts"

const INIT = "run `skill-finder-mcp init`"

/** Our plugin's entry: that it is there, that it counts, and that it leads to this installation. */
export const checkPlugin = (circumstances: Circumstances): Check[] => {
  const { scan, installation } = circumstances
  const own = ownPlugin(circumstances)
  const [missing] = missingParts(installation)
  if (missing !== undefined) {
    return [fault("plugin", `${missing} is missing`, 'install the package again (in its sources: "npm run build")')]
  }
  if (own === undefined) return [fault("plugin", `no ${readable(circumstances)} names our plugin`, INIT)]
  const { file, spec, passedOver } = own
  if (passedOver !== undefined) return [fault("plugin", `${file} names it without effect: ${passedOver}`, INIT)]
  if (scan.identify.plugin(spec, file) === "current") return [ok("plugin", `${file} names ${spec}`)]
  const path = toPluginPath(spec, file)
  if (path !== undefined && existsSync(path)) {
    return [note("plugin", `${file} names another copy of the package: ${spec}`, `${INIT} to make it this one`)]
  }
  return [fault("plugin", `${file} names ${spec}, where nothing is`, INIT)]
}

/** The entry of our plugin that counts; where none does, one that is passed over. */
export const ownPlugin = ({ plugins, scan }: Circumstances): NamedPlugin | undefined => {
  const own = plugins.filter(({ spec, file }) => scan.identify.plugin(spec, file) !== "foreign")
  const counting = own.filter(({ passedOver }) => passedOver === undefined)
  return (
    counting.findLast(({ spec, file }) => scan.identify.plugin(spec, file) === "current") ??
    counting.at(-1) ??
    own.at(-1)
  )
}
