import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Percentiles } from "../figures.ts"
import type { GatewayTimes } from "../gateway.ts"
import type { PluginCost } from "../plugin.ts"
import type { Scale } from "../scale-one.ts"
import type { Flatness, Held } from "../soak/flatness.ts"

/** What stands in every file of measured/. */
export interface Head {
  readonly machine: string
  readonly load: number
  readonly day: string
}

interface Hits {
  readonly hit1: number
  readonly hit5: number
}

interface Soak extends Head {
  readonly calls: number
  readonly seed: number
  readonly moments: readonly Held[]
  readonly flatness: Flatness
}

/** The figures that the page is made of, each as its script keeps them; undefined where it has not run. */
export interface Kept {
  readonly quality?: Head & { readonly reports: readonly QualityReport[] }
  readonly peers?: Head & {
    readonly reports: readonly {
      readonly label: string
      readonly skills: number
      readonly engines: readonly { readonly name: string; readonly buildMs: number; readonly first: Percentiles }[]
    }[]
  }
  readonly latency?: Head & {
    readonly requests: number
    readonly reports: readonly {
      readonly skills: number
      readonly openMs: number
      readonly cold: { readonly search: Percentiles; readonly blocks: Percentiles }
      readonly warm: { readonly search: Percentiles }
    }[]
  }
  readonly plugin?: Head & { readonly reports: readonly PluginCost[] }
  readonly gateway?: Head & { readonly reports: readonly Omit<GatewayTimes, "firstPage">[] }
  readonly scale?: Head & {
    readonly scales: readonly Scale[]
    readonly growth: { readonly build: number; readonly memory: number; readonly search: number }
  }
  readonly "soak-plugin"?: Soak
  readonly "soak-gateway"?: Soak
  readonly "soak-jobs"?: Head & {
    readonly jobs: number
    readonly restarts: number
    readonly lost: number
    readonly claimedTwice: number
  }
}

interface QualityReport {
  readonly label: string
  readonly skills: number
  readonly sets: readonly {
    readonly set: string
    readonly n: number
    readonly engines: Readonly<Record<string, Hits>>
  }[]
  readonly gate: {
    readonly precision: number
    readonly firesRight: number
    readonly falseFires: number
    readonly negatives: number
  }
}

/** What the page is made of, in its order, and what to run for it. */
export const COMMANDS: Readonly<Record<keyof Kept, string>> = {
  quality: "npm run measure",
  latency: "npm run latency",
  plugin: "npm run measure:plugin",
  gateway: "npm run measure:gateway",
  scale: "npm run scale",
  peers: "npm run peers",
  "soak-plugin": "npm run soak:plugin",
  "soak-gateway": "npm run soak:gateway",
  "soak-jobs": "npm run soak:jobs",
}

/** Reads what there is in the folder. */
export const readKept = (folder: string): Kept =>
  Object.fromEntries(
    Object.keys(COMMANDS)
      .map((name) => [name, join(folder, `${name}.json`)] as const)
      .filter(([, path]) => existsSync(path))
      .map(([name, path]) => [name, JSON.parse(readFileSync(path, "utf8"))]),
  )
